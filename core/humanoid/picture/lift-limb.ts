import { exp, hypot } from '../../math/elementary.ts';
import { add, dot, normalize, scale, type Vec3 } from '../../math/vec3.ts';
import { seenFrom, strangenessOf, type TrunkAxes } from './limb-examples.ts';

/** Where a point of the picture is: (x, y, −1) times a depth is a point in the camera's axes. And how surely it is seen, 0 to 1. */
export interface SeenRay {
  readonly x: number;
  readonly y: number;
  readonly sure: number;
}

/** A limb as a picture shows it. Metres, in the axes of the camera: to its right, up, and back towards it. */
export interface LimbSight {
  /** Where its upper joint is. */
  readonly root: Vec3;
  readonly bend: SeenRay;
  readonly end: SeenRay;
  /** Lengths of its bones. */
  readonly upper: number;
  readonly lower: number;
  /** Shares of their lengths that its bones point towards the camera, as the detector believes. */
  readonly believedUpper: number;
  readonly believedLower: number;
  /** Axes of the part of the trunk that carries it. */
  readonly axes: TrunkAxes;
  readonly isRight: boolean;
  /** How such limbs stand in known poses, see `LimbExamples`. */
  readonly examples: Float64Array;
}

/** Where the bend and the end of a limb are. */
export interface LiftedLimb {
  readonly bend: Vec3;
  readonly end: Vec3;
  /** 0 to 1: how much of all that speaks for a limb speaks for another one than this. */
  readonly doubt: number;
  /** What speaks against it; see {@link liftLimbs}. */
  readonly cost: number;
}

/** Depths that are tried of each bone, on either side of the picture's plane. */
const STEPS = 7;
/** What the detector says of a depth beside what it is: measured on pictures that were drawn of known poses it is 0.35 to 0.6 of it. And how far off that is. */
const GAIN = 0.5;
const BELIEF = 0.3;
/** How far off a point of the picture is, in lengths of the bone; and what a point costs at most: then something hides it. */
const OFF = 0.09;
const MOST_OFF = 8;
/** The least that counts of how surely a point is seen. */
const LEAST_SURE = { place: 0.15, depth: 0.3 } as const;
/** Weight of what known poses say. */
const KNOWN = 1.2;
/** Cosine of the angle within which limbs count as the same. */
const SAME = 0.75;

/** Depths of a bone that are tried, and pairs of them. */
const TRIED = 2 * STEPS + 1;
/** How fast a bone comes to point more or less towards the camera: shares of its length a second, root mean square. */
const PACE = 10;
/** Seconds over which a detector errs alike, so that many frames of them say no more than one. */
const ALIKE = 0.5;

/**
 * The two bones of a limb in frames at `times`, seconds, that speak best for what is seen, d and e being their directions, of which z is the part towards the
 * camera:
 *
 *   cost = Σ over both [ |seen place − place|² / 2σ² + (believed z − g z)² / 2τ² ] − w log(ε + Σᵢ exp(−|(d, e) − (dᵢ, eᵢ)|² / 2h²) / n)
 *
 * Both depths are tried on a grid, since the cost has up to four valleys: a bone that looks short may point to the camera or away from it. What frames before and
 * after say of a pair of depths is added: the least cost of any way there from each end of the film, a change of depth by Δz in Δt costing Δz² / 2(vΔt)² (Viterbi's
 * algorithm from both ends). What comes out is the mean of the best valley, each limb weighing exp(−cost).
 */
export function liftLimbs(sights: readonly LimbSight[], times: readonly number[]): LiftedLimb[] {
  const costs = sights.map(costsOf);
  const before = waysTo(costs, times);
  const after = waysTo(costs.toReversed(), times.toReversed()).reverse();
  const news = sights.length > 1 ? newsOf((times.at(-1)! - times[0]!) / (times.length - 1)) : 1;
  return sights.map((sight, f) => {
    const told = before[f]!.map((cost, pair) => cost + after[f]![pair]!);
    return usualLimb(sight, costs[f]!, told, news);
  });
}

/** How much of a frame's own cost says something new, so long after another one. */
function newsOf(pause: number): number {
  return Math.min(1, pause / ALIKE);
}

/** Of each frame the least cost of what comes before it for each pair of depths, above the least of all. */
function waysTo(costs: readonly Float64Array[], times: readonly number[]): Float64Array[] {
  const ways = [new Float64Array(TRIED * TRIED)];
  for (let f = 1; f < costs.length; f++) {
    const pause = Math.abs(times[f]! - times[f - 1]!);
    const news = newsOf(pause);
    const whole = ways[f - 1]!.map((cost, pair) => cost + news * costs[f - 1]![pair]!);
    const price = 1 / (2 * (STEPS * PACE * pause) ** 2);
    const next = spread(spread(whole, price, TRIED, 1), price, 1, TRIED);
    const least = next.reduce((a, b) => Math.min(a, b));
    ways.push(next.map((cost) => cost - least));
  }
  return ways;
}

