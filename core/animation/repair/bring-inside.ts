import type { Rig } from '../../humanoid/body/rig.ts';
import { angleBetween } from '../../math/quat.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import type { Clip } from '../clip.ts';
import { setKey } from '../keys.ts';
import { sampleClip } from '../sampling.ts';
import { isSameTime } from '../track-keys.ts';

/**
 * The clip with one joint inside its limit, to within `tolerance` radians, at the given times (seconds, rising): its keys are brought in, and
 * where it is still outside between them, the worst time of each stretch that is outside gets a key, until none is left.
 */
export function bringInside(rig: Rig, clip: Clip, joint: number, times: readonly number[], tolerance: number): Clip {
  const { skeleton } = rig;
  const track = clip.tracks.find((each) => each.joint === joint);
  let edited = clip;
  const clampAt = (time: number): { readonly pose: Pose; readonly excess: number } => {
    const pose = sampleClip(skeleton, edited, time);
    const inside = clampPose(skeleton, pose).pose;
    return { pose: inside, excess: angleBetween(rotationOf(inside, joint), rotationOf(pose, joint)) };
  };
  const keyAt = (time: number, pose: Pose) => {
    edited = setKeyExactly(edited, rig, time, pose, joint);
  };
  for (const time of track?.times ?? []) {
    const { pose, excess } = clampAt(time);
    if (excess > 0) keyAt(time, pose);
  }
  for (let round = 0; round < times.length; round++) {
    const worst = worstOfEachStretch(
      times.map((time) => ({ time, ...clampAt(time) })),
      tolerance,
    );
    if (worst.length === 0) break;
    for (const { time, pose } of worst) keyAt(time, pose);
  }
  return edited;
}

/** Of each row of moments that are outside by more than `tolerance` radians, the one that is farthest outside. */
function worstOfEachStretch<Moment extends { readonly excess: number }>(moments: readonly Moment[], tolerance: number): Moment[] {
  const worst: Moment[] = [];
  let isOutside = false;
  for (const moment of moments) {
    const wasOutside = isOutside;
    isOutside = moment.excess > tolerance;
    if (!isOutside) continue;
    if (!wasOutside) worst.push(moment);
    else if (moment.excess > worst.at(-1)!.excess) worst[worst.length - 1] = moment;
  }
  return worst;
}

/** A key of one joint at exactly this time, on a frame or not. */
function setKeyExactly(clip: Clip, rig: Rig, time: number, pose: Pose, joint: number): Clip {
  const track = clip.tracks.find((each) => each.joint === joint);
  const k = track?.times.findIndex((each) => isSameTime(each, time)) ?? -1;
  if (!track || k < 0) return setKey(rig.skeleton, clip, time, pose, [joint]);
  const values = [...track.values];
  values.splice(4 * k, 4, ...rotationOf(pose, joint));
  return { ...clip, tracks: clip.tracks.map((each) => (each === track ? { ...track, values } : each)) };
}
