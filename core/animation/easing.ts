import { checkCoordinates, checkNumbers } from '../math/check-numbers.ts';
import { spellOut } from '../math/check-values.ts';
import { INTERPOLATIONS, tangentSize, type EasedName, type Interpolation, type Tangents, type TimeHandles } from './clip.ts';

/** How far `overshoot` goes beyond the next key: by a tenth of the way from the key before (the constant of Penner, 2001). */
const BACK = 1.70158;

/** Least and greatest share of the way at which a handle can stand. */
export const HANDLE_RANGE: readonly [least: number, most: number] = [-2, 3];

/**
 * The named easings as handles. With the handles’ times at a third and two thirds the curve’s parameter is the share of the time u itself, and every cubic in u
 * can be written so: u; 3u² − 2u³; u²; 1 − (1−u)²; and 1 − (s+1)(1−u)³ + s(1−u)² (Penner 2001), which goes beyond 1 and comes back.
 */
const NAMED: Readonly<Record<EasedName, TimeHandles>> = {
  linear: [1 / 3, 1 / 3, 2 / 3, 2 / 3],
  ease: [1 / 3, 0, 2 / 3, 1],
  easeIn: [1 / 3, 0, 2 / 3, 1 / 3],
  easeOut: [1 / 3, 2 / 3, 2 / 3, 1],
  overshoot: [1 / 3, 1 + BACK / 3, 2 / 3, 1],
};

/** The handles in time of a way between two keys; null for those that have none: holding, the smooth way, which the keys around shape, and tangents. */
export function timeHandles(interpolation: Interpolation): TimeHandles | null {
  if (typeof interpolation !== 'string') return hasTangents(interpolation) ? null : interpolation;
  return interpolation === 'step' || interpolation === 'cubic' ? null : NAMED[interpolation];
}

/** Whether a way between two keys is shaped by tangents. */
export function hasTangents(interpolation: Interpolation | null): interpolation is Tangents {
  return typeof interpolation === 'object' && interpolation !== null && !Array.isArray(interpolation);
}

/** A way between two keys, its tangents changed where it has any. */
export function changedTangents(way: Interpolation, change: (tangent: readonly number[]) => readonly number[]): Interpolation {
  return hasTangents(way) ? { out: change(way.out), in: change(way.in) } : way;
}

/** Whether two ways between keys are the same. */
export function sameInterpolation(a: Interpolation | null, b: Interpolation | null): boolean {
  if (a === b) return true;
  if (hasTangents(a) && hasTangents(b)) return sameNumbers(a.out, b.out) && sameNumbers(a.in, b.in);
  return Array.isArray(a) && Array.isArray(b) && sameNumbers(a, b);
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

/** Whether two ways between keys are of one kind: the same, or both shaped by tangents, which differ from joint to joint. */
export function sameKind(a: Interpolation | null, b: Interpolation | null): boolean {
  return sameInterpolation(a, b) || (hasTangents(a) && hasTangents(b));
}

/** The same way gone backwards. */
export function backwards(interpolation: Interpolation): Interpolation {
  if (interpolation === 'easeIn') return 'easeOut';
  if (interpolation === 'easeOut') return 'easeIn';
  if (hasTangents(interpolation)) return { out: interpolation.in, in: interpolation.out };
  if (typeof interpolation === 'string' && interpolation !== 'overshoot') return interpolation;
  const [x1, y1, x2, y2] = timeHandles(interpolation)!;
  return [1 - x2, 1 - y2, 1 - x1, 1 - y1];
}

/** Stands here because every frame that is sampled is checked, and allocates nothing. */
const NO_JOINTS: readonly number[] = [];

/** Throws a `RangeError` of one sentence unless it is a way between two keys: of each of `joints`, as far as it has tangents. */
export function checkInterpolation(interpolation: Interpolation, joints: readonly number[] = NO_JOINTS): void {
  if (hasTangents(interpolation)) {
    const sizes =
      joints.length > 0 ? joints.map(tangentSize) : [Array.isArray(interpolation.out) && interpolation.out.length === 1 ? 1 : 3];
    for (const size of sizes) {
      checkCoordinates(interpolation.out, size, 'the tangent out of a key');
      checkCoordinates(interpolation.in, size, 'the tangent into a key');
    }
    return;
  }
  if (typeof interpolation === 'string') {
    if (INTERPOLATIONS.includes(interpolation)) return;
    throw new RangeError(
      `a way between keys is one of ${INTERPOLATIONS.join(', ')}, four numbers or two tangents, got ${spellOut(interpolation)}`,
    );
  }
  checkNumbers(interpolation, 4, 'the handles between two keys');
  const [x1, y1, x2, y2] = interpolation;
  const [least, most] = HANDLE_RANGE;
  const isInside = [x1, x2].every((x) => x >= 0 && x <= 1) && [y1, y2].every((y) => y >= least && y <= most);
  if (isInside) return;
  throw new RangeError(
    `handles between two keys must have times from 0 to 1 and shares from ${least} to ${most}, got ${spellOut(interpolation)}`,
  );
}

/** Halvings after which the parameter is exact to the last digits, at most. */
const MOST_HALVINGS = 60;
/** Difference in the share of the time that is none. */
const EXACT = 1e-14;

/**
 * The share of the way that is gone after the share `u` of the time, 0 to 1: y(t) of the cubic Bézier curve from (0, 0) to (1, 1) at the t with x(t) = u,
 * where x(t) = 3(1−t)²t x₁ + 3(1−t)t² x₂ + t³ and y(t) alike. It can be below 0 and above 1. Allocates nothing.
 */
export function eased(handles: TimeHandles, u: number): number {
  const x1 = handles[0];
  const x2 = handles[2];
  const isPlain = x1 === 1 / 3 && x2 === 2 / 3;
  return bezier(handles[1], handles[3], isPlain ? u : parameterAt(x1, x2, u));
}

/** The t with x(t) = u: x rises with t, so Newton’s steps are kept inside an interval that shrinks around it. */
function parameterAt(x1: number, x2: number, u: number): number {
  let low = 0;
  let high = 1;
  let t = u;
  for (let round = 0; round < MOST_HALVINGS; round++) {
    const away = bezier(x1, x2, t) - u;
    if (Math.abs(away) < EXACT) break;
    if (away > 0) high = t;
    else low = t;
    // x′(t) = 3(1−t)² x₁ + 6(1−t)t (x₂−x₁) + 3t² (1−x₂)
    const slope = 3 * (1 - t) * (1 - t) * x1 + 6 * (1 - t) * t * (x2 - x1) + 3 * t * t * (1 - x2);
    const next = t - away / slope;
    t = next > low && next < high ? next : (low + high) / 2;
  }
  return t;
}

function bezier(a: number, b: number, t: number): number {
  const left = 1 - t;
  return 3 * left * left * t * a + 3 * left * t * t * b + t * t * t;
}
