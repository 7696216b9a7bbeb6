import { conjugate, IDENTITY, multiply, normalizeQuat, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { add, distance, length, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldAtRest, worldPosition } from '../../skeleton/forward-kinematics.ts';
import { restPose, rootTranslationOf, rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { bringExpressions } from './expression-names.ts';

/** Share of a bone's length by which it may differ in a skeleton that counts as the same. */
const SAME_LENGTH = 0.01;

/**
 * A function that copies poses from one skeleton onto another that is the same: equal names and hierarchy, and bones that are alike to 1 % of
 * their length, be it in their parents' frames (then whatever pose either rests in says nothing) or in the world at rest (then the axes of
 * the joints say nothing). Ends of bones that only one of them has as joints do not matter. World rotations of bones and the place of the root
 * are the same afterwards. Null for skeletons that differ.
 */
export function copyBetween(from: Skeleton, to: Skeleton): ((pose: Pose) => Pose) | null {
  const twins = twinsOf(from, to);
  const local = twins && copierOf(from, to, twins);
  if (!local) return null;
  return (pose) => {
    const result = restPose(to);
    bringExpressions(from, pose, to, result);
    twins.forEach((twin, j) => {
      if (twin >= 0) setRotation(result, j, normalizeQuat(local(j, rotationOf(pose, twin))));
    });
    const wanted = worldPosition(forwardKinematics(from, pose), from.root);
    const reached = worldPosition(forwardKinematics(to, result), to.root);
    result.set(add(rootTranslationOf(result), subtract(wanted, reached)));
    return result;
  };
}

/** For each joint the one of the same name on the other skeleton, −1 for ends of bones; null where the hierarchies differ otherwise. */
function twinsOf(from: Skeleton, to: Skeleton): readonly number[] | null {
  const jointsOf = ({ names }: Skeleton): Joints => new Map(names.map((name, j) => [name, j]));
  const [inFrom, inTo] = [jointsOf(from), jointsOf(to)];
  if (
    from.names[from.root] !== to.names[to.root] ||
    from.slides.some((slide) => slide >= 0) ||
    to.slides.some((slide) => slide >= 0)
  )
    return null;
  const onlyEndsDiffer = (skeleton: Skeleton, others: Joints) =>
    skeleton.names.every((name, j) => others.has(name) || (skeleton.parents[j]! >= 0 && !skeleton.parents.includes(j)));
  if (!onlyEndsDiffer(from, inTo) || !onlyEndsDiffer(to, inFrom)) return null;
  const twins = to.names.map((name) => inFrom.get(name) ?? -1);
  const haveSameParents = twins.every((twin, j) => twin < 0 || from.names[from.parents[twin]!] === to.names[to.parents[j]!]);
  return haveSameParents ? twins : null;
}

type Joints = ReadonlyMap<string, number>;

/** How a rest-relative rotation of a joint is said on the other skeleton. */
function copierOf(from: Skeleton, to: Skeleton, twins: readonly number[]): ((joint: number, q: Quat) => Quat) | null {
  const haveSameBones = (offsetOf: (skeleton: Skeleton, joint: number) => Vec3) =>
    twins.every((twin, j) => {
      if (twin < 0 || to.parents[j]! < 0) return true;
      const [a, b] = [offsetOf(from, twin), offsetOf(to, j)];
      return distance(a, b) <= SAME_LENGTH * Math.max(length(a), length(b)) + 1e-9;
    });
  const turnsBetween = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    twins.map((twin, j) => (twin < 0 ? IDENTITY : multiply(conjugate(quatAt(b, j)), quatAt(a, twin))));
  if (haveSameBones((skeleton, j) => vec3At(skeleton.offsets, j))) {
    // rest · q is the same.
    const corrections = turnsBetween(from.rest, to.rest);
    return (j, q) => multiply(corrections[j]!, q);
  }
  const rests = new Map([from, to].map((skeleton) => [skeleton, worldAtRest(skeleton).rotations]));
  const inWorld = (skeleton: Skeleton, j: number) =>
    rotate(quatAt(rests.get(skeleton)!, skeleton.parents[j]!), vec3At(skeleton.offsets, j));
  if (!haveSameBones(inWorld)) return null;
  // The turn away from rest, in world axes, is the same: with C = conj(R to) · R from it is C · q · conj(C) in the joint's own.
  const axes = turnsBetween(rests.get(from)!, rests.get(to)!);
  return (j, q) => multiply(multiply(axes[j]!, q), conjugate(axes[j]!));
}
