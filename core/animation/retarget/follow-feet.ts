import type { Rig } from '../../humanoid/body/rig.ts';
import { subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { fadeBetween } from '../fade-between.ts';
import { fillFrameWorlds } from '../frame-worlds.ts';
import { heldFrames, type StandingFoot } from './foot-stands.ts';
import { keepPace, movedBodies, stepRates } from './place-body.ts';

/** Seconds in which the body begins and ceases to go along with its feet. */
const RELEASE = 0.2;

/**
 * The poses of a copy with the body moved so that ankles that stand are where the source's are (`source`: where stretching bones have them), as far as all that stand ask for
 * it: bones that stretch set them down elsewhere than a pose can. No joint turns. It fades before and after, and never leaps where the source's body goes gently.
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
  for (const { limb, sourceAnkle, ankleStands, toeStands } of feet) {
    heldFrames([...ankleStands, ...toeStands], poses.length).forEach((stands, frame) => {
      if (stands === 0) return;
      const miss = subtract(worldPosition(source[frame]!, sourceAnkle), worldPosition(worlds[frame]!, limb.end));
      moves.set(held[frame] === 1 ? sharedBy(vec3At(moves, frame), miss) : miss, 3 * frame);
      held[frame] = 1;
    });
  }
  fadeBetween(moves, held, Math.max(1, Math.round(RELEASE * fps)));
  const wanted = poses.map((_, frame) => vec3At(moves, frame));
  return movedBodies(poses, keepPace(wanted, stepRates(from, to, source, 1, fps)));
}

/** What two moves have in common along each axis: the smaller one where both go the same way. */
function sharedBy(a: Vec3, b: Vec3): Vec3 {
  const along = (k: 0 | 1 | 2) => (a[k] * b[k] > 0 ? Math.sign(a[k]) * Math.min(Math.abs(a[k]), Math.abs(b[k])) : 0);
  return [along(0), along(1), along(2)];
}
