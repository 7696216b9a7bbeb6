import { clamp } from '../../math/angles.ts';
import { solveCholesky } from '../../math/cholesky.ts';
import { add, distance, dot, lerp, scale, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
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
  for (let step = 0; step < STEPS; step++) {
    const systems = refined.map(() => new NormalEquations());
    for (const point of skin) {
      const near = nearestOf(refined, point);
      if (near && Math.abs(near.gap) < BELONGS * refined[near.index]!.radius) systems[near.index]!.add(near);
    }
    refined = refined.map((capsule, i) => systems[i]!.step(capsule));
  }
  return refined;
}

/** Metres from a place to the axis of a capsule. */
export function awayFromAxis(place: Vec3, { start, end }: FittedCapsule): number {
  return distance(place, lerp(start, end, shareAlong(place, start, end)));
}

/** Where a point is beside the capsule that it is nearest to. */
interface Beside {
  readonly index: number;
  /** Metres outside the surface; negative inside. */
  readonly gap: number;
  /** Share of the axis, from its start. */
  readonly share: number;
  /** Unit vector from the axis to the point. */
  readonly normal: Vec3;
}

/** Null for a point on an axis, and where there is no capsule. */
function nearestOf(capsules: readonly FittedCapsule[], point: Vec3): Beside | null {
  let nearest: Beside | null = null;
  capsules.forEach(({ start, end, radius }, index) => {
    const share = shareAlong(point, start, end);
    const place = lerp(start, end, share);
    const away = distance(point, place);
    if (away === 0 || (nearest && away - radius >= nearest.gap)) return;
    nearest = { index, gap: away - radius, share, normal: scale(subtract(point, place), 1 / away) };
  });
  return nearest;
}

function shareAlong(point: Vec3, start: Vec3, end: Vec3): number {
  const way = subtract(end, start);
  const square = dot(way, way);
  return square === 0 ? 0 : clamp(dot(subtract(point, start), way) / square, 0, 1);
}

/** Jᵀ J x = Jᵀ e of one capsule. */
class NormalEquations {
  readonly #matrix = new Float64Array(UNKNOWNS * UNKNOWNS);
  readonly #right = new Float64Array(UNKNOWNS);
  #count = 0;

  add({ gap, share, normal }: Beside): void {
    const [matrix, right] = [this.#matrix, this.#right];
    const row = [...scale(normal, 1 - share), ...scale(normal, share), 1];
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
