import type { Rig } from '../../humanoid/body/rig.ts';
import { quatAt } from '../../math/quat.ts';
import { CONTACT_DISTANCE } from '../../math/tolerances.ts';
import { add, distance, subtract, vec3At } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { StandingFoot } from './foot-stands.ts';
import type { TouchingHand } from './hand-contacts.ts';
import { limbPlacer } from './place-limb.ts';
import { planFoot } from './plan-feet.ts';

/** Rounds in which a hand is brought to its place within the limits, each aiming off by what the one before it missed. */
const ROUNDS = 6;

/** The poses with their legs bent to where the feet are planned to be. */
export function poseFeet(rig: Rig, poses: readonly Pose[], feet: readonly StandingFoot[], fps: number): Pose[] {
  const worlds = poses.map((pose) => forwardKinematics(rig.skeleton, pose));
  const paths = feet.map((foot) => ({ limb: foot.limb, ...planFoot(foot, worlds, fps) }));
  const place = limbPlacer(rig.skeleton);
  return poses.map((pose, frame) => {
    const result = pose.slice();
    for (const { limb, positions, rotations } of paths) {
      place(result, { limb, place: vec3At(positions, frame), rotation: quatAt(rotations, frame) });
    }
    return result;
  });
}

/** The poses with their arms bent to where the hands touch something, inside the limits; hands keep their world rotations. */
export function poseHands(rig: Rig, poses: readonly Pose[], hands: readonly TouchingHand[]): Pose[] {
  const { skeleton } = rig;
  const world = createWorldTransforms(skeleton);
  const place = limbPlacer(skeleton);
  return poses.map((pose, frame) => {
    let result = pose;
    for (const { limb, moves } of hands) {
      const move = vec3At(moves, frame);
      if (distance(move, [0, 0, 0]) < CONTACT_DISTANCE) continue;
      forwardKinematics(skeleton, pose, world);
      const rotation = quatAt(world.rotations, limb.end);
      const wanted = add(vec3At(world.positions, limb.end), move);
      let aim = wanted;
      for (let round = 0; round < ROUNDS; round++) {
        const next = result.slice();
        place(next, { limb, place: aim, rotation });
        result = clampPose(skeleton, next).pose;
        const missed = subtract(wanted, vec3At(forwardKinematics(skeleton, result, world).positions, limb.end));
        if (distance(missed, [0, 0, 0]) < CONTACT_DISTANCE) break;
        aim = add(aim, missed);
      }
    }
    return result;
  });
}
