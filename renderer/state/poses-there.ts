import { setPose } from '../../core/document/edits/posing.ts';
import type { HandleName, Pins } from '../../core/humanoid/body/handles.ts';
import type { SavedPose } from '../../core/library/saved-pose.ts';
import { keptGoals, takePose } from '../../core/library/take-pose.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { commitEdit } from './editing.ts';
import { learntPoses } from './libraries/learnt-poses.ts';
import { shownPoses } from './libraries/shown-library.ts';
import { nearestSaved, savedByNearness } from './pose-seeds.ts';
import { shownPose, type Studio, type StudioState } from './studio.ts';

/** How many poses are offered. */
const MOST_OFFERED = 6;

/** The handle that is being pulled, or was pulled last and is still on screen as it was left. */
export function pulledHandle({ transient: { feedback, preview }, document }: StudioState): HandleName | null {
  if (!document || !feedback?.move || feedback.handle === null) return null;
  return (preview?.pose ?? document.history.present.pose) === feedback.outcome.pose ? feedback.handle : null;
}

/** The saved poses that have the pulled handle and the pins where they are now, the nearest first. */
export function posesThere(state: StudioState): readonly SavedPose[] {
  const handle = pulledHandle(state);
  const pose = shownPose(state);
  if (!state.document || handle === null || !pose) return [];
  const goals = keptGoals(state.document.rig, pose, keptNow(state, handle));
  return nearestSaved(state.document.rig.skeleton, learntPoses(state), goals, pose, MOST_OFFERED);
}

/** `poses` of the library that is shown, those first that have the pulled handle and the pins where they are now; null while no handle is pulled. */
export function libraryByPlace(state: StudioState, poses = shownPoses(state)): readonly SavedPose[] | null {
  const handle = pulledHandle(state);
  const pose = shownPose(state);
  if (!state.document || handle === null || !pose) return null;
  const { rig } = state.document;
  const learnt = learntPoses(state);
  const found = savedByNearness(rig.skeleton, learnt, keptGoals(rig, pose, keptNow(state, handle)), pose);
  if (!found || learnt === poses) return found;
  const byId = new Map(poses.map((saved) => [saved.id, saved]));
  return found.length < poses.length ? null : found.map(({ id }) => byId.get(id)!);
}

/** `pose` as a saved one has it, with pins and the pulled handle where they are. */
export function takenPose(state: StudioState, handle: HandleName, saved: SavedPose, pose: Pose): Pose {
  return state.document ? takePose(state.document.rig, pose, saved, keptNow(state, handle)).pose : pose;
}

/** Takes a saved pose for the whole body, pins and the pulled handle kept, as one step. */
export function takePoseThere(studio: Studio, saved: SavedPose, taken: Pose): void {
  commitEdit(studio, `Take “${saved.name}”`, (project) => setPose(project, taken));
}

function keptNow({ document }: StudioState, handle: HandleName): Pins {
  return { ...document?.history.present.pins, [handle]: { translation: true, rotation: false, weight: 1 } };
}
