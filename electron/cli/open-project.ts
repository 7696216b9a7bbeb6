import type { RigOfActor } from '../../core/document/played-scene.ts';
import { projectFromData } from '../../core/document/deserialize.ts';
import type { Project } from '../../core/document/project.ts';
import type { MotionTarget } from '../../core/formats/clips/write-clip.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { characterPath, fileInProject, openedFolderOf, readProjectFolder } from '../files/project/project-folder.ts';
import { readWholeFile } from '../files/storage/read-file.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import type { CharacterReference } from '../../core/document/project-data.ts';
import { rigsOfOthers } from './rigs-of-others.ts';

/** A project and the character that it is about. */
export interface OpenedProject {
  readonly project: Project;
  readonly target: MotionTarget;
  /** The rigs of the other actors of its scene. */
  readonly rigOf: RigOfActor;
  readonly warnings: readonly string[];
}

/** Opens a project folder, or its `project.limber`, for reading alone. Throws an `Error` with one sentence. */
export async function openProject(path: string): Promise<OpenedProject> {
  const folder = openedFolderOf(path);
  const { project: data, warnings } = await readProjectFolder(path);
  const bytesOf = async (character: CharacterReference) => readWholeFile(await fileInProject(folder, characterPath(character)));
  const bytes = await bytesOf(data.character);
  const scene = readCharacterScene(readGltf(bytes));
  const scenes = new Map<string, CharacterScene>([[data.character.hash, scene]]);
  const notes: string[] = [];
  for (const actor of data.actors ?? []) {
    if (scenes.has(actor.hash)) continue;
    try {
      scenes.set(actor.hash, readCharacterScene(readGltf(await bytesOf(actor))));
    } catch (error) {
      notes.push(`"${actor.name}" is left out: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const plain = buildRig(scene, { preset: data.rig.preset, corrections: data.rig.corrections });
  const { project, warnings: more } = projectFromData(plain, data);
  return {
    project,
    target: { bytes, scene, rig: buildRig(scene, project.rig) },
    rigOf: rigsOfOthers((hash) => scenes.get(hash) ?? null),
    warnings: [...warnings, ...notes, ...more],
  };
}
