import type { Rig } from '../../humanoid/body/rig.ts';
import { angleBetween } from '../../math/quat.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import type { Clip } from '../clip.ts';
import { setKey } from '../keys.ts';
import { sampleClip } from '../sampling.ts';
import { isSameTime } from '../track-keys.ts';

/**
 * The clip with one joint inside its limit in the given frames, by more than `tolerance` radians: its keys there are brought in, and a frame between
 * keys that is still outside gets a key of its own, the worst first.
 */
export function bringInside(rig: Rig, clip: Clip, joint: number, frames: readonly number[], tolerance: number): Clip {
  const { skeleton } = rig;
  const track = clip.tracks.find((each) => each.joint === joint);
  let edited = clip;
  const clampAt = (time: number): { readonly pose: Pose; readonly excess: number } => {
    const pose = sampleClip(skeleton, edited, time);
    const inside = clampPose(skeleton, pose).pose;
    return { pose: inside, excess: angleBetween(rotationOf(inside, joint), rotationOf(pose, joint)) };
  };
  const bringIn = (time: number, pose: Pose) => {
    edited = setKeyExactly(edited, rig, time, pose, joint);
  };
  for (const time of track?.times ?? []) {
    const { pose, excess } = clampAt(time);
    if (excess > 0) bringIn(time, pose);
  }
  for (let round = 0; round < frames.length; round++) {
    const worst = frames
      .map((time) => ({ time, ...clampAt(time) }))
      .reduce((most, each) => (each.excess > most.excess ? each : most));
    if (worst.excess <= tolerance) break;
    bringIn(worst.time, worst.pose);
  }
  return edited;
}

/** A key of one joint at exactly this time, on a frame or not. */
function setKeyExactly(clip: Clip, rig: Rig, time: number, pose: Pose, joint: number): Clip {
  const track = clip.tracks.find((each) => each.joint === joint);
  const k = track?.times.findIndex((each) => isSameTime(each, time)) ?? -1;
  if (!track || k < 0) return setKey(clip, rig.skeleton, time, pose, [joint]);
  const values = [...track.values];
  values.splice(4 * k, 4, ...rotationOf(pose, joint));
  return { ...clip, tracks: clip.tracks.map((each) => (each === track ? { ...track, values } : each)) };
}