/** The least of each row of costs and the price of the square of the steps to it; rows are `row` apart and their numbers `step`. */
function spread(costs: Float64Array, price: number, row: number, step: number): Float64Array {
  const out = new Float64Array(costs.length);
  for (let r = 0; r < TRIED; r++) {
    for (let i = 0; i < TRIED; i++) {
      let least = Number.POSITIVE_INFINITY;
      for (let k = 0; k < TRIED; k++) least = Math.min(least, costs[r * row + k * step]! + price * (i - k) ** 2);
      out[r * row + i * step] = least;
    }
  }
  return out;
}

/** The cost of each pair of depths in one frame. */
function costsOf(sight: LimbSight): Float64Array {
  const { axes, isRight, examples } = sight;
  const costs = new Float64Array(TRIED * TRIED);
  for (let pair = 0; pair < costs.length; pair++) {
    const [d, e] = directionsOf(sight, pair);
    const strange = strangenessOf(examples, seenFrom(axes, d, isRight), seenFrom(axes, e, isRight));
    costs[pair] = costOf(sight, d, e) + KNOWN * strange;
  }
  return costs;
}

/** The directions of both bones at a pair of depths. */
function directionsOf({ root, bend, end, upper, lower }: LimbSight, pair: number): readonly [Vec3, Vec3] {
  const d = pointing(root, bend, upper, Math.floor(pair / TRIED) / STEPS - 1);
  return [d, pointing(add(root, scale(d, upper)), end, lower, (pair % TRIED) / STEPS - 1)];
}

/**
 * The mean of the best valley; `own` is what the frame itself says, `told` what the others say. Which valley is best the frame decides with no more weight than
 * each of them: what it alone says otherwise is a slip.
 */
function usualLimb(sight: LimbSight, own: Float64Array, told: Float64Array, news: number): LiftedLimb {
  const { root, upper, lower } = sight;
  const shared = own.map((cost, pair) => news * cost + told[pair]!);
  const costs = own.map((cost, pair) => cost + told[pair]!);
  const best = shared.reduce((least, cost, pair) => (cost < shared[least]! ? pair : least), 0);
  const [bestD, bestE] = directionsOf(sight, best);
  let [whole, same] = [0, 0];
  let [d, e]: [Vec3, Vec3] = [bestD, bestE];
  for (let pair = 0; pair < costs.length; pair++) {
    const weight = exp(costs[best]! - costs[pair]!);
    whole += weight;
    const [nextD, nextE] = directionsOf(sight, pair);
    if (dot(nextD, bestD) < SAME || dot(nextE, bestE) < SAME) continue;
    same += weight;
    d = add(d, scale(nextD, weight));
    e = add(e, scale(nextE, weight));
  }
  const bend = add(root, scale(normalize(d), upper));
  return { bend, end: add(bend, scale(normalize(e), lower)), doubt: 1 - same / whole, cost: own[best]! };
}

/** The direction from a point to where the ray is by `z` of the bone's length nearer to the camera. */
function pointing(from: Vec3, ray: SeenRay, whole: number, z: number): Vec3 {
  const depth = -from[2] - z * whole;
  const [x, y] = [ray.x * depth - from[0], ray.y * depth - from[1]];
  const flat = Math.sqrt(Math.max(0, 1 - z * z));
  const seen = hypot(x, y);
  return seen > 1e-9 ? [(flat * x) / seen, (flat * y) / seen, z] : [flat, 0, z];
}

function costOf({ root, bend, end, upper, lower, believedUpper, believedLower }: LimbSight, d: Vec3, e: Vec3): number {
  const middle = add(root, scale(d, upper));
  const sure = Math.min(bend.sure, end.sure);
  return (
    offCost(middle, bend, upper, bend.sure) +
    offCost(add(middle, scale(e, lower)), end, lower, sure) +
    beliefCost(believedUpper, d[2], bend.sure) +
    beliefCost(believedLower, e[2], sure)
  );
}

/** m c / (m + c) of the cost c of being off the ray: it never costs more than m. */
function offCost(point: Vec3, ray: SeenRay, whole: number, sure: number): number {
  const off = hypot(point[0] + point[2] * ray.x, point[1] + point[2] * ray.y) / whole;
  const width = OFF / Math.max(LEAST_SURE.place, sure);
  const cost = off ** 2 / (2 * width ** 2);
  return (MOST_OFF * cost) / (MOST_OFF + cost);
}

function beliefCost(believed: number, z: number, sure: number): number {
  return (believed - GAIN * z) ** 2 / (2 * (BELIEF / Math.max(LEAST_SURE.depth, sure)) ** 2);
}
