import { acos, sin } from '../math/elementary.ts';
import { keySize, type Tangents, type Track } from './clip.ts';

/**
 * Writes the value at `share` (0 to 1, or a little beyond) between `key` and the next: SLERP along the short way for rotations
 * ((sin((1−u)θ) a + sin(uθ) b) / sin θ, Shoemake 1985), a straight line for the root and for weights.
 */
export function linearBetween(track: Track, key: number, share: number, out: Float64Array, at: number): void {
  const size = keySize(track.joint);
  const { values } = track;
  const a = size * key;
  const b = a + size;
  let weightA = 1 - share;
  let weightB = share;
  if (size !== 4) {
    for (let c = 0; c < size; c++) out[at + c] = weightA * values[a + c]! + weightB * values[b + c]!;
    return;
  }
  let cosine = 0;
  for (let c = 0; c < 4; c++) cosine += values[a + c]! * values[b + c]!;
  const sign = cosine < 0 ? -1 : 1;
  cosine *= sign;
  // General case; below it (angle under about 1e-4 rad) the linear weights are exact to 1e-9.
  if (cosine < 1 - 1e-9) {
    const theta = acos(cosine);
    const sine = sin(theta);
    weightA = sin((1 - share) * theta) / sine;
    weightB = sin(share * theta) / sine;
  }
  weightB *= sign;
  for (let c = 0; c < 4; c++) out[at + c] = weightA * values[a + c]! + weightB * values[b + c]!;
  normalizeInPlace(out, at);
}

/**
 * Writes the value at `share` between `key` and the next on a cubic Hermite curve through all keys, component by component;
 * rotations are then brought back to length 1. Slopes are the weighted harmonic means of Fritsch and Butland (1984), so the
 * curve never overshoots: two equal keys hold still, and a foot on the floor stays on it.
 */
export function cubicBetween(track: Track, key: number, share: number, out: Float64Array, at: number): void {
  const size = keySize(track.joint);
  const { times, values } = track;
  const span = times[key + 1]! - times[key]!;
  const signBefore = key > 0 ? signTowards(track, key - 1, key) : 1;
  const signAfter = signTowards(track, key + 1, key);
  const signLast = key + 2 < times.length ? signAfter * signTowards(track, key + 2, key + 1) : 1;
  const u2 = share * share;
  const u3 = u2 * share;
  for (let c = 0; c < size; c++) {
    const at0 = size * key + c;
    const from = values[at0]!;
    const to = signAfter * values[at0 + size]!;
    const slope = (to - from) / span;
    let slopeFrom = slope;
    let slopeTo = slope;
    if (key > 0) {
      const before = times[key]! - times[key - 1]!;
      slopeFrom = harmonicSlope((from - signBefore * values[at0 - size]!) / before, slope, before, span);
    }
    if (key + 2 < times.length) {
      const after = times[key + 2]! - times[key + 1]!;
      slopeTo = harmonicSlope(slope, (signLast * values[at0 + 2 * size]! - to) / after, span, after);
    }
    // Hermite: (2u³−3u²+1) p₀ + (u³−2u²+u) h m₀ + (3u²−2u³) p₁ + (u³−u²) h m₁
    out[at + c] =
      (2 * u3 - 3 * u2 + 1) * from +
      (u3 - 2 * u2 + share) * span * slopeFrom +
      (3 * u2 - 2 * u3) * to +
      (u3 - u2) * span * slopeTo;
  }
  if (size === 4) normalizeInPlace(out, at);
}

/**
 * Writes the value at `share` between `key` and the next on the cubic Bézier curve whose inner points the tangents give. Of rotations these are
 * q + ½ q (ω, 0): the curve leaves q with three times ω as its turn per whole way. Allocates nothing.
 */
export function tangentBetween(
  track: Track,
  key: number,
  tangents: Tangents,
  share: number,
  out: Float64Array,
  at: number,
): void {
  const size = keySize(track.joint);
  const { values } = track;
  const a = size * key;
  const b = a + size;
  const left = 1 - share;
  const sign = signTowards(track, key + 1, key);
  // Bernstein: (1−u)³ + 3(1−u)²u, 3(1−u)²u, 3(1−u)u², 3(1−u)u² + u³; the inner points count from their keys.
  const early = 3 * left * left * share;
  const late = 3 * left * share * share;
  const first = left * left * left + early;
  const second = sign * (late + share * share * share);
  for (let c = 0; c < size; c++) out[at + c] = first * values[a + c]! + second * values[b + c]!;
  if (size !== 4) {
    for (let c = 0; c < size; c++) out[at + c] = out[at + c]! + early * tangents.out[c]! + late * tangents.in[c]!;
    return;
  }
  addTurned(values, a, tangents.out, early / 2, out, at);
  addTurned(values, b, tangents.in, (sign * late) / 2, out, at);
  normalizeInPlace(out, at);
}

/** Adds `weight` times the product q (ω, 0) of the quaternion at `from` and a rotation vector. */
function addTurned(
  values: readonly number[],
  from: number,
  turn: readonly number[],
  weight: number,
  out: Float64Array,
  at: number,
): void {
  const x = values[from]!;
  const y = values[from + 1]!;
  const z = values[from + 2]!;
  const w = values[from + 3]!;
  const tx = turn[0]!;
  const ty = turn[1]!;
  const tz = turn[2]!;
  out[at] = out[at]! + weight * (w * tx + y * tz - z * ty);
  out[at + 1] = out[at + 1]! + weight * (w * ty - x * tz + z * tx);
  out[at + 2] = out[at + 2]! + weight * (w * tz + x * ty - y * tx);
  out[at + 3] = out[at + 3]! - weight * (x * tx + y * ty + z * tz);
}

/** −1 when the quaternion of `key` lies in the hemisphere opposite to that of `reference`; 1 otherwise and where there is no quaternion. */
function signTowards(track: Track, key: number, reference: number): number {
  if (keySize(track.joint) !== 4) return 1;
  const { values } = track;
  let cosine = 0;
  for (let c = 0; c < 4; c++) cosine += values[4 * key + c]! * values[4 * reference + c]!;
  return cosine < 0 ? -1 : 1;
}

/**
 * The slope at a key between a slope before it and one after it, over these spans of time: their weighted harmonic mean (Fritsch and Butland 1984), 0 where
 * they are opposite.
 */
export function harmonicSlope(before: number, after: number, spanBefore: number, spanAfter: number): number {
  if (before * after <= 0) return 0;
  const weightBefore = 2 * spanAfter + spanBefore;
  const weightAfter = spanAfter + 2 * spanBefore;
  return (weightBefore + weightAfter) / (weightBefore / before + weightAfter / after);
}

function normalizeInPlace(out: Float64Array, at: number): void {
  const x = out[at]!;
  const y = out[at + 1]!;
  const z = out[at + 2]!;
  const w = out[at + 3]!;
  const norm = Math.sqrt(x * x + y * y + z * z + w * w);
  out[at] = x / norm;
  out[at + 1] = y / norm;
  out[at + 2] = z / norm;
  out[at + 3] = w / norm;
}
