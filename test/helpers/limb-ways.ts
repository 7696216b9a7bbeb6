import type { PositionGoal } from '../../core/ik/request/goals.ts';
import { slerp } from '../../core/math/quat.ts';
import { length, subtract, type Vec3 } from '../../core/math/vec3.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../core/skeleton/pose.ts';
import { createSkeleton, type JointDefinition, type Skeleton } from '../../core/skeleton/skeleton.ts';
import { blendOfHinges, HAND, hingeAbout, hingedArm, humanArm, placeOf } from './ik-chains.ts';

/** A limb whose end follows ways. */
export interface Limb {
  readonly skeleton: Skeleton;
  readonly joint: number;
  readonly offset: Vec3;
  readonly blend: (from: Pose, to: Pose, share: number) => Pose;
}

/** The human arm with its hand. */
export function humanLimb(): Limb {
  const skeleton = humanArm();
  const blend = (from: Pose, to: Pose, share: number): Pose => clampPose(skeleton, slerpPoses(skeleton, from, to, share)).pose;
  return { skeleton, joint: 3, offset: HAND, blend };
}

/** The robot arm with its tool. */
export function robotLimb(): Limb {
  const skeleton = hingedArm();
  return { skeleton, joint: 5, offset: [0.1, 0, 0], blend: (from, to, share) => blendOfHinges(skeleton, from, to, share) };
}

/** A finger 95 mm long, of four hinges. */
export function fingerLimb(): Limb {
  const lengths = [0, 0, 0.045, 0.028];
  const skeleton = createSkeleton(
    lengths.map((metres, j): JointDefinition => ({
      name: `joint${j}`,
      parent: j - 1,
      offset: [0, metres, 0],
      limit: j === 0 ? hingeAbout([0, 0, 1], -15, 15) : hingeAbout([1, 0, 0], -10, 90),
    })),
  );
  return { skeleton, joint: 3, offset: [0, 0.022, 0], blend: (from, to, share) => blendOfHinges(skeleton, from, to, share) };
}

/** Every joint `share` of the way from one pose to another. */
export function slerpPoses(skeleton: Skeleton, from: Pose, to: Pose, share: number): Pose {
  const pose = restPose(skeleton);
  for (let j = 0; j < skeleton.count; j++) setRotation(pose, j, slerp(rotationOf(from, j), rotationOf(to, j), share));
  return pose;
}

/**
 * Goals along where the end goes as the limb is blended from one pose into another, in steps of at most 1 cm; `isNear` is false where bringing the way
 * inside the limits makes it leap.
 */
export function* wayOfTheEnd(
  { skeleton, joint, offset, blend }: Limb,
  from: Pose,
  to: Pose,
): Generator<{ goal: PositionGoal; isNear: boolean }, undefined> {
  const placeAt = (share: number): Vec3 => placeOf(skeleton, blend(from, to, share), joint, offset);
  let at = placeAt(0);
  for (let share = 0, step = 0.05; share < 1; share += step, step = 0.05) {
    const way = (): number => length(subtract(placeAt(share + step), at));
    while (step > 1e-4 && way() > 0.01) step /= 1.5;
    const isNear = way() <= 0.01;
    at = placeAt(share + step);
    yield { goal: { kind: 'position', joint, offset, target: at }, isNear };
  }
}
