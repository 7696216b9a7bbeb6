import { changedTracks } from '../../../core/document/shown-pose.ts';
import { handleOf, type HandleName, type Pins } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { keptGoals, takePose } from '../../../core/library/take-pose.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { commitPose } from '../editing.ts';
import { learntPoses } from './learnt-poses.ts';
import { shownPoses } from './folders/shown-library.ts';
import { nearestSaved, savedByNearness } from './pose-seeds.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';

/** How many poses are offered. */
const MOST_OFFERED = 6;

/** The handle that is being pulled, or was pulled last and is still on screen as it was left, or with a pose that is offered for it. */
export function pulledHandle(state: StudioState): HandleName | null {
  const { transient, document } = state;
  const { feedback, preview } = transient;
  if (!document || !feedback?.move || feedback.handle === null) return null;
  if (preview?.cause === 'offer') return feedback.handle;
  const { pose } = feedback.outcome;
  const shown = shownPose(state)!;
  return shown === pose || changedTracks(document.rig.skeleton, shown, pose).length === 0 ? feedback.handle : null;
}

/** The saved poses that have the pulled handle and the pins where they are now, the nearest first. Those that hold nothing the handle hangs from are none. */
export function posesThere(state: StudioState): readonly SavedPose[] {
  const handle = pulledHandle(state);
  const pose = shownPose(state);
  if (!state.document || handle === null || !pose) return [];
  const { rig } = state.document;
  const goals = keptGoals(rig, pose, keptNow(state, handle));
  return nearestSaved(rig.skeleton, posesMoving(rig, handle, learntPoses(state)), goals, pose, MOST_OFFERED);
}

/**
 * `poses` of the library that is shown, those first that have the pulled handle and the pins where they are now, those last that hold nothing the handle hangs
 * from; null while no handle is pulled.
 */
export function libraryByPlace(state: StudioState, poses = shownPoses(state)): readonly SavedPose[] | null {
  const handle = pulledHandle(state);
  const pose = shownPose(state);
  if (!state.document || handle === null || !pose) return null;
  const { rig } = state.document;
  const learnt = learntPoses(state);
  const moving = posesMoving(rig, handle, learnt);
  const near = savedByNearness(rig.skeleton, moving, keptGoals(rig, pose, keptNow(state, handle)), pose);
  const found = near && moving !== learnt ? withOthers(near, learnt) : near;
  if (!found || learnt === poses) return found;
  const byId = new Map(poses.map((saved) => [saved.id, saved]));
  return found.length < poses.length ? null : found.map(({ id }) => byId.get(id)!);
}

const moving = new WeakMap<readonly SavedPose[], Map<string, readonly SavedPose[]>>();

/** The poses that hold a joint above the handle: no other would move it. The same list each time. */
function posesMoving(rig: Rig, name: HandleName, poses: readonly SavedPose[]): readonly SavedPose[] {
  const { parents, root, count } = rig.skeleton;
  const lists = moving.get(poses) ?? new Map<string, readonly SavedPose[]>();
  moving.set(poses, lists);
  const known = lists.get(name);
  if (known) return known;
  const handle = handleOf(rig, name)!;
  const above = new Set<number>();
  for (let joint = parents[handle.joint]!; joint >= 0 && joint !== root; joint = parents[joint]!) above.add(joint);
  // Hips hang from nothing: poses that hold them have the rest of the body about them.
  if (above.size === 0) above.add(handle.joint);
  const found = poses.filter(({ joints }) => joints.length > count || joints.some((joint) => above.has(joint)));
  const list = found.length === poses.length ? poses : found;
  lists.set(name, list);
  return list;
}

/** `first`, and after them those of `all` that are not among them. */
function withOthers(first: readonly SavedPose[], all: readonly SavedPose[]): readonly SavedPose[] {
  const those = new Set(first);
  return [...first, ...all.filter((saved) => !those.has(saved))];
}

/** `pose` as a saved one has it, with pins and the pulled handle where they are. */
export function takenPose(state: StudioState, handle: HandleName, saved: SavedPose, pose: Pose): Pose {
  return state.document ? takePose(state.document.rig, pose, saved, keptNow(state, handle)).pose : pose;
}

/** Takes a saved pose for the whole body, pins and the pulled handle kept, as one step. */
export function takePoseThere(studio: Studio, saved: SavedPose, taken: Pose): void {
  commitPose(studio, `Apply “${saved.name}”`, taken);
}

function keptNow({ document }: StudioState, handle: HandleName): Pins {
  return { ...document?.history.present.pins, [handle]: { translation: true, rotation: false, weight: 1 } };
}
