import { clamp } from '../../math/angles.ts';

/**
 * What is done about the needs of one frame each, whose `severities` say how much of their bound each would take: all of a need within its bound, ever less
 * beyond, and nothing from half as much again on: what cannot be helped stays as it is. So does what is near it in time, with a bound less of severity in each
 * `release` frames. A small change of one frame's need changes little of what is done anywhere.
 */
export function needsWithin(needs: Float64Array, severities: Float64Array, release: number): Float64Array {
  const peaks = severities.slice();
  for (let frame = 1; frame < peaks.length; frame++) peaks[frame] = Math.max(peaks[frame]!, peaks[frame - 1]! - 1 / release);
  for (let frame = peaks.length - 2; frame >= 0; frame--) peaks[frame] = Math.max(peaks[frame]!, peaks[frame + 1]! - 1 / release);
  return needs.map((need, frame) => need * clamp(3 - 2 * peaks[frame]!, 0, 1));
}
