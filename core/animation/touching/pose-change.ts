import { conjugate, fromRotationVector, multiply, toRotationVector } from '../../math/quat.ts';
import { vec3At } from '../../math/vec3.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';

/** What brings one pose to another: metres of the root, then a rotation vector a joint in its own frame, radians; 3 numbers each. */
export type PoseChange = Float64Array;

export function poseChange({ count }: Skeleton, from: Pose, to: Pose): PoseChange {
  const change = new Float64Array(3 + 3 * count);
  for (let c = 0; c < 3; c++) change[c] = to[c]! - from[c]!;
  for (let joint = 0; joint < count; joint++)
    change.set(toRotationVector(multiply(conjugate(rotationOf(from, joint)), rotationOf(to, joint))), 3 + 3 * joint);
  return change;
}

/** The pose with a share of a change, 0 to 1; joints that it turns stay inside their limits. */
export function withChange(skeleton: Skeleton, pose: Pose, change: PoseChange, share: number): Pose {
  const result = pose.slice();
  const changed: number[] = [];
  for (let c = 0; c < 3; c++) result[c]! += share * change[c]!;
  for (let joint = 0; joint < skeleton.count; joint++) {
    const [x, y, z] = vec3At(change, 1 + joint);
    if (x === 0 && y === 0 && z === 0) continue;
    setRotation(result, joint, multiply(rotationOf(pose, joint), fromRotationVector([share * x, share * y, share * z])));
    changed.push(joint);
  }
  const inside = clampPose(skeleton, result).pose;
  for (const joint of changed) setRotation(result, joint, rotationOf(inside, joint));
  return result;
}
