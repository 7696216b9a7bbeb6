import { clamp } from '../../math/angles.ts';
import { solveCholesky } from '../../math/cholesky.ts';
import { add, length, vec3At, type Vec3 } from '../../math/vec3.ts';
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
  const beside = new Beside();
  for (let step = 0; step < STEPS; step++) {
    const systems = refined.map(() => new NormalEquations());
    for (const point of skin) {
      let [nearest, gap] = [-1, Infinity];
      for (let i = 0; i < refined.length; i++) {
        beside.set(point, refined[i]!);
        // A point on an axis has no direction from it.
        if (beside.away > 0 && beside.gap < gap) [nearest, gap] = [i, beside.gap];
      }
      const capsule = refined[nearest];
      if (capsule && Math.abs(gap) < BELONGS * capsule.radius) systems[nearest]!.add(beside.set(point, capsule));
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
  /** Metres from the axis to the point. */
  readonly way: [number, number, number] = [0, 0, 0];
  /** Length of that. */
  away = 0;
  /** Metres outside the surface; negative inside. */
  gap = 0;

  set(point: Vec3, { start, end, radius }: FittedCapsule): this {
    const { way } = this;
    let along = 0;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const axis = end[k]! - start[k]!;
      along += (point[k]! - start[k]!) * axis;
      square += axis * axis;
    }
    this.share = square === 0 ? 0 : clamp(along / square, 0, 1);
    for (let k = 0; k < 3; k++) way[k] = point[k]! - (start[k]! + (end[k]! - start[k]!) * this.share);
    this.away = length(way);
    this.gap = this.away - radius;
    return this;
  }
}

/** Jᵀ J x = Jᵀ e of one capsule. */
class NormalEquations {
  readonly #matrix = new Float64Array(UNKNOWNS * UNKNOWNS);
  readonly #right = new Float64Array(UNKNOWNS);
  /** How a point's distance depends on what the capsule really has: its start, its end, its radius. */
  readonly #row = new Float64Array(7);
  #count = 0;

  add({ gap, share, way, away }: Beside): void {
    const [matrix, right, row] = [this.#matrix, this.#right, this.#row];
    for (let k = 0; k < 3; k++) {
      const normal = way[k]! * (1 / away);
      row[k] = normal * (1 - share);
      row[3 + k] = normal * share;
    }
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
