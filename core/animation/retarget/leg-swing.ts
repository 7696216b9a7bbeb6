import { acos, atan2, hypot } from '../../math/elementary.ts';
import { subtract, type Vec3 } from '../../math/vec3.ts';

/** Share of the leg by which a foot may come down elsewhere than below its place. */
const MOST_ASIDE = 0.15;
/** Golden section, and how many times it divides the range of moves: that ends within a tenth of a millimetre. */
const SECTION = (Math.sqrt(5) - 1) / 2;
const ROUNDS = 18;

/** The leg that an ankle hangs from, world metres. */
export interface HangingLeg {
  readonly top: Vec3;
  readonly ankle: Vec3;
  /** Thigh and shin. */
  readonly upper: number;
  readonly lower: number;
}

/**
 * How far along the floor an ankle goes that is raised by `up` metres with the least turn of its leg, in the vertical plane in which that hangs: the
 * whole leg swings by α and the knee bends by Δφ, so that α² + Δφ² is least. A spread leg swings, a bent one bends, and a straight one need not
 * fold for a few millimetres. World, metres.
 */
export function swingAlong({ top, ankle, upper, lower }: HangingLeg, up: number): Vec3 {
  const [x, y, z] = subtract(ankle, top);
  const aside = hypot(x, z);
  const height = y + up;
  if (!(aside > 0) || !(upper > 0) || !(lower > 0)) return [0, 0, 0];
  const lean = atan2(aside, -y);
  const flexion = flexionAt(hypot(aside, y), upper, lower);
  const change = (further: number) => {
    const swing = atan2(aside + further, -height) - lean;
    const knee = flexionAt(hypot(aside + further, height), upper, lower) - flexion;
    return swing * swing + knee * knee;
  };
  const most = MOST_ASIDE * (upper + lower);
  let [low, high] = [-Math.min(most, aside), most];
  let [first, second] = [high - SECTION * (high - low), low + SECTION * (high - low)];
  let [atFirst, atSecond] = [change(first), change(second)];
  for (let round = 0; round < ROUNDS; round++) {
    if (atFirst < atSecond) {
      [high, second, atSecond] = [second, first, atFirst];
      first = high - SECTION * (high - low);
      atFirst = change(first);
    } else {
      [low, first, atFirst] = [first, second, atSecond];
      second = low + SECTION * (high - low);
      atSecond = change(second);
    }
  }
  const further = (low + high) / 2;
  return [(x / aside) * further, 0, (z / aside) * further];
}

/** Radians by which a knee is bent in a leg of so many metres from end to end; what is longer than the leg is straight. */
export function flexionAt(reach: number, upper: number, lower: number): number {
  const cosine = (reach * reach - upper * upper - lower * lower) / (2 * upper * lower);
  return acos(Math.max(-1, Math.min(1, cosine)));
}
