import { allTracks, keySize, poseOffset } from '../../../core/animation/clip.ts';
import { breakdownPose, pushPose } from '../../../core/animation/blend.ts';
import { clipKeyTimes } from '../../../core/animation/sampling.ts';
import { setKeyAt, showsUnkeyed } from '../../../core/document/edits/clips.ts';
import { setPose } from '../../../core/document/edits/posing.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { frameAt, poseAtTime, shownClip } from '../timeline/clips.ts';
import { commitEdit } from '../editing.ts';
import { partOfSelection } from '../part-of-selection.ts';
import { setPreview } from '../preview.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { wordingOf } from '../window/wording.ts';

/**
 * Ways of making a pose from the keys around it: `breakdown` is a share of the way from the one before (0) to the one after (1); `push` takes the pose
 * away from the in-between (above 0) or towards it (−1 is the in-between itself).
 */
export type TweenKind = 'breakdown' | 'push';

/** The poses of the keys before and after the playhead, and what of the body a tween is about. */
export interface Neighbours {
  readonly before: Pose;
  readonly after: Pose;
  /** Where the playhead stands between them, 0 to 1. */
  readonly share: number;
  /** Joints of the selected part of the body, −1 for the root's translation; undefined: all. */
  readonly joints: readonly number[] | undefined;
  /** Of what, in words. */
  readonly name: string;
}

/** The keys around the playhead; null where there is none on either side. */
export function neighboursOf(state: StudioState): Neighbours | null {
  const { document, session } = state;
  const clip = shownClip(state);
  if (!document || !clip) return null;
  const part = partOfSelection(state);
  const time = frameAt(clip, session.playback.time) / clip.fps;
  const half = 0.5 / clip.fps;
  const times = clipKeyTimes(clip, part?.joints);
  const from = times.findLast((each) => each < time - half);
  const to = times.find((each) => each > time + half);
  const [before, after] = [from, to].map((each) => (each === undefined ? null : poseAtTime(document, each)));
  if (from === undefined || to === undefined || !before || !after) return null;
  return {
    before,
    after,
    share: (time - from) / (to - from),
    joints: part?.joints,
    name: part?.name.toLowerCase() ?? 'whole body',
  };
}

/** Whether the playhead stands between two keys. */
export function hasNeighbours(state: StudioState): boolean {
  const clip = shownClip(state);
  if (!state.document || !clip) return false;
  const times = clipKeyTimes(clip, partOfSelection(state)?.joints);
  const { time } = state.session.playback;
  const half = 0.5 / clip.fps;
  return times.length > 1 && times[0]! < time - half && times.at(-1)! > time + half;
}

/** Shows a tween of `pose` without changing the document. */
export function previewTween(studio: Studio, kind: TweenKind, amount: number, pose: Pose): void {
  const tweened = tween(studio.getState(), kind, amount, pose);
  if (tweened) setPreview(studio, { pose: tweened, cause: 'blend' });
}

/** Makes a tween of `pose` and keys what it is about at the playhead, as one step of undo. */
export function commitTween(studio: Studio, kind: TweenKind, amount: number, pose: Pose): void {
  const state = studio.getState();
  const clip = shownClip(state);
  const neighbours = neighboursOf(state);
  const tweened = tween(state, kind, amount, pose);
  if (!state.document || !clip || !neighbours || !tweened) return;
  const { skeleton } = state.document.rig;
  const { time } = state.session.playback;
  commitEdit(studio, `${words(kind, amount)} at ${wordingOf(state).frame(frameAt(clip, time))}`, (project) =>
    setKeyAt(showsUnkeyed(project, time) ? setPose(project, tweened, time) : project, skeleton, time, tweened, neighbours.joints),
  );
}

/** The same of the pose on screen. */
export function tweenShownPose(studio: Studio, kind: TweenKind, amount: number): void {
  const pose = shownPose(studio.getState());
  if (pose) commitTween(studio, kind, amount, pose);
}

function tween(state: StudioState, kind: TweenKind, amount: number, pose: Pose): Pose | null {
  const neighbours = neighboursOf(state);
  if (!neighbours || !state.document) return null;
  const { before, after, share, joints } = neighbours;
  const moved = joints ?? allTracks(state.document.rig.skeleton);
  const whole =
    kind === 'breakdown' ? breakdownPose(before, after, amount, moved) : pushPose(before, after, share, pose, amount, moved);
  return clampPose(state.document.rig.skeleton, joints ? withJoints(pose, whole, joints) : whole).pose;
}

/** `pose` with some joints as in another one. */
function withJoints(pose: Pose, other: Pose, joints: readonly number[]): Pose {
  const result = pose.slice();
  for (const joint of joints) {
    const [at, size] = [poseOffset(joint, pose), keySize(joint)];
    result.set(other.subarray(at, at + size), at);
  }
  return result;
}

function words(kind: TweenKind, amount: number): string {
  if (kind === 'breakdown') return `Breakdown ${Math.round(100 * amount)} %`;
  return `${amount > 0 ? 'Push' : 'Relax'} ${Math.round(100 * Math.abs(amount))} %`;
}
