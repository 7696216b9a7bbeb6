import { acos, cos, sin } from '../../math/elementary.ts';
import { add, distance, dot, length, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { flexionAt } from './leg-swing.ts';

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
const FIRST_STEPS = [0.02, 0.02, 0.02, 0.04];
const SMALLEST_SHARE = 1 / 128;
/** What a radian of yaw weighs beside one of a leg: legs that differ by little leave the body as it is. Our choice. */
const YAW_WEIGHT = 0.05;

/**
 * The shift of a body, and its yaw of at most `mostYaw` radians, with which its legs come to their places with the least turn: each swings by α and its knee bends
 * by Δφ, and Σ α² + Δφ² is least. A straight knee bends by 10° where its leg is a hundredth too short, a bent one by 1°: so straight legs stay straight. Found by
 * pattern search (Hooke and Jeeves 1961) from the mean of what the legs ask for.
 */
export function leastTurn(legs: readonly AskedLeg[], mostYaw: number): BodyTurn {
  const mean = (pointOf: (leg: AskedLeg) => Vec3) => scale(legs.map(pointOf).reduce(add, ZERO), 1 / Math.max(1, legs.length));
  const begin = mean(({ ankle, place }) => subtract(place, ankle));
  if (legs.length < 2) return { shift: begin, yaw: 0 };
  const cost = costOf(
    legs,
    mean(({ top }) => top),
  );
  const size = legs.reduce((sum, { top, knee, ankle }) => sum + distance(top, knee) + distance(knee, ankle), 0) / legs.length;
  const found = [...begin, 0];
  let least = cost(found);
  let share = 1;
  while (share > SMALLEST_SHARE) {
    let isBetter = false;
    for (let k = 0; k < found.length; k++) {
      const before = found[k]!;
      const step = FIRST_STEPS[k]! * (k < 3 ? size : 1) * share;
      for (const next of [before - step, before + step]) {
        if (k === 3 && Math.abs(next) > mostYaw) continue;
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
  return { shift: [found[0]!, found[1]!, found[2]!], yaw: found[3]! };
}

/** What a shift and a yaw about `middle` cost the legs, radians². */
function costOf(legs: readonly AskedLeg[], middle: Vec3): (turn: readonly number[]) => number {
  const known = legs.map(({ top, knee, ankle, place }) => {
    const way = subtract(ankle, top);
    const [upper, lower] = [distance(top, knee), distance(knee, ankle)];
    return {
      way,
      upper,
      lower,
      arm: subtract(top, middle),
      place: subtract(place, middle),
      flexion: bendAt(length(way), upper, lower),
    };
  });
  return ([x, y, z, yaw]) => {
    const [c, s] = [cos(yaw!), sin(yaw!)];
    let sum = YAW_WEIGHT * yaw! * yaw!;
    for (const { way, upper, lower, arm, place, flexion } of known) {
      const to: Vec3 = [
        place[0] - x! - (c * arm[0] + s * arm[2]),
        place[1] - y! - arm[1],
        place[2] - z! - (c * arm[2] - s * arm[0]),
      ];
      const reach = length(to);
      const swing = acos(Math.max(-1, Math.min(1, dot(way, to) / (length(way) * reach || 1))));
      const bend = bendAt(reach, upper, lower) - flexion;
      sum += swing * swing + bend * bend;
    }
    return sum;
  };
}

/** Radians by which a knee is bent; below 0 where the place is beyond a straight leg, by as much as where it is short of that. */
function bendAt(reach: number, upper: number, lower: number): number {
  const beyond = reach - upper - lower;
  return beyond > 0 ? -flexionAt(upper + lower - beyond, upper, lower) : flexionAt(reach, upper, lower);
}
