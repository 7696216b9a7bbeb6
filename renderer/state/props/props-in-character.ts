import { addProp } from '../../../core/document/edits/props.ts';
import { freeNumber } from '../../../core/document/ids.ts';
import type { PropData } from '../../../core/document/project-data.ts';
import { peopleInFile } from '../../../core/formats/clips/people-in-file.ts';
import { propsInFile, takePropOut, type PropInFile } from '../../../core/formats/clips/props-in-file.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { withoutMeshes } from '../../../core/formats/gltf/node-glb.ts';
import { inWords, jointLabel } from '../../../core/humanoid/body/joint-labels.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { composeFrames, frameOfPlace } from '../../../core/math/frame.ts';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import type { DocumentState } from '../document-state.ts';
import { commitEdit } from '../editing.ts';
import { characterOf } from '../scene/characters.ts';
import { freeName } from '../scene/free-name.ts';
import { whileOpening } from '../jobs.ts';
import { ask } from '../session.ts';
import type { Studio, StudioState } from '../studio.ts';
import { isCancelled, notify, settleNotice, tellFailure } from '../window/notify.ts';
import { carrierOfJoint } from './carriers.ts';
import { problemOfFile } from './prop-shape.ts';
import { lastOf } from '../../../core/math/last-of.ts';

const found = lastOf<OpenedCharacter, readonly PropInFile[]>();

/** What the file of the character that is worked on holds beside its body. The same list as long as it has the same bones. */
function propsOf({ character, rig }: DocumentState): readonly PropInFile[] {
  // Beside one of several people are the others.
  return found(character, [rig], () => (peopleInFile(character.scene).length > 0 ? [] : propsInFile(character.scene, rig)));
}

export function hasPropsInFile({ document }: StudioState): boolean {
  return document !== null && propsOf(document).length > 0;
}

/** What is in a hand or stands beside the body is rather a prop than what the head or the chest wears. */
function isLikely({ bone }: PropInFile): boolean {
  return bone === null || bone === 'leftHand' || bone === 'rightHand';
}

/** Names at most, in a sentence. */
const MOST_NAMED = 3;

/** Offers what the file of a character that was just opened holds in its hands or beside it. */
export function tellOfProps(studio: Studio): void {
  const { document } = studio.getState();
  const likely = document ? propsOf(document).filter(isLikely) : [];
  if (likely.length === 0) return;
  const names = likely.slice(0, MOST_NAMED).map(({ name }) => `“${name}”`);
  const more = likely.length > MOST_NAMED ? ` and ${likely.length - MOST_NAMED} more` : '';
  const what = likely.length === 1 ? 'a prop' : 'props';
  notify(studio, 'info', `The file holds ${what} beside the body: ${names.join(', ')}${more}.`, 'prop.fromCharacter');
}

/** Asks which parts of the file of the character that is worked on are props, and makes them props of the scene, as one step. The file itself stays. */
export async function takePropsOut(studio: Studio): Promise<void> {
  const { document } = studio.getState();
  if (!document) return;
  const { rig } = document;
  const all = propsOf(document);
  const chosen = await ask<readonly number[] | null>(studio, (answer) => ({
    name: 'fileProps',
    props: all.map((prop) => ({ name: prop.name, on: placeInWords(rig, prop), isLikely: isLikely(prop) })),
    answer,
  }));
  const taken = chosen?.map((i) => all[i]!) ?? [];
  if (taken.length === 0) return;
  const { fileName } = document.character;
  try {
    await whileOpening(studio, fileName, (job) => takeOut(studio, document, taken, job));
    settleNotice(studio, 'opening');
  } catch (error) {
    if (!isCancelled(error)) tellFailure(studio, 'opening', error, { file: fileName, failed: 'was not changed' });
  }
}

function placeInWords(rig: Rig, { bone, joint }: PropInFile): string {
  if (bone !== null) return inWords(bone).toLowerCase();
  return joint === null ? 'beside the body' : jointLabel(rig, joint);
}

async function takeOut(studio: Studio, document: DocumentState, taken: readonly PropInFile[], job: string): Promise<void> {
  const { character, rig } = document;
  const asset = readGltf(character.bytes);
  const { desktop } = studio;
  const parts: {
    readonly prop: PropInFile;
    readonly file: OpenedCharacter;
    readonly frame: ReturnType<typeof takePropOut>['frame'];
  }[] = [];
  for (const prop of taken) {
    const { bytes, frame } = takePropOut(asset, character.scene, rig, prop);
    const file = await desktop.call('character.openBytes', `${prop.name}.glb`, new Uint8Array(bytes), {}, job);
    const problem = problemOfFile(file, 1);
    if (problem !== null) throw new Error(`“${prop.name}”: ${problem}`);
    parts.push({ prop, file, frame });
  }
  const nodes = new Set(taken.flatMap(({ meshNodes }) => meshNodes));
  const left = await desktop.call(
    'character.openBytes',
    character.fileName,
    new Uint8Array(withoutMeshes(asset, nodes)),
    {},
    job,
  );
  const now = studio.getState();
  // What was asked for is gone where another character is worked on meanwhile.
  if (now.document?.character !== character) return;
  const fresh = [left, ...parts.map(({ file }) => file)].filter(({ hash }) => !characterOf(now.document!, hash));
  studio.setState({ document: { ...now.document, others: [...now.document.others, ...fresh] } });
  commitEdit(studio, taken.length === 1 ? `Take out ${taken[0]!.name}` : `Take out ${taken.length} props`, (project) =>
    parts.reduce(
      (all, { prop: { name, joint }, file, frame }) => {
        const by = joint === null ? null : carrierOfJoint(now, joint);
        const rest = by ? { ...frame, by } : { ...composeFrames(frameOfPlace(project.place), frame), by };
        const named = freeName(
          all.props.map((prop) => prop.name),
          name,
        );
        const form: PropData['form'] = { kind: 'file', fileName: file.fileName, hash: file.hash, scale: 1 };
        const id = `prop-${freeNumber('props', all.props, now.document!.revisions)}`;
        return addProp(all, { id, name: named, form, rest, motions: {} });
      },
      { ...project, character: { ...project.character, hash: left.hash } },
    ),
  );
}
