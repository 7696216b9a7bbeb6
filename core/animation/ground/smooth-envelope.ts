import { cos, power } from '../../math/elementary.ts';

/** How closely the envelope of many bumps follows the highest of them, and how round it is where two meet. */
const SHARPNESS = 8;

/**
 * The smooth curve that is nowhere below what is asked for: each frame's part is a bump that begins at `from` and ends at `to` of that frame (cos², 0 outside),
 * and all bumps together are (Σ bump⁸)^(1/8).
 */
export function smoothEnvelope(
  asked: ArrayLike<number>,
  from: (frame: number) => number,
  to: (frame: number) => number,
): Float64Array {
  const sums = new Float64Array(asked.length);
  for (let frame = 0; frame < asked.length; frame++) {
    const height = asked[frame]!;
    if (!(height > 0)) continue;
    const [first, last] = [from(frame), to(frame)];
    for (let at = Math.max(0, Math.ceil(first)); at <= Math.min(asked.length - 1, last); at++) {
      const wide = at < frame ? frame - first : last - frame;
      const away = at === frame ? 0 : Math.abs(at - frame) / wide;
      const bump = height * cos((Math.PI / 2) * Math.min(1, away)) ** 2;
      sums[at]! += power(bump, SHARPNESS);
    }
  }
  return sums.map((sum) => (sum > 0 ? power(sum, 1 / SHARPNESS) : 0));
}

/** Values of `size` numbers a frame, each the mean of those around it weighted by cos² over `width` frames either way; the ends go on as they are. */
export function smoothed(values: Float64Array, size: number, width: number): Float64Array {
  const count = values.length / size;
  const result = new Float64Array(values.length);
  for (let frame = 0; frame < count; frame++) {
    let total = 0;
    for (let step = -width; step <= width; step++) {
      const weight = cos(((Math.PI / 2) * step) / (width + 1)) ** 2;
      const at = Math.min(count - 1, Math.max(0, frame + step));
      total += weight;
      for (let k = 0; k < size; k++) result[size * frame + k]! += weight * values[size * at + k]!;
    }
    for (let k = 0; k < size; k++) result[size * frame + k]! /= total;
  }
  return result;
}

/** The smooth curve that is nowhere above what is allowed: the least within `width` frames either way, smoothed over as many. */
export function smoothBelow(allowed: Float64Array, width: number): Float64Array {
  const least = allowed.map((_, frame) => Math.min(...allowed.subarray(Math.max(0, frame - width), frame + width + 1)));
  return smoothed(least, 1, width);
}
