import type { Rig } from '../../core/humanoid/body/rig.ts';
import { fromAxisAngle, multiply, type Quat } from '../../core/math/quat.ts';
import { seededRandom } from '../../core/math/random.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import { capturePose } from '../../core/library/apply.ts';
import type { SavedPose } from '../../core/library/saved-pose.ts';
import { forwardKinematics, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import { restPose, setRotation, type Pose } from '../../core/skeleton/pose.ts';

/**
 * Poses of somebody who bows, turns, raises either arm and bends it, and steps: all follow from six numbers by one rule, so that a pose that is left out
 * can be told from the others. Inside limits, hips in place.
 */
export function gestureLibrary(rig: Rig, count: number, seed: number): SavedPose[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, i) =>
    capturePose(rig.skeleton, gesture(rig, Array.from({ length: 8 }, random)), { id: `gesture-${i}`, name: `Gesture ${i}` }),
  );
}

/** The gesture of eight numbers from 0 to 1. */
export function gesture(rig: Rig, [bow, turn, left, right, bendLeft, bendRight, step, squat]: readonly number[]): Pose {
  const pose = restPose(rig.skeleton);
  const world = forwardKinematics(rig.skeleton, pose);
  // Turns about axes of the world at rest, so that they mean the same on every figure that faces +Z.
  const turnBone = (bone: keyof Rig['humanoid'], ...turns: readonly (readonly [Vec3, number])[]): void => {
    const joint = rig.humanoid[bone];
    if (joint === undefined) return;
    const rest = worldRotation(world, joint);
    const inverse: Quat = [-rest[0], -rest[1], -rest[2], rest[3]];
    const whole = turns.map(([axis, angle]) => fromAxisAngle(axis, angle)).reduce((a, b) => multiply(a, b));
    setRotation(pose, joint, multiply(multiply(inverse, whole), rest));
  };
  for (const bone of ['spine', 'chest', 'upperChest'] as const)
    turnBone(bone, [[1, 0, 0], 0.2 * bow!], [[0, 1, 0], 0.2 * turn! - 0.1]);
  turnBone('neck', [[1, 0, 0], 0.3 * bow!]);
  turnBone('leftUpperArm', [[0, 1, 0], -0.9 * bendLeft!], [[0, 0, 1], -1.2 + 1.6 * left!]);
  turnBone('rightUpperArm', [[0, 1, 0], 0.9 * bendRight!], [[0, 0, 1], 1.2 - 1.6 * right!]);
  turnBone('leftLowerArm', [[0, 1, 0], -0.2 - 1.2 * bendLeft!]);
  turnBone('rightLowerArm', [[0, 1, 0], 0.2 + 1.2 * bendRight!]);
  turnBone('leftUpperLeg', [[1, 0, 0], -0.5 * step! - 0.6 * squat!]);
  turnBone('rightUpperLeg', [[1, 0, 0], -0.6 * squat!]);
  for (const bone of ['leftLowerLeg', 'rightLowerLeg'] as const) turnBone(bone, [[1, 0, 0], 0.1 + 1.2 * squat!]);
  return clampPose(rig.skeleton, pose).pose;
}
