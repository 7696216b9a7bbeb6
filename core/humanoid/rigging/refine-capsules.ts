import { clamp } from '../../math/angles.ts';
import { solveCholesky } from '../../math/cholesky.ts';
import { hypot } from '../../math/elementary.ts';
import { add, vec3At, type Vec3 } from '../../math/vec3.ts';
import { FEWEST, type FittedCapsule } from './fit-capsule.ts';

/** Steps of the least squares. */
const STEPS = 8;
/** Share of the nearest capsule's radius within which a point of its surface counts: deeper ones are hidden, further ones hang loose. */
const BELONGS = 0.4;
/** By how much the unknowns of a capsule resist a step, as a share of its points (Levenberg). */
const DAMPING = 0.1;
/** Share of its radius that a capsule keeps in a step at least. */
const LEAST = 0.5;
/** Unknowns of a capsule, its start, end and radius, and two more that nothing depends on: the solver takes multiples of three. */
const UNKNOWNS = 9;

/**
 * Capsules moved and resized so that points of skin lie on the surface of their union: damped Gauss–Newton steps of least squares over e = |p − q| − r of
 * each point p with the capsule that it is nearest to, q = s + t (f − s) on its axis from s to f: ∂e/∂s = −(1 − t) n, ∂e/∂f = −t n, ∂e/∂r = −1 with
 * n = (p − q) / |p − q|. A capsule with too few points stays.
 */
export function refineCapsules(capsules: readonly FittedCapsule[], skin: readonly Vec3[]): FittedCapsule[] {
  let refined = [...capsules];
  const [nearest, other] = [new Beside(), new Beside()];
  for (let step = 0; step < STEPS; step++) {
    const systems = refined.map(() => new NormalEquations());
    for (const point of skin) {
      const index = findNearest(refined, point, nearest, other);
      if (index >= 0 && Math.abs(nearest.gap) < BELONGS * refined[index]!.radius) systems[index]!.add(nearest);
    }
    refined = refined.map((capsule, i) => systems[i]!.step(capsule));
  }
  return refined;
}

/** Metres from a place to the axis of a capsule. */
export function awayFromAxis(place: Vec3, capsule: FittedCapsule): number {
  return new Beside().set(place, capsule).away;
}

/** Where a point is beside a capsule. Set again for each of them, because a body has tens of thousands of points. */
class Beside {
  /** Share of the axis, from its start. */
  share = 0;
  /** From the axis to the point, metres. */
  x = 0;
  y = 0;
  z = 0;
  /** Length of that, metres. */
  away = 0;
  /** Metres outside the surface; negative inside. */
  gap = 0;

  set(point: Vec3, { start, end, radius }: FittedCapsule): this {
    const [wayX, wayY, wayZ] = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
    const square = wayX * wayX + wayY * wayY + wayZ * wayZ;
    const along = (point[0] - start[0]) * wayX + (point[1] - start[1]) * wayY + (point[2] - start[2]) * wayZ;
    this.share = square === 0 ? 0 : clamp(along / square, 0, 1);
    this.x = point[0] - (start[0] + wayX * this.share);
    this.y = point[1] - (start[1] + wayY * this.share);
    this.z = point[2] - (start[2] + wayZ * this.share);
    this.away = hypot(this.x, this.y, this.z);
    this.gap = this.away - radius;
    return this;
  }
}

/** The index of the capsule that a point is nearest to, `nearest` set to where it is beside that; −1 for a point on an axis, and where there is no capsule. */
function findNearest(capsules: readonly FittedCapsule[], point: Vec3, nearest: Beside, other: Beside): number {
  let found = -1;
  for (let i = 0; i < capsules.length; i++) {
    other.set(point, capsules[i]!);
    if (other.away === 0 || (found >= 0 && other.gap >= nearest.gap)) continue;
    found = i;
    nearest.set(point, capsules[i]!);
  }
  return found;
}

/** Jᵀ J x = Jᵀ e of one capsule. */
class NormalEquations {
  readonly #matrix = new Float64Array(UNKNOWNS * UNKNOWNS);
  readonly #right = new Float64Array(UNKNOWNS);
  /** How a point's distance depends on what the capsule really has: its start, its end, its radius. */
  readonly #row = new Float64Array(7);
  #count = 0;

  add({ gap, share, x, y, z, away }: Beside): void {
    const [matrix, right, row] = [this.#matrix, this.#right, this.#row];
    const [inverse, rest] = [1 / away, 1 - share];
    row[0] = x * inverse * rest;
    row[1] = y * inverse * rest;
    row[2] = z * inverse * rest;
    row[3] = x * inverse * share;
    row[4] = y * inverse * share;
    row[5] = z * inverse * share;
    row[6] = 1;
    for (let i = 0; i < row.length; i++) {
      // Only the lower triangle is read.
      for (let k = 0; k <= i; k++) matrix[UNKNOWNS * i + k]! += row[i]! * row[k]!;
      right[i]! += row[i]! * gap;
    }
    this.#count++;
  }

  /** The capsule a step nearer to its points; itself where they are too few. */
  step(capsule: FittedCapsule): FittedCapsule {
    if (this.#count < FEWEST) return capsule;
    const by = new Float64Array(UNKNOWNS);
    const damping = Float64Array.of(DAMPING * this.#count);
    solveCholesky(this.#matrix, damping, this.#right, new Float64Array(UNKNOWNS * UNKNOWNS), by, UNKNOWNS);
    return {
      start: add(capsule.start, vec3At(by, 0)),
      end: add(capsule.end, vec3At(by, 1)),
      radius: Math.max(capsule.radius + by[6]!, LEAST * capsule.radius),
    };
  }
}
