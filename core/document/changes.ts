import { checkObject } from '../math/check-values.ts';
import { ORIGIN } from '../math/place.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkProject } from './check-project.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { jointKeys } from './joint-keys.ts';
import { applyListChange, checkListChange, checkNamedList, listChange } from './list-change.ts';
import { filledLists, LIST_KINDS, type ListChanges } from './list-kinds.ts';
import type { ProjectChange } from './project-change.ts';
import type { ProjectData } from './project-data.ts';
import { FIRST_ACTOR, type Project } from './project.ts';
import { clipToData, savedPoseToData } from './serialize-parts.ts';
import { projectFields, projectToData } from './serialize.ts';
import { sameValue } from './merge.ts';
import { sceneAfter, sceneChanges } from './scene-lists.ts';
import { asBefore } from './written-scene.ts';

/** The fields that several people share and that merge setting by setting. */
export const SETTINGS = ['name', 'place', 'pins', 'solver', 'rig'] as const;

/**
 * Fields and the parts of lists are compared by reference, while another actor than the first is worked on by their values. `rig` is the rig that the joint
 * indices of `after` speak of, `rigBefore` that of `before`; `poses` is that of the first actor, which the poses of the library speak of.
 */
export function changesBetween(rig: Rig, before: Project, after: Project, rigBefore: Rig = rig, poses: Rig = rig): ProjectChange {
  checkRig(rig);
  checkProject(before, 'the before');
  checkProject(after, 'the after');
  checkRig(rigBefore);
  const savedPoses = listChange(before.poses, after.poses, (saved) =>
    savedPoseToData(poses.skeleton, saved, jointKeys(poses.skeleton)),
  );
  if (before.workedOn !== FIRST_ACTOR || after.workedOn !== FIRST_ACTOR) {
    const [from, to] = [sceneData(rigBefore, before), sceneData(rig, after)];
    const [clips, actors] = [asBefore(from.clips, to.clips), asBefore(from.actors, to.actors)];
    const same = FIELDS.filter((field) => sameValue(from[field], to[field]));
    const kept = Object.fromEntries(same.map((field) => [field, from[field]]));
    const change = dataChanges(from, { ...to, ...kept, clips, actors });
    return savedPoses ? { ...change, poses: savedPoses } : change;
  }
  const keys = jointKeys(rig.skeleton);
  const fields = changedFields(before, after);
  return {
    ...fieldChange(projectFields(after, rig, fields), projectFields(before, rigBefore, settingsAmong(fields))),
    ...listChanges({
      poses: savedPoses,
      clips: listChange(before.clips, after.clips, (clip) => clipToData(rig.skeleton, clip, keys)),
      ...sceneChanges(before, after),
    }),
  };
}

/** Fields that are worked out anew each time while another actor than the first is worked on. */
const FIELDS = ['character', 'place', 'rig', 'pins', 'unkeyed'] as const satisfies readonly (keyof ProjectData)[];

/** What is written of a scene but its poses, with nothing left out. */
function sceneData(rig: Rig, project: Project) {
  const { place = ORIGIN, actors = NOTHING, ...data } = projectToData(rig, { ...project, poses: NOTHING });
  const { props, sounds, cameras, workedOn, reference } = project;
  return { ...data, place, actors, props, sounds, cameras, workedOn, reference };
}

/** The same for projects as plain JSON, where {@link applyChange} made the one of the other. */
export function dataChanges(before: ProjectData, after: ProjectData): ProjectChange {
  const fields = changedFields(before, after);
  return {
    ...fieldChange(pick(after, fields), pick(before, settingsAmong(fields))),
    ...listChanges({
      poses: listChange(before.poses, after.poses, (saved) => saved),
      clips: listChange(before.clips, after.clips, (clip) => clip),
      ...sceneChanges(before, after),
    }),
  };
}

const NOTHING: readonly never[] = [];

/** The project's data after a change. */
export function applyChange(data: ProjectData, change: ProjectChange): ProjectData {
  checkObject(data, 'the data');
  checkObject(change, 'the change');
  const { changed, poses, clips } = change;
  if (changed !== undefined) checkObject(changed, 'what changed');
  checkNamedList(data.poses, "the data's poses");
  checkNamedList(data.clips, "the data's clips");
  for (const kind of LIST_KINDS) {
    const list = change[kind];
    if (list !== undefined) checkListChange(list, `the ${kind} of the change`);
  }
  const { actors, props, sounds, cameras, ...next } = { ...data, ...changed };
  return {
    ...next,
    poses: poses ? applyListChange(next.poses, poses) : next.poses,
    clips: clips ? applyListChange(next.clips, clips) : next.clips,
    ...filledLists(sceneAfter({ actors, props, sounds, cameras }, change)),
  };
}

function changedFields<Whole extends object>(before: Whole, after: Whole): (keyof Whole & keyof Project)[] {
  const fields = Object.keys(after) as (keyof Whole & keyof Project)[];
  return fields.filter((field) => !(LIST_KINDS as readonly string[]).includes(field) && before[field] !== after[field]);
}

/** What a change says the former value of: settings, and whose project it is. */
const BASED = [...SETTINGS, 'character'] as const;

function settingsAmong(fields: readonly (keyof Project)[]): (keyof Project)[] {
  return BASED.filter((name) => fields.includes(name));
}

function pick(data: ProjectData, fields: readonly (keyof ProjectData)[]): Partial<ProjectData> {
  const { place = ORIGIN, workedOn = FIRST_ACTOR, reference = null } = data;
  const whole = { ...data, place, workedOn, reference };
  return Object.fromEntries(fields.map((field) => [field, whole[field]]));
}

function fieldChange(changed: Partial<ProjectData>, before: Partial<ProjectData>): ProjectChange {
  return Object.keys(before).length > 0 ? { changed, before } : { changed };
}

function listChanges(lists: { readonly [Kind in keyof ListChanges]: ListChanges[Kind] | null }): ListChanges {
  return Object.fromEntries(LIST_KINDS.flatMap((kind) => (lists[kind] ? [[kind, lists[kind]]] : [])));
}
