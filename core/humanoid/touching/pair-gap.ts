import { capsuleGap } from '../../contact/capsule-gap.ts';
import { createTouch, type Surface } from '../../contact/touch.ts';
import { nearestOnSegments, type NearestOnSegments } from '../../math/segments.ts';
import { add, lerp, scale, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';

/** Surfaces by the index of what stands for them among capsules; none for a capsule. */
export type Surfaces = readonly (KnownSurface | undefined)[];

/** A surface with where segments were last and how far they were from it. */
export interface KnownSurface extends Surface {
  /** Of each capsule {@link KNOWN} numbers: the ends of its axis, metres between it and the surface, and up to how many these are exact. NaN at first. */
  readonly known: Float64Array;
}

/** Numbers a capsule in what is known of a surface. */
export const KNOWN = 8;
/** Metres that a capsule may go until it is looked for anew, where it is as far beyond what it is asked for. */
const MARGIN = 0.05;

/** How two capsules' axes, or a capsule's axis and a surface, are to each other. */
interface Nearness {
  /** The nearest point of the first's axis. */
  readonly point: Vec3;
  /** Unit vector from the second to the first: the way out for the first. */
  readonly normal: Vec3;
}

/** The way out of what crosses an axis: any will do. */
const UP: Vec3 = [0, 1, 0];

const near: NearestOnSegments = { first: 0, second: 0, square: 0 };
const touch = /* @__PURE__ */ createTouch();

/**
 * Metres between the axes of two capsules whose ends are in `placed`, 6 numbers each; of a surface, which always is the second, from the first's axis to it,
 * negative inside. Anything from `reach` on stands for what is as far.
 */
export function axesApart(surfaces: Surfaces, placed: Float64Array, first: number, second: number, reach: number): number {
  const surface = surfaces[second];
  if (surface) return capsuleGap(surface, vec3At(placed, 2 * first), vec3At(placed, 2 * first + 1), 0, touch, reach);
  if (isFar(placed, first, second, reach)) return reach;
  nearestOnSegments(placed, 6 * first, 6 * first + 3, 6 * second, 6 * second + 3, near);
  return Math.sqrt(near.square);
}

/**
 * {@link axesApart} by what is known, without where: a segment whose ends went no way is as far from a surface as it was, and one whose ends went a way no
 * nearer than that less the way.
 */
export function knownApart(surfaces: Surfaces, placed: Float64Array, first: number, second: number, reach: number): number {
  const known = surfaces[second]?.known;
  if (!known) return axesApart(surfaces, placed, first, second, reach);
  const at = KNOWN * first;
  let square = 0;
  for (let end = 0; end < 6; end += 3) {
    const dx = placed[6 * first + end]! - known[at + end]!;
    const dy = placed[6 * first + end + 1]! - known[at + end + 1]!;
    const dz = placed[6 * first + end + 2]! - known[at + end + 2]!;
    square = Math.max(square, dx * dx + dy * dy + dz * dz);
  }
  const apart = known[at + 6]!;
  if (apart - Math.sqrt(square) >= reach) return reach;
  if (square === 0 && apart < known[at + 7]!) return apart;
  for (let k = 0; k < 6; k++) known[at + k] = placed[6 * first + k]!;
  known[at + 7] = reach + MARGIN;
  return (known[at + 6] = axesApart(surfaces, placed, first, second, reach + MARGIN));
}

/** Where the pair is nearest to each other: of the one whose distance, `apart`, {@link axesApart} has just given. */
export function nearnessOf(surfaces: Surfaces, placed: Float64Array, first: number, second: number, apart: number): Nearness {
  if (surfaces[second]) {
    const normal = vec3At(touch.normal, 0);
    return { point: add(vec3At(touch.point, 0), scale(normal, apart)), normal };
  }
  const point = lerp(vec3At(placed, 2 * first), vec3At(placed, 2 * first + 1), near.first);
  const other = lerp(vec3At(placed, 2 * second), vec3At(placed, 2 * second + 1), near.second);
  return { point, normal: apart > 1e-9 ? scale(subtract(point, other), 1 / apart) : UP };
}

/** Whether two segments are further apart than `reach` by their middles and lengths alone. */
function isFar(placed: Float64Array, first: number, second: number, reach: number): boolean {
  if (reach === Infinity) return false;
  const a = 6 * first;
  const b = 6 * second;
  const dx = placed[a]! + placed[a + 3]! - placed[b]! - placed[b + 3]!;
  const dy = placed[a + 1]! + placed[a + 4]! - placed[b + 1]! - placed[b + 4]!;
  const dz = placed[a + 2]! + placed[a + 5]! - placed[b + 2]! - placed[b + 5]!;
  // Twice the distance of the middles, and twice half of each length.
  const most = 2 * reach + lengthOf(placed, a) + lengthOf(placed, b);
  return dx * dx + dy * dy + dz * dz > most * most;
}

function lengthOf(placed: Float64Array, at: number): number {
  const dx = placed[at + 3]! - placed[at]!;
  const dy = placed[at + 4]! - placed[at + 1]!;
  const dz = placed[at + 5]! - placed[at + 2]!;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
