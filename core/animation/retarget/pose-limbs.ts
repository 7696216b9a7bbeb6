import type { Rig } from '../../humanoid/body/rig.ts';
import type { Goal } from '../../ik/request/goals.ts';
import type { SolveOptions } from '../../ik/request/options.ts';
import { createSolver } from '../../ik/solver.ts';
import { quatAt } from '../../math/quat.ts';
import { CONTACT_DISTANCE } from '../../math/tolerances.ts';
import { add, distance, length, vec3At } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import { fillFrameWorlds } from '../frame-worlds.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { StandingFoot } from './foot-stands.ts';
import type { TouchingHand } from './hand-contacts.ts';
import { dropsWithin } from './lower-body.ts';
import { placeLimb } from './place-limb.ts';
import { planFoot } from './plan-feet.ts';

/** Metres within which a hand counts as placed: finer than anybody sees. */
const HAND_TOLERANCE = 2e-3;
/** From the hand up, from where two bones have brought it: no other start is needed. */
const SOLVING: SolveOptions = { order: 'backward', restarts: 0, maxIterations: 40 };

/** The poses with their legs bent to where the feet are planned to be, and toes that do not turn with a raised heel. */
export function poseFeet(
  rig: Rig,
  poses: readonly Pose[],
  feet: readonly StandingFoot[],
  fps: number,
  onFrame: (frame: number) => void,
): Pose[] {
  const worlds = fillFrameWorlds(rig.skeleton, poses);
  const planned = feet.map((foot) => ({ foot, path: planFoot(foot, worlds, fps) }));
  const drops = dropsWithin(planned, worlds, fps);
  return poses.map((pose, frame) => {
    onFrame(frame);
    let result: Pose = pose.slice();
    result[1]! -= drops[frame]!;
    for (const { foot, path } of planned) {
      const [place, rotation] = [vec3At(path.positions, frame), quatAt(path.rotations, frame)];
      const toes = foot.toes < 0 ? null : { joint: foot.toes, rotation: quatAt(path.toeRotations, frame) };
      result = placeLimb(rig, result, { limb: foot.limb, place, rotation, toes });
    }
    return result;
  });
}

/**
 * The poses with their arms bent to where the hands touch something, inside the limits; hands keep their world rotations where they can. What
 * two bones alone cannot reach so, the arm and its clavicle are solved for.
 */
export function poseHands(
  rig: Rig,
  poses: readonly Pose[],
  hands: readonly TouchingHand[],
  onFrame: (frame: number) => void,
): Pose[] {
  const { skeleton } = rig;
  const world = createWorldTransforms(skeleton);
  const solver = createSolver(skeleton);
  return poses.map((pose, frame) => {
    onFrame(frame);
    let result = pose;
    for (const { limb, moves } of hands) {
      const move = vec3At(moves, frame);
      if (length(move) < CONTACT_DISTANCE) continue;
      forwardKinematics(skeleton, pose, world);
      const target = add(vec3At(world.positions, limb.end), move);
      const placed = placeLimb(rig, result, { limb, place: target, rotation: quatAt(world.rotations, limb.end) });
      result = clampPose(skeleton, placed).pose;
      const missed = distance(target, vec3At(forwardKinematics(skeleton, result, world).positions, limb.end));
      if (missed < HAND_TOLERANCE) continue;
      const goal: Goal = {
        kind: 'position',
        joint: limb.end,
        target,
        tolerance: HAND_TOLERANCE,
        maxLinks: limb.joints.length + 1,
      };
      result = solver.solve(result, [goal], SOLVING).pose;
    }
    return result;
  });
}
