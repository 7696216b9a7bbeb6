import { acos, atan2 } from '../../math/elementary.ts';
import { fromAxisAngle, multiply, quatAt, rotate } from '../../math/quat.ts';
import { add, cross, dot, normalize, scale, subtract, UNIT_X, UNIT_Y, vec3At, type Vec3 } from '../../math/vec3.ts';
import { worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { heldFrames, type StandingFoot } from './foot-stands.ts';
import { needsWithin } from '../smoothing.ts';
import type { FootPath } from './foot-path.ts';

/** Radians by which an ankle may pitch a foot: to bring its toes to the floor, or to raise its heel over toes that stand, which extend by 70°. */
export const MOST_PITCH = 0.6;

/**
 * Raises the heel over standing toes where the leg does not reach the ankle's place, by as little as brings it within reach: the toes keep their place,
 * where the foot would slide otherwise. What no rise within bounds helps stays as it is, with `release` frames around. Changes the path in place.
 */
export function raiseHeels(foot: StandingFoot, path: FootPath, worlds: readonly WorldTransforms[], release: number): void {
  const { positions, rotations, rises } = path;
  const needed = neededRises(foot, path, worlds);
  const severities = needed.map((rise) => rise / MOST_PITCH);
  for (const [frame, rise] of needsWithin(needed, severities, release).entries()) {
    if (!(rise > 0)) continue;
    const arm = rotate(quatAt(rotations, frame), foot.shape.toes!);
    const axis = acrossFoot(arm);
    const turn = fromAxisAngle(axis, rise);
    const ankle = add(vec3At(positions, frame), subtract(arm, rotate(turn, arm)));
    rises.set(scale(axis, rise), 3 * frame);
    positions.set(ankle, 3 * frame);
    rotations.set(multiply(turn, quatAt(rotations, frame)), 4 * frame);
  }
}

/** The axis about which a foot pitches its toes down. */
function acrossFoot(arm: Vec3): Vec3 {
  return normalize(cross(UNIT_Y, arm), UNIT_X);
}

/**
 * The least angle by which the foot turns about its toes so that the ankle comes within `reach` of the top of its leg, in radians, or as near as it gets;
 * `top` and `arm`: from the ankle to the top and to the toes, metres.
 */
function riseWithin(top: Vec3, arm: Vec3, reach: number): number {
  if (dot(top, top) <= reach * reach) return 0;
  // With t from the toes to the top and R(θ) the turn: |t + R(θ) arm|² = t² + arm² + 2 m cos(θ − φ) is to be reach².
  const fromToes = subtract(top, arm);
  const sideways = cross(acrossFoot(arm), arm);
  const [along, across] = [dot(fromToes, arm), dot(fromToes, sideways)];
  const m = Math.sqrt(along * along + across * across);
  if (!(m > 0)) return 0;
  const cosine = (reach * reach - dot(fromToes, fromToes) - dot(arm, arm)) / (2 * m);
  const rise = atan2(across, along) + acos(Math.max(-1, Math.min(1, cosine)));
  return Math.max(0, rise);
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
