import { acos, cos, sin } from '../../math/elementary.ts';
import { distance, dot, length, meanOf, subtract, type Vec3 } from '../../math/vec3.ts';
import { flexionOf } from '../../math/flexion.ts';

/** A leg as its motion has it, and where its ankle is to be. World, metres. */
export interface AskedLeg {
  readonly top: Vec3;
  readonly knee: Vec3;
  readonly ankle: Vec3;
  readonly place: Vec3;
}

/** What a body does for its legs to reach their places. */
export interface BodyTurn {
  /** Metres. */
  readonly shift: Vec3;
  /** Radians about the vertical through the middle of the legs' tops. */
  readonly yaw: number;
}

/** The first step of the search in leg lengths and in radians, and the share of it at which it ends: within 0.2 mm and 0.02°. */
const FIRST_STEPS = [0.02, 0.02, 0.02, 0.04] as const;
const SMALLEST_SHARE = 1 / 128;
/** What a radian of yaw weighs beside one of a leg: legs that differ by little leave the body as it is. Our choice. */
const YAW_WEIGHT = 0.05;

/**
 * The shift of a body, and its yaw of at most `mostYaw` radians, with which its legs come to their places with the least turn: each swings by α and its knee bends
 * by Δφ, and Σ α² + Δφ² is least. A straight knee bends by 10° where its leg is a hundredth too short, a bent one by 1°: so straight legs stay straight. Found
 * from the mean of what the legs ask for.
 */
export function leastTurn(legs: readonly AskedLeg[], mostYaw: number): BodyTurn {
  const begin = meanOf(legs.map(({ ankle, place }) => subtract(place, ankle)));
  if (legs.length < 2) return { shift: begin, yaw: 0 };
  const cost = costOf(legs, meanOf(legs.map(({ top }) => top)));
  const size = legs.reduce((sum, { top, knee, ankle }) => sum + distance(top, knee) + distance(knee, ankle), 0) / legs.length;
  const found = [...begin, 0];
  const isAllowed = (k: number, value: number) => k < 3 || Math.abs(value) <= mostYaw;
  search(
    found,
    FIRST_STEPS.map((step, k) => (k < 3 ? size * step : step)),
    cost,
    isAllowed,
  );
  return { shift: [found[0]!, found[1]!, found[2]!], yaw: found[3]! };
}

/** A leg whose ankle is at its place while a point of its foot, toes that stand or the ankle itself, is at `point`. World, metres. */
export interface HeldLeg extends AskedLeg {
  readonly point: Vec3;
  /** Metres beyond the leg's reach that weigh as much as a radian: from the ankle to standing toes, over which its heel rises by as much. */
  readonly give: number;
}

/**
 * The place on the floor at which a point of a foot stays so that its leg turns least over all frames. Frames count for more in which the knee is
 * nearly straight: it bends far where the leg is a little short. The search begins at the mean of the points and keeps its height. A single leg keeps
 * its own point.
 */
export function placeOfLeastTurn(legs: readonly HeldLeg[]): Vec3 {
  const mean = meanOf(legs.map(({ point }) => point));
  if (legs.length < 2) return mean;
  const known = legs.map((held) => ({ leg: knownLeg(held), way: subtract(held.place, held.top), held }));
  const cost = ([x, z]: readonly number[]) => {
    let sum = 0;
    for (const { leg, way, held } of known)
      sum += turnOf(leg, [way[0] + x! - held.point[0], way[1], way[2] + z! - held.point[2]], held.give);
    return sum;
  };
  const size = known.reduce((sum, { leg }) => sum + leg.upper + leg.lower, 0) / known.length;
  const found = [mean[0], mean[2]];
  search(found, [FIRST_STEPS[0] * size, FIRST_STEPS[2] * size], cost);
  return [found[0]!, mean[1], found[1]!];
}

/** Brings `found` to where the cost is least nearby, in place, by pattern search (Hooke and Jeeves 1961) that ends at a share of its first steps. */
function search(
  found: number[],
  firstSteps: readonly number[],
  cost: (found: readonly number[]) => number,
  isAllowed: (k: number, value: number) => boolean = () => true,
): void {
  let least = cost(found);
  let share = 1;
  while (share > SMALLEST_SHARE) {
    let isBetter = false;
    for (let k = 0; k < found.length; k++) {
      const before = found[k]!;
      const step = firstSteps[k]! * share;
      for (const next of [before - step, before + step]) {
        if (!isAllowed(k, next)) continue;
        found[k] = next;
        const value = cost(found);
        if (value < least) {
          least = value;
          isBetter = true;
          break;
        }
        found[k] = before;
      }
    }
    if (!isBetter) share /= 2;
  }
}

/** A leg as its motion has it: from its top to its ankle, its bones in metres, and radians by which its knee is bent. */
interface KnownLeg {
  readonly way: Vec3;
  readonly upper: number;
  readonly lower: number;
  readonly flexion: number;
}

function knownLeg({ top, knee, ankle }: Pick<AskedLeg, 'top' | 'knee' | 'ankle'>): KnownLeg {
  const way = subtract(ankle, top);
  const [upper, lower] = [distance(top, knee), distance(knee, ankle)];
  return { way, upper, lower, flexion: bendAt(length(way), upper, lower) };
}

/** What it costs a leg to have its ankle at `to` from its top, radians². What is beyond a straight leg weighs a radian for each `give` metres, or as being too short. */
function turnOf({ way, upper, lower, flexion }: KnownLeg, to: Vec3, give = 0): number {
  const reach = length(to);
  const swing = acos(Math.max(-1, Math.min(1, dot(way, to) / (length(way) * reach || 1))));
  const beyond = reach - upper - lower;
  if (beyond > 0 && give > 0) return swing * swing + flexion * flexion + (beyond / give) ** 2;
  const bend = bendAt(reach, upper, lower) - flexion;
  return swing * swing + bend * bend;
}

/** What a shift and a yaw about `middle` cost the legs, radians². */
function costOf(legs: readonly AskedLeg[], middle: Vec3): (turn: readonly number[]) => number {
  const known = legs.map((leg) => ({ leg: knownLeg(leg), arm: subtract(leg.top, middle), place: subtract(leg.place, middle) }));
  return ([x, y, z, yaw]) => {
    const [c, s] = [cos(yaw!), sin(yaw!)];
    let sum = YAW_WEIGHT * yaw! * yaw!;
    for (const { leg, arm, place } of known) {
      const to: Vec3 = [
        place[0] - x! - (c * arm[0] + s * arm[2]),
        place[1] - y! - arm[1],
        place[2] - z! - (c * arm[2] - s * arm[0]),
      ];
      sum += turnOf(leg, to);
    }
    return sum;
  };
}

/** Radians by which a knee is bent; below 0 where the place is beyond a straight leg, by as much as where it is short of that. */
function bendAt(reach: number, upper: number, lower: number): number {
  const beyond = reach - upper - lower;
  return beyond > 0 ? -flexionOf(upper + lower - beyond, upper, lower) : flexionOf(reach, upper, lower);
}
