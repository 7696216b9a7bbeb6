import { SIDES } from '../../humanoid/body/found-bones.ts';
import { clamp } from '../../math/angles.ts';
import { rotate } from '../../math/quat.ts';
import { add, scale, subtract, vec3At, ZERO, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { fadeBetween, releaseFrames } from '../fade-between.ts';
import { smooth } from '../../math/soft-stretch.ts';
import { heldFrames, type StandingFoot } from './foot-stands.ts';
import type { Comparison } from './compare-rigs.ts';

/** Legs of the source that an ankle is over the floor when the body does not follow it at all. */
const HIGH = 0.15;

/** A body in motion beside its source, one a frame; world metres. */
interface BesideSource {
  readonly source: readonly WorldTransforms[];
  readonly worlds: readonly WorldTransforms[];
  /** The source's thigh and shin. */
  readonly leg: number;
}

/** What the body does in each frame so that its ankles are where the source's are. Metres. */
interface FollowedLegs {
  readonly shifts: readonly Vec3[];
  /** By how much the left leg root has to be higher over the right one. */
  readonly rises: Float64Array;
}

/**
 * Legs that point as the source's do but whose thighs are longer beside their shins, or shorter, have their ankles elsewhere as soon as a knee bends: both legs'
 * mean is the body's shift, and their difference in height its pelvis's tilt of at most `mostRise`. Both change with the pose alone, and come and go with the
 * feet that are on the floor.
 */
export function followLegs(
  feet: readonly StandingFoot[],
  motion: BesideSource,
  comparison: Comparison,
  mostRise: number,
  fps: number,
): FollowedLegs {
  const followed = feet.filter(({ sourceTop, sourceFloor }) => sourceTop >= 0 && sourceFloor > -Infinity);
  // Bodies have their two ankles at other heights than the source has its.
  const heights = followed.map(({ shape, sourceFloor }) => shape.standing - comparison.size * sourceFloor);
  const usual = heights.reduce((sum, height) => sum + height, 0) / Math.max(1, heights.length);
  const legs = followed.map((foot, i) => {
    const drops = standingDrops(foot, motion.source, comparison.size, fps);
    const misses = motion.worlds.map((_, frame) => add(missOf(foot, motion, comparison, frame), [0, heights[i]! - usual, 0]));
    return { side: foot.side, shares: sharesOf(foot, motion, fps), misses, drops };
  });
  const shifts = motion.worlds.map((_, frame): Vec3 => {
    let [sum, weight] = [ZERO, 0];
    for (const { shares, misses } of legs) {
      sum = add(sum, scale(misses[frame]!, shares[frame]!));
      weight += shares[frame]!;
    }
    return scale(sum, 1 / Math.max(1, weight));
  });
  const [left, right] = SIDES.map((side) => legs.find((each) => each.side === side));
  const rises = Float64Array.from(motion.worlds, (_, frame) => {
    if (!left || !right) return 0;
    const lower = ({ misses, drops }: typeof left) => misses[frame]![1] - drops[frame]!;
    const rise = lower(left) - lower(right);
    return left.shares[frame]! * right.shares[frame]! * clamp(rise, -mostRise, mostRise);
  });
  return { shifts, rises };
}

/** From where a leg has its ankle to where it would be as that of the source is to the top of its leg. */
function missOf(
  { limb, sourceTop, sourceAnkle }: StandingFoot,
  { source, worlds }: BesideSource,
  { turn, size }: Comparison,
  frame: number,
): Vec3 {
  const way = ({ positions }: WorldTransforms, top: number, ankle: number) =>
    subtract(vec3At(positions, ankle), vec3At(positions, top));
  const wanted = rotate(turn, scale(way(source[frame]!, sourceTop, sourceAnkle), size));
  return subtract(wanted, way(worlds[frame]!, limb.upper, limb.end));
}

/** Metres by which an ankle that stands is lower than the source's, which is still coming down or goes up already; fading before and after. */
function standingDrops(
  { ankleStands, sourceAnkle, sourceFloor }: StandingFoot,
  source: readonly WorldTransforms[],
  size: number,
  fps: number,
): Float64Array {
  const drops = new Float64Array(source.length);
  for (const { first, last, level } of ankleStands) {
    for (let frame = first; frame <= last; frame++) {
      drops[frame] = size * (source[frame]!.positions[3 * sourceAnkle + 1]! - sourceFloor) - level;
    }
  }
  fadeBetween(drops, heldFrames(ankleStands, source.length), releaseFrames(fps));
  return drops;
}

/** One a frame: 1 while a foot stands or is on the floor, fading with the time before and after, or with its height. */
function sharesOf(
  { ankleStands, toeStands, sourceAnkle, sourceFloor }: StandingFoot,
  { source, leg }: BesideSource,
  fps: number,
): Float64Array {
  const held = heldFrames([...ankleStands, ...toeStands], source.length);
  const faded = Float64Array.from(held);
  fadeBetween(faded, held, releaseFrames(fps));
  return Float64Array.from(source, ({ positions }, frame) => {
    const over = (positions[3 * sourceAnkle + 1]! - sourceFloor) / (HIGH * leg);
    return Math.max(faded[frame]!, 1 - smooth(over));
  });
}
