import { breakdownPose, pushPose } from '../animation/blend.ts';
import { allTracks, keySize, poseOffset } from '../animation/clip.ts';
import { clipKeyTimes, sampleClip } from '../animation/sampling.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { clampPose } from '../skeleton/limit-state.ts';
import type { Pose } from '../skeleton/pose.ts';
import { activeClip, setKeyAt, showsUnkeyed } from './edits/clips.ts';
import { setPose } from './edits/posing.ts';
import { playedActiveClip, type RigOfActor } from './played-scene.ts';
import type { Project } from './project.ts';

/**
 * Ways of making a pose from the keys around it: `breakdown` is a share of the way from the one before (0) to the one after (1); `push` takes the pose
 * away from the in-between (above 0) or towards it (−1 is the in-between itself).
 */
export type TweenKind = 'breakdown' | 'push';

/** What a tween is about: joints of a part of the body, −1 for the root's translation; undefined for all of it. */
export type TweenJoints = readonly number[] | undefined;

/** The poses of the keys before and after a moment. */
export interface KeysAround {
  readonly before: Pose;
  readonly after: Pose;
  /** Where the moment is between them, 0 to 1. */
  readonly share: number;
}

/** Times, seconds, of the keys around the frame of the clip on the timeline that is nearest to `time`; null where there is none on either side. */
export function keyTimesAround(project: Project, time: number, joints: TweenJoints): readonly [number, number] | null {
  const clip = activeClip(project);
  const half = 0.5 / clip.fps;
  const at = Math.round(time * clip.fps) / clip.fps;
  const times = clipKeyTimes(clip, joints);
  const from = times.findLast((each) => each < at - half);
  const to = times.find((each) => each > at + half);
  return from === undefined || to === undefined ? null : [from, to];
}

/** What the clip on the timeline shows at those keys. `rig` is that of the actor that is worked on. */
export function keysAround(project: Project, rig: Rig, rigOf: RigOfActor, time: number, joints: TweenJoints): KeysAround | null {
  const times = keyTimesAround(project, time, joints);
  if (!times) return null;
  const [from, to] = times;
  const { fps } = activeClip(project);
  const played = playedActiveClip(project, rig, rigOf);
  const [before, after] = times.map((each) => sampleClip(rig.skeleton, played, each)) as [Pose, Pose];
  return { before, after, share: (Math.round(time * fps) / fps - from) / (to - from) };
}

/** `pose` with the joints that a tween is about made from the keys around it, inside their limits. */
export function tweenPose(
  { skeleton }: Rig,
  pose: Pose,
  { before, after, share }: KeysAround,
  { kind, amount, joints }: { readonly kind: TweenKind; readonly amount: number; readonly joints: TweenJoints },
): Pose {
  const moved = joints ?? allTracks(skeleton);
  const whole =
    kind === 'breakdown' ? breakdownPose(before, after, amount, moved) : pushPose(before, after, share, pose, amount, moved);
  return clampPose(skeleton, joints ? withJoints(pose, whole, joints) : whole).pose;
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

/** The project with what a tween is about keyed at `time`, seconds, as `tweened` has it; the rest of the pose on screen there stays on screen. */
export function keyTween(project: Project, { skeleton }: Rig, time: number, tweened: Pose, joints: TweenJoints): Project {
  const posed = showsUnkeyed(project, time) ? setPose(project, tweened, time) : project;
  return setKeyAt(posed, skeleton, time, tweened, joints);
}

/** What the step of a tween is called. */
export function tweenLabel(kind: TweenKind, amount: number): string {
  if (kind === 'breakdown') return `Breakdown ${Math.round(100 * amount)} %`;
  return `${amount > 0 ? 'Push' : 'Relax'} ${Math.round(100 * Math.abs(amount))} %`;
}
