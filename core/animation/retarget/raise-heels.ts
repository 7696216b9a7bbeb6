import { quatAt, rotate } from '../../math/quat.ts';
import { subtract, vec3At } from '../../math/vec3.ts';
import { worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { heldFrames, type StandingFoot } from './foot-stands.ts';
import { needsWithin } from '../smoothing.ts';
import type { FootPath } from '../foot-path.ts';
import { riseWithin, rollFoot } from '../roll-foot.ts';

/** Radians by which an ankle may pitch a foot: to bring its toes to the floor, or to raise its heel over toes that stand, which extend by 70°. */
export const MOST_PITCH = 0.6;

/**
 * Raises the heel over standing toes where the leg does not reach the ankle's place, by as little as brings it within reach: the toes keep their place,
 * where the foot would slide otherwise, and do not turn along. What no rise within bounds helps stays as it is, with `release` frames around. Changes the path in place.
 */
export function raiseHeels(foot: StandingFoot, path: FootPath, worlds: readonly WorldTransforms[], release: number): void {
  const { positions, rotations } = path;
  const needed = neededRises(foot, path, worlds);
  const severities = needed.map((rise) => rise / MOST_PITCH);
  for (const [frame, rise] of needsWithin(needed, severities, release).entries()) {
    if (!(rise > 0)) continue;
    const now = { place: vec3At(positions, frame), rotation: quatAt(rotations, frame) };
    const { place, rotation } = rollFoot(now, rotate(now.rotation, foot.shape.toes!), rise);
    positions.set(place, 3 * frame);
    rotations.set(rotation, 4 * frame);
  }
}

/** Radians by which the heel has to rise over standing toes in each frame; 0 where they do not stand or the leg reaches the ankle's place. */
function neededRises(
  { limb, shape: { toes }, toeStands }: StandingFoot,
  { positions, rotations }: FootPath,
  worlds: readonly WorldTransforms[],
): Float64Array {
  const held = heldFrames(toeStands, worlds.length);
  return Float64Array.from(worlds, (world, frame) => {
    if (!toes || held[frame] !== 1) return 0;
    const top = subtract(worldPosition(world, limb.upper), vec3At(positions, frame));
    return riseWithin(top, rotate(quatAt(rotations, frame), toes), limb.length);
  });
}
