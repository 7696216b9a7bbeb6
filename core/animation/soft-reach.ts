import { exp, hypot } from '../math/elementary.ts';
import { add, scale, subtract, vec3At } from '../math/vec3.ts';
import type { WorldTransforms } from '../skeleton/forward-kinematics.ts';
import type { Limb } from './limbs.ts';
import type { LimbPath } from './retarget-paths.ts';

/** Share of the reach from which on a limb stretches ever less: without it elbow and knee snap when a target passes full reach. */
const SOFT_FROM = 0.9;
/** Share of a folded limb's length above it from which on it folds ever less. */
const SOFT_FOLD = 0.1;

/**
 * The path with targets near or beyond a limb's reach drawn in along the line from its top joint, nearer ones than it can fold to pushed out, as far as `freedom` (0 to 1, one a
 * frame) says, but never nearer than the limb itself stretches in `worlds`; `rise` is how far the hips go up from there.
 */
export function softenReach(
  { limb, path, foot }: LimbPath,
  worlds: readonly WorldTransforms[],
  rise: Float64Array,
  freedom: Float64Array,
): LimbPath {
  const positions = path.positions.slice();
  worlds.forEach((world, frame) => {
    const top = add(vec3At(world.positions, limb.top), [0, rise[frame]!, 0]);
    const line = subtract(vec3At(path.positions, frame), top);
    const distance = hypot(...line);
    const folded = limb.bend?.distances.at(-1) ?? 0;
    if (distance < SOFT_FROM * limb.reach && distance > (1 + SOFT_FOLD) * folded) return;
    const own = ownStretch(limb, world);
    const inner = Math.max(distance, Math.min(foldedDistance(distance, folded), own));
    const soft = Math.min(inner, Math.max(softDistance(inner, limb.reach), own));
    const factor = distance > 0 ? 1 + freedom[frame]! * (soft / distance - 1) : 1;
    positions.set(add(top, scale(line, factor)), 3 * frame);
  });
  return { limb, path: { ...path, positions }, foot };
}

/** d from 1.1 F on, below it F + 0.1 F · e^{(d − 1.1 F) / 0.1 F}: never nearer than F. */
function foldedDistance(distance: number, folded: number): number {
  const room = SOFT_FOLD * folded;
  return distance >= folded + room ? distance : folded + room * exp((distance - folded - room) / room);
}

/** d up to 0.9 R, then R − 0.1 R · e^{−(d − 0.9 R) / 0.1 R}: the same slope where they meet, and never beyond R. */
function softDistance(distance: number, reach: number): number {
  const room = (1 - SOFT_FROM) * reach;
  if (distance < SOFT_FROM * reach) return distance;
  return reach - room * exp(-(distance - SOFT_FROM * reach) / room);
}

/** Metres from a limb's top to its end. */
export function ownStretch({ top, end }: Limb, world: WorldTransforms): number {
  return hypot(...subtract(vec3At(world.positions, end), vec3At(world.positions, top)));
}
