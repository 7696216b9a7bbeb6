import { applyChange } from '../../../core/document/changes.ts';
import { changeProject } from '../../../core/document/deserialize.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import { applyListChange } from '../../../core/document/list-change.ts';
import { unpackChange, type PackedChange } from '../../../core/document/packed-change.ts';
import { unpackPoses } from '../../../core/document/packed-poses.ts';
import { FIRST_ACTOR, type Project } from '../../../core/document/project.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { OpenedCharacter, PartRevisions, UnsavedWork } from '../../../electron/contract.ts';
import { readPosesInTurns } from './read-in-turns.ts';
import { prepareRigs } from '../scene/prepare-rigs.ts';
import { rigFromData } from '../scene/rigs.ts';
import type { Studio } from '../studio.ts';
import { readProject, type Shown } from './show-document.ts';

/** Unsaved work on its rig. */
export interface ReadWork extends Shown {
  /** Id of the actor that was worked on. */
  readonly workedOn: string;
  /** What of it is saved; null where nothing is. */
  readonly saved: { readonly project: Project; readonly revisions: PartRevisions } | null;
}

/** Reads unsaved work a little at a time; in between the window draws and answers. Rejects when the rig cannot be built. */
export async function readUnsavedWork(
  studio: Studio,
  characters: readonly [OpenedCharacter, ...OpenedCharacter[]],
  work: UnsavedWork,
): Promise<ReadWork> {
  const [character] = characters;
  await prepareRigs(studio, characters, work.project);
  if (work.saved) {
    const { poses: _poses, ...change } = work.saved.change;
    await prepareRigs(studio, characters, applyChange(work.project, change));
  }
  const workedOn = work.saved?.change.changed.workedOn ?? work.project.workedOn ?? FIRST_ACTOR;
  return { ...(await readWork(character, work)), workedOn };
}

async function readWork(character: OpenedCharacter, work: UnsavedWork): Promise<Omit<ReadWork, 'workedOn'>> {
  const base = await readBase(character, work);
  if (!work.saved) return { ...base, saved: null };
  const { change, revisions } = work.saved;
  const saved = { project: base.project, revisions };
  const rig = change.changed.rig ? rigFromData(character.scene, change.changed.rig) : base.rig;
  const hasSameJoints = jointKeys(rig.skeleton).join('\n') === jointKeys(base.rig.skeleton).join('\n');
  if (hasSameJoints) return { ...(await withChange(base, change, rig)), saved };
  // Nothing that was read for other joints is of use.
  const whole = applyChange({ ...work.project, poses: unpackPoses(work.poses) }, unpackChange(change));
  return { ...readProject(character, whole, revisions), saved };
}

async function readBase(character: OpenedCharacter, { project, poses, saved }: UnsavedWork): Promise<Shown> {
  const read = readProject(character, project, saved?.revisions ?? null);
  const { poses: list, warnings } = await readPosesInTurns(read.rig.skeleton, poses);
  return { ...read, project: { ...read.project, poses: list }, warnings: [...read.warnings, ...warnings] };
}

async function withChange({ project: base, warnings }: Shown, { poses, ...change }: PackedChange, rig: Rig): Promise<Shown> {
  const { project, warnings: more } = changeProject(base, change, rig);
  if (!poses) return { rig, project, warnings: [...warnings, ...more] };
  const { put: packed, places, ...list } = poses;
  const { poses: items, warnings: ofPoses } = await readPosesInTurns(rig.skeleton, packed);
  const put = items.map((item, i) => ({ ...places[i], item }));
  return {
    rig,
    project: { ...project, poses: applyListChange(project.poses, { ...list, put }) },
    warnings: [...warnings, ...more, ...ofPoses],
  };
}
