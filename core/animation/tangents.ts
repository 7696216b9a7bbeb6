import { conjugate, multiply, type Quat } from '../math/quat.ts';
import { tangentBetween } from './between-keys.ts';
import { keySize, type Tangents, type Track } from './clip.ts';
import { sampleTrack } from './sampling.ts';

/** Rounds in which the tangents of rotations are found: each knows better how far the curve leaves length 1 before it is brought back. */
const ROUNDS = 3;
/** How much tangents hold to the straight way, beside what the frames between ask for: it decides what these leave open. */
const STRAIGHTNESS = 1e-4;

/**
 * The tangents between two frames, the first before the second, with which the way between them comes nearest to the frames between (least squares).
 * `values` holds a key of `joint` for each frame, in the way of a {@link Track}.
 */
export function fitTangents(joint: number, values: readonly number[], from: number, to: number): Tangents {
  const size = keySize(joint);
  const valueAt = (frame: number) => values.slice(size * frame, size * (frame + 1));
  const [first, second] = [valueAt(from), valueAt(to)];
  if (size !== 4) {
    const [out, back] = leastSquares(values, size, from, to, () => 1);
    return { out, in: back };
  }
  let tangents: Tangents = { out: [0, 0, 0], in: [0, 0, 0] };
  let lengthAt: (frame: number) => number = () => 1;
  for (let round = 0; round < ROUNDS; round++) {
    const [out, back] = leastSquares(values, size, from, to, lengthAt);
    tangents = { out: turnOf(first, out), in: turnOf(second, back) };
    const [early, late] = [stepOf(first, tangents.out), stepOf(second, tangents.in)];
    lengthAt = (frame) => {
      const { ofFirst, ofOut, ofSecond, ofIn } = weightsAt((frame - from) / (to - from));
      const point = first.map((each, c) => ofFirst * each + ofOut * early[c]! + ofSecond * second[c]! + ofIn * late[c]!);
      return Math.sqrt(point.reduce((sum, each) => sum + each * each, 0));
    };
  }
  return tangents;
}

/** What a cubic Bézier curve is made of after a share of the way: its ends, and the steps from them to its inner points. */
function weightsAt(u: number): {
  readonly ofFirst: number;
  readonly ofOut: number;
  readonly ofSecond: number;
  readonly ofIn: number;
} {
  const v = 1 - u;
  const [ofOut, ofIn] = [3 * v * v * u, 3 * v * u * u];
  return { ofFirst: v * v * v + ofOut, ofOut, ofSecond: ofIn + u * u * u, ofIn };
}

/** The steps from two frames to the inner points between them, component by component, where the curve has these lengths at the frames between. */
function leastSquares(
  values: readonly number[],
  size: number,
  from: number,
  to: number,
  lengthAt: (frame: number) => number,
): readonly [out: readonly number[], back: readonly number[]] {
  let [outOut, outIn, inIn] = [0, 0, 0];
  const right = [new Float64Array(size), new Float64Array(size)] as const;
  for (let frame = from + 1; frame < to; frame++) {
    const { ofFirst, ofOut, ofSecond, ofIn } = weightsAt((frame - from) / (to - from));
    outOut += ofOut * ofOut;
    outIn += ofOut * ofIn;
    inIn += ofIn * ofIn;
    const length = lengthAt(frame);
    for (let c = 0; c < size; c++) {
      const wanted = length * values[size * frame + c]! - ofFirst * values[size * from + c]! - ofSecond * values[size * to + c]!;
      right[0][c]! += ofOut * wanted;
      right[1][c]! += ofIn * wanted;
    }
  }
  const hold = STRAIGHTNESS * (1 + outOut);
  const third = (c: number) => (values[size * to + c]! - values[size * from + c]!) / 3;
  const determinant = (outOut + hold) * (inIn + hold) - outIn * outIn;
  const solved = Array.from({ length: size }, (_, c) => {
    const [a, b] = [right[0][c]! + hold * third(c), right[1][c]! - hold * third(c)];
    return [(a * (inIn + hold) - b * outIn) / determinant, (b * (outOut + hold) - a * outIn) / determinant] as const;
  });
  return [solved.map(([out]) => out), solved.map(([, back]) => back)];
}

/** The rotation vector, in the frame of a unit quaternion, of a step from it: 2 q⁻¹ s, of which the part along q is no turn. */
function turnOf(quat: readonly number[], step: readonly number[]): readonly number[] {
  const [x, y, z] = multiply(conjugate(quat as unknown as Quat), step as unknown as Quat);
  return [2 * x, 2 * y, 2 * z];
}

/** The step from a unit quaternion of a rotation vector in its frame: ½ q (ω, 0). */
function stepOf(quat: readonly number[], [x, y, z]: readonly number[]): readonly number[] {
  return multiply(quat as unknown as Quat, [x! / 2, y! / 2, z! / 2, 0]);
}

/**
 * The tangents of the two parts into which a key at `share` cuts the way on from key number `key`: with the value there, each part stays on the
 * way as it was, but for what bringing rotations back to length 1 changes.
 */
export function splitTangents(
  track: Track,
  key: number,
  tangents: Tangents,
  share: number,
): readonly [before: Tangents, after: Tangents] {
  const speed = speedAt(track, key, tangents, share);
  const scaled = (tangent: readonly number[], by: number) => tangent.map((each) => by * each);
  return [
    { out: scaled(tangents.out, share), in: scaled(speed, -share / 3) },
    { out: scaled(speed, (1 - share) / 3), in: scaled(tangents.in, 1 - share) },
  ];
}

/** Share of the way over which a speed is measured. */
const STEP = 1e-5;

/** How fast a track goes after a share of the way on from a key, per whole way: of a rotation the turn in its own frame. */
function speedAt(track: Track, key: number, tangents: Tangents, share: number): readonly number[] {
  const size = keySize(track.joint);
  const [before, here, after] = [-STEP, 0, STEP].map((step) => {
    const out = new Float64Array(size);
    tangentBetween(track, key, tangents, share + step, out, 0);
    return [...out];
  }) as [number[], number[], number[]];
  const way = after.map((each, c) => (each - before[c]!) / (2 * STEP));
  return size === 4 ? turnOf(here, way) : way;
}

/** Share of a way over which the speed at its end is measured, twice. */
const SHORT = 1e-4;

/**
 * How fast a track leaves a key (`side` 0) on the way to the next, or arrives there (1): radians a second in the joint's own frame, metres or weight a second.
 * By a one-sided difference of second order, (4 f(h) − f(2h) − 3 f(0)) / 2h.
 */
export function speedOnWay(track: Track, key: number, side: 0 | 1): readonly number[] {
  const size = keySize(track.joint);
  const step = (side === 0 ? SHORT : -SHORT) * (track.times[key + 1]! - track.times[key]!);
  const values = new Float64Array(size);
  const [here, near, far] = [0, 1, 2].map((steps) => {
    sampleTrack(track, track.times[key + side]! + steps * step, values, 0);
    return [...values];
  }) as [number[], number[], number[]];
  // Beside a key whose quaternion has the other sign the samples have it too.
  const sign = size === 4 && here.reduce((sum, each, c) => sum + each * near[c]!, 0) < 0 ? -1 : 1;
  const way = here.map((each, c) => (sign * (4 * near[c]! - far[c]!) - 3 * each) / (2 * step));
  return size === 4 ? turnOf(here, way) : way;
}
