import { flexionOf } from '../../math/flexion.ts';
import { atan2, hypot } from '../../math/elementary.ts';
import { leastOn } from '../../math/search-interval.ts';
import { subtract, type Vec3 } from '../../math/vec3.ts';

/** Share of the leg by which a foot may come down elsewhere than below its place. */
const MOST_ASIDE = 0.15;

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
  const flexion = flexionOf(hypot(aside, y), upper, lower);
  const change = (further: number) => {
    const swing = atan2(aside + further, -height) - lean;
    const knee = flexionOf(hypot(aside + further, height), upper, lower) - flexion;
    return swing * swing + knee * knee;
  };
  const most = MOST_ASIDE * (upper + lower);
  const further = leastOn(-Math.min(most, aside), most, change);
  return [(x / aside) * further, 0, (z / aside) * further];
}
