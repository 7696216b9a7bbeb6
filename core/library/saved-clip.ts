import { copyChosen, deleteChosen, keysWithin, pasteKeys } from '../animation/chosen-keys.ts';
import { ROOT_TRACK, type Clip, type Track } from '../animation/clip.ts';
import { letGoWithin } from '../animation/holding/contact-spans.ts';
import { sampleClip } from '../animation/sampling.ts';
import { checkClip } from '../animation/check-clip.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { checkFinite } from '../math/check-numbers.ts';
import { capturePose, type CaptureSettings } from './apply.ts';
import { checkSavedPose } from './check-saved-poses.ts';
import type { SavedPose } from './saved-pose.ts';

/** Keeps the body of a clip as it is played, without layers, contacts and expressions, as an item of a library; its pose is the clip's in the middle. */
export function captureClip(rig: Rig, clip: Clip, settings: CaptureSettings): SavedPose {
  checkRig(rig);
  checkClip(clip, 'the clip');
  const { duration, fps, loop } = clip;
  const tracks = clip.tracks.filter(({ joint }) => isBodily(joint));
  const saved = capturePose(rig.skeleton, sampleClip(rig.skeleton, clip, duration / 2), settings);
  return { ...saved, joints: saved.joints.filter(isBodily), motion: { duration, fps, loop, tracks } };
}

/** Whether a track is of a joint or the root, and not of an expression. */
function isBodily(joint: number): boolean {
  return joint >= ROOT_TRACK;
}

/**
 * The clip with a saved one in it from `time` on, in seconds: in the joints that the saved one speaks of, and of these, when `joints` is given, only in
 * those (−1 for the root translation). Keys and contacts that these had meanwhile are gone; the clip grows where the saved one is longer than what is left of it. Throws a
 * `RangeError` for a saved pose that stands still.
 */
export function insertSavedClip(
  rig: Rig,
  clip: Clip,
  saved: SavedPose,
  time: number,
  joints: readonly number[] = saved.joints,
): Clip {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkSavedPose(saved, 'the saved clip', rig.skeleton);
  checkFinite(time, 'the time');
  const { motion, id, name } = saved;
  if (!motion) throw new RangeError(`a saved clip must have a motion, but the pose "${name}" stands still`);
  const allowed = new Set(joints);
  const spoken = saved.joints.filter((joint) => allowed.has(joint));
  // A joint that rests in the saved clip has no track there: it is brought to rest.
  const resting = clip.tracks.flatMap(({ joint }) =>
    spoken.includes(joint) && !motion.tracks.some((track) => track.joint === joint) ? [restTrack(joint, motion.duration)] : [],
  );
  const whole: Clip = { id, name, ...motion, tracks: [...motion.tracks, ...resting] };
  const copied = copyChosen(rig, whole, keysWithin(whole, 0, motion.duration, spoken));
  if (!copied) return clip;
  const first = Math.min(...whole.tracks.filter(({ joint }) => spoken.includes(joint)).map(({ times }) => times[0]!));
  const to = time + motion.duration;
  const cleared = letGoWithin(rig, deleteChosen(clip, keysWithin(clip, time, to, spoken)), spoken, { from: time, to });
  return pasteKeys(cleared, copied, time + first).clip;
}

function restTrack(joint: number, duration: number): Track {
  const rest = joint === ROOT_TRACK ? [0, 0, 0] : [0, 0, 0, 1];
  return { joint, interpolation: 'linear', times: [0, duration], values: [...rest, ...rest] };
}
