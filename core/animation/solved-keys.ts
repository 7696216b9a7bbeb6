import type { Rig } from '../humanoid/body/rig.ts';
import { KEY_TIME_TOLERANCE } from '../math/tolerances.ts';
import { restPose, type Pose } from '../skeleton/pose.ts';
import { keySize, poseOffset, type Clip, type Track } from './clip.ts';
import { clipKeyTimes, sampleClip } from './sampling.ts';

/** Values that were solved for, by joint (−1 for the root's translation) and then by the time of a frame, seconds. */
export type SolvedValues = ReadonlyMap<number, ReadonlyMap<number, readonly number[]>>;

/**
 * The clip with the solved values as keys. A joint that got some is keyed on every frame from its first key to its last, so that
 * it moves straight from frame to frame; elsewhere it shows what it showed before.
 */
export function withSolvedKeys(rig: Rig, clip: Clip, solved: SolvedValues): Clip {
  const { skeleton } = rig;
  const pose: Pose = restPose(skeleton);
  const tracks = new Map(clip.tracks.map((track) => [track.joint, track]));
  const sorted = keyTimes(clip, solved);
  for (const joint of solved.keys()) tracks.set(joint, { joint, interpolation: 'linear', times: sorted, values: [] });
  const values = new Map([...solved.keys()].map((joint) => [joint, [] as number[]]));
  for (const time of sorted) {
    sampleClip(skeleton, clip, time, pose);
    for (const [joint, list] of values) {
      const [at, size] = [poseOffset(joint, pose), keySize(joint)];
      const value = solved.get(joint)!.get(time) ?? [...pose.subarray(at, at + size)];
      const start = list.length - size;
      const cosine = start < 0 || size !== 4 ? 1 : value.reduce((sum, v, c) => sum + v * list[start + c]!, 0);
      list.push(...(cosine < 0 ? value.map((v) => -v) : value));
    }
  }
  const filled = [...tracks.values()].map((track): Track => {
    const list = values.get(track.joint);
    return list ? { ...track, values: list } : track;
  });
  return { ...clip, tracks: filled.sort((a, b) => a.joint - b.joint) };
}

/** Every frame from the first key, or the first solved value, to the last, and every key that is on no frame; none between two solved frames. */
function keyTimes(clip: Clip, solved: SolvedValues): number[] {
  const solvedTimes = new Set([...solved.values()].flatMap((values) => [...values.keys()]));
  const keys = clipKeyTimes(clip);
  const [first, last] = [Math.min(...keys.slice(0, 1), ...solvedTimes), Math.max(...keys.slice(-1), ...solvedTimes)];
  const [from, to] = [Math.ceil(first * clip.fps - KEY_TIME_TOLERANCE), Math.floor(last * clip.fps + KEY_TIME_TOLERANCE)];
  const frames = Array.from({ length: to - from + 1 }, (_, i) => (from + i) / clip.fps);
  const times: number[] = [];
  for (const time of [...new Set([...frames, ...keys, ...solvedTimes])].sort((a, b) => a - b)) {
    const before = times.at(-1);
    const isSame = before !== undefined && time - before < KEY_TIME_TOLERANCE;
    if (!isSame) times.push(time);
    else if (solvedTimes.has(time)) times[times.length - 1] = time;
  }
  return times.filter((time, i) => {
    const isBetween = solvedTimes.has(times[i - 1] ?? NaN) && solvedTimes.has(times[i + 1] ?? NaN);
    return solvedTimes.has(time) || !isBetween || times[i + 1]! - times[i - 1]! > 1 / clip.fps + KEY_TIME_TOLERANCE;
  });
}
