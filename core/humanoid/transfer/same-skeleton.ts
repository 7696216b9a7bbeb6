import { conjugate, multiply, normalizeQuat, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { add, distance, length, subtract, vec3At } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../skeleton/forward-kinematics.ts';
import { restPose, rootTranslationOf, rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';

/** Share of a bone's length by which it may differ in a skeleton that counts as the same. */
const SAME_LENGTH = 0.01;

/**
 * A function that copies poses from one skeleton onto another that is the same: equal names and hierarchy, and bones that are alike to 1 % of
 * their length, be it in their parents' frames (then whatever pose either rests in says nothing) or in the world at rest (then the axes of
 * the joints say nothing). World rotations of bones and the place of the root are the same afterwards. Null for skeletons that differ.
 */
export function copyBetween(from: Skeleton, to: Skeleton): ((pose: Pose) => Pose) | null {
  const local = copierOf(from, to);
  if (!local) return null;
  return (pose) => {
    const result = restPose(to);
    for (let j = 0; j < to.count; j++) setRotation(result, j, normalizeQuat(local(j, rotationOf(pose, j))));
    const wanted = worldPosition(forwardKinematics(from, pose), from.root);
    const reached = worldPosition(forwardKinematics(to, result), to.root);
    result.set(add(rootTranslationOf(result), subtract(wanted, reached)));
    return result;
  };
}

/** How a rest-relative rotation of a joint is said on the other skeleton. */
function copierOf(from: Skeleton, to: Skeleton): ((joint: number, q: Quat) => Quat) | null {
  if (!haveSameTree(from, to)) return null;
  if (haveSameBones(from, to, (skeleton, j) => vec3At(skeleton.offsets, j))) {
    // rest · q is the same.
    const corrections = Array.from(to.names, (_, j) => multiply(conjugate(quatAt(to.rest, j)), quatAt(from.rest, j)));
    return (j, q) => multiply(corrections[j]!, q);
  }
  const rests = new Map([from, to].map((skeleton) => [skeleton, forwardKinematics(skeleton, restPose(skeleton)).rotations]));
  const worldOffset = (skeleton: Skeleton, j: number) =>
    rotate(quatAt(rests.get(skeleton)!, skeleton.parents[j]!), vec3At(skeleton.offsets, j));
  if (!haveSameBones(from, to, worldOffset)) return null;
  // The turn away from rest, in world axes, is the same: with C = conj(R to) · R from it is C · q · conj(C) in the joint's own.
  const axes = Array.from(to.names, (_, j) => multiply(conjugate(quatAt(rests.get(to)!, j)), quatAt(rests.get(from)!, j)));
  return (j, q) => multiply(multiply(axes[j]!, q), conjugate(axes[j]!));
}

function haveSameTree(from: Skeleton, to: Skeleton): boolean {
  if (from.count !== to.count || from.root !== to.root) return false;
  return to.names.every(
    (name, j) => from.names[j] === name && from.parents[j] === to.parents[j] && from.slides[j] === -1 && to.slides[j] === -1,
  );
}

function haveSameBones(
  from: Skeleton,
  to: Skeleton,
  offsetOf: (skeleton: Skeleton, joint: number) => readonly [number, number, number],
): boolean {
  return to.names.every((_, j) => {
    if (to.parents[j]! < 0) return true;
    const [a, b] = [offsetOf(from, j), offsetOf(to, j)];
    return distance(a, b) <= SAME_LENGTH * Math.max(length(a), length(b)) + 1e-9;
  });
}
