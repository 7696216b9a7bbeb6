import type { OpenedCharacter } from '../../../electron/contract.ts';
import { characterOf } from '../scene/characters.ts';
import { prepareRig } from '../scene/prepare-rigs.ts';
import { plainSettings } from '../scene/rigs.ts';
import type { Studio } from '../studio.ts';
import { addThing } from './edit-props.ts';
import { problemOfFile } from './prop-shape.ts';

/** Whether a file is a thing rather than somebody: it draws something that no bones move, and that is no body. */
export async function isThing(studio: Studio, { scene }: OpenedCharacter): Promise<boolean> {
  if (scene.meshNodes.length === 0 || scene.weightedNodes !== undefined) return false;
  try {
    await prepareRig(studio, scene, plainSettings({}));
    return false;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** Puts the meshes of a file into the scene as a thing, and selects it. Throws an `Error` with one sentence for a file that cannot be one. */
export function addFile(studio: Studio, file: OpenedCharacter): void {
  const { document } = studio.getState();
  if (!document) return;
  const problem = problemOfFile(file, 1);
  if (problem !== null) throw new Error(problem);
  if (!characterOf(document, file.hash)) studio.setState({ document: { ...document, others: [...document.others, file] } });
  addThing(studio, file.name, { kind: 'file', fileName: file.fileName, hash: file.hash, scale: 1 });
}
