import type { Rig } from '../../humanoid/body/rig.ts';
import { subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { fadeBetween, releaseFrames } from '../fade-between.ts';
import { fillFrameWorlds } from '../frame-worlds.ts';
import { heldFrames, type StandingFoot } from './foot-stands.ts';
import { keepPace, movedBodies, stepRates } from './place-body.ts';

/**
 * The poses of a copy with the body moved, while a foot stands, by what both ankles are off the source's (`source`: where stretching bones have them) alike: bones that
 * stretch set feet down elsewhere than a pose can. What one leg alone is off stays: the other would slide for it. No joint turns. It fades before and after, and never
 * leaps where the source's body goes gently.
 */
export function followFeet(
  from: Rig,
  to: Rig,
  poses: readonly Pose[],
  source: readonly WorldTransforms[],
  feet: readonly StandingFoot[],
  fps: number,
): Pose[] {
  const worlds = fillFrameWorlds(to.skeleton, poses);
  const held = new Uint8Array(poses.length);
  const moves = new Float64Array(3 * poses.length);
  for (const { ankleStands, toeStands } of feet) {
    heldFrames([...ankleStands, ...toeStands], poses.length).forEach((stands, frame) => {
      if (stands === 1) held[frame] = 1;
    });
  }
  worlds.forEach((world, frame) => {
    if (held[frame] === 0) return;
    const misses = feet.map(({ limb, sourceAnkle }) =>
      subtract(worldPosition(source[frame]!, sourceAnkle), worldPosition(world, limb.end)),
    );
    moves.set(misses.reduce(sharedBy), 3 * frame);
  });
  fadeBetween(moves, held, releaseFrames(fps));
  const wanted = poses.map((_, frame) => vec3At(moves, frame));
  return movedBodies(poses, keepPace(wanted, stepRates(from, to, source, 1, fps)));
}

/** What two moves have in common along each axis: the smaller one where both go the same way. */
function sharedBy(a: Vec3, b: Vec3): Vec3 {
  const along = (k: 0 | 1 | 2) => (a[k] * b[k] > 0 ? Math.sign(a[k]) * Math.min(Math.abs(a[k]), Math.abs(b[k])) : 0);
  return [along(0), along(1), along(2)];
}
