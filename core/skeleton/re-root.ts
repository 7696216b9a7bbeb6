import { spellOut } from '../math/check-values.ts';
import { conjugate, multiply, quatAt, rotate, type Quat } from '../math/quat.ts';
import { subtract, vec3At, ZERO, type Vec3 } from '../math/vec3.ts';
import { forwardKinematics, worldAtRest } from './forward-kinematics.ts';
import { hangsFrom } from './hierarchy.ts';
import { FREE, type Limit } from './limits.ts';
import type { Coupling } from './couplings.ts';
import { restPose, setRotation, weightIndex, type Pose } from './pose.ts';
import { checkSkeleton, createSkeleton, withExpressions, type JointDefinition, type Skeleton } from './skeleton.ts';

/** A skeleton hung from another joint, and the way between poses of the two. */
export interface ReRooted {
  /** The same bodies hung from the new root, parents before children; its first joint is the root. */
  readonly skeleton: Skeleton;
  /** For each joint of the new skeleton, the original joint whose body it carries; the first is the new root. */
  readonly originals: readonly number[];
  /** For each joint of the new skeleton, where the original joint's own origin lies in its frame, metres: zero unless it was reversed. */
  readonly origins: readonly Vec3[];
  /** The pose of the new skeleton in which every joint has the world transform that it has in `pose` of the original. */
  fromOriginal(pose: Pose): Pose;
  /** The way back; `toOriginal(fromOriginal(pose))` is `pose` to rounding. */
  toOriginal(pose: Pose): Pose;
}

/** One joint of the new hierarchy: whose body it carries, below which new joint, and the original joint whose link it turns about. */
interface Hung {
  readonly original: number;
  readonly parent: number;
  /** The original joint at whose origin this body pivots: itself, or the child through which it was reached. */
  readonly pivot: number;
}

/**
 * Hangs everything below the skeleton's root from `joint` (a support foot, say): the links on the way up are reversed, every other branch
 * stays as it was. A reversed body turns about the origin of the joint it now hangs from. Hinges keep their ranges and round cones theirs;
 * an elliptical cone becomes the round one inside it, and couplings follow, so a pose inside the new limits is always inside the old ones. Only the
 * old root's own limit, which held it to the world, is gone, and with it what it drove. After Kenwright 2012, who hangs a biped from its foot.
 *
 * Throws a `RangeError` when the skeleton is none or has sliding joints, or `joint` is not below its root.
 */
export function reRoot(skeleton: Skeleton, joint: number): ReRooted {
  checkSkeleton(skeleton);
  const { parents, root, names } = skeleton;
  if (!Number.isInteger(joint) || joint < 0 || joint >= skeleton.count || !hangsFrom(parents, joint, root)) {
    throw new RangeError(`the new root must be a joint below "${names[root]}", got ${spellOut(joint)}`);
  }
  if (skeleton.slideCount > 0) throw new RangeError('a skeleton with sliding joints cannot be hung from another joint');
  const order = hangFrom(skeleton, joint);
  const world = worldAtRest(skeleton);
  const pivotOf = (hung: Hung): Vec3 => vec3At(world.positions, hung.pivot);
  const turnOf = (hung: Hung) => quatAt(world.rotations, hung.original);
  const bare = createSkeleton(
    order.map((entry): JointDefinition => {
      const { original, parent, pivot } = entry;
      const reversed = pivot !== original;
      const shared = { name: names[original]!, parent, stiffness: skeleton.stiffness[pivot]! };
      // Free is only the new root; a joint that never was below the old one keeps its limit.
      if (parent < 0) {
        const limit = original === joint ? FREE : skeleton.limits[original]!;
        return { ...shared, offset: pivotOf(entry), rest: turnOf(entry), limit };
      }
      const above = order[parent]!;
      const inverse = conjugate(turnOf(above));
      return {
        ...shared,
        offset: rotate(inverse, subtract(pivotOf(entry), pivotOf(above))),
        rest: multiply(inverse, turnOf(entry)),
        limit: reversed ? reverseLimit(skeleton.limits[pivot]!, quatAt(skeleton.rest, pivot)) : skeleton.limits[original]!,
      };
    }),
    0,
    hangCouplings(skeleton, order),
  );
  const hung = withExpressions(bare, skeleton.expressions ?? []);
  return {
    skeleton: hung,
    originals: order.map((entry) => entry.original),
    origins: order.map((entry) =>
      entry.pivot === entry.original
        ? ZERO
        : rotate(conjugate(turnOf(entry)), subtract(vec3At(world.positions, entry.original), pivotOf(entry))),
    ),
    fromOriginal: (pose) => hangPose(skeleton, pose, hung, order),
    toOriginal: (pose) => unhangPose(hung, pose, skeleton, order),
  };
}

/** The new hierarchy, parents first: the reversed path and the branches below the root, then the joints that are not below it as they were. */
function hangFrom(skeleton: Skeleton, joint: number): Hung[] {
  const { count, parents, root } = skeleton;
  const order: Hung[] = [{ original: joint, parent: -1, pivot: joint }];
  const place = new Map([[joint, 0]]);
  const add = (hung: Hung): void => {
    place.set(hung.original, order.length);
    order.push(hung);
  };
  for (let j = joint; j !== root; j = parents[j]!) add({ original: parents[j]!, parent: place.get(j)!, pivot: j });
  for (let j = 0; j < count; j++) {
    if (!place.has(j)) add({ original: j, parent: j === root ? -1 : (place.get(parents[j]!) ?? -1), pivot: j });
  }
  return order;
}

/** The couplings of the links of the new hierarchy; those of the new root's own link, which no longer turns about anything, are dropped. */
function hangCouplings(skeleton: Skeleton, order: readonly Hung[]): Coupling[] {
  const links = new Map(
    order.flatMap(({ original, pivot }, index) => (index === 0 ? [] : [[pivot, { index, reversed: pivot !== original }]])),
  );
  return skeleton.couplings.flatMap((coupling) => {
    const joint = links.get(coupling.joint);
    const hinge = coupling.kind === 'swingByHinge' ? links.get(coupling.hinge) : joint;
    return joint && hinge ? reverseCoupling(coupling, joint, hinge) : [];
  });
}

/** Expressions do not care what a skeleton hangs from. */
function keepWeights({ expressions = [] }: Skeleton, from: Pose, to: Pose): void {
  for (let e = 0; e < expressions.length; e++) to[weightIndex(to, e)] = from[weightIndex(from, e)]!;
}

function hangPose(skeleton: Skeleton, pose: Pose, hung: Skeleton, order: readonly Hung[]): Pose {
  const world = forwardKinematics(skeleton, pose);
  const result = restPose(hung);
  keepWeights(skeleton, pose, result);
  order.forEach(({ original, parent }, i) => {
    const turn = quatAt(world.rotations, original);
    const local = parent < 0 ? turn : multiply(conjugate(quatAt(world.rotations, order[parent]!.original)), turn);
    setRotation(result, i, multiply(conjugate(quatAt(hung.rest, i)), local));
  });
  const pivot = vec3At(world.positions, order[0]!.pivot);
  result.set(subtract(pivot, vec3At(hung.offsets, 0)), 0);
  return result;
}

function unhangPose(hung: Skeleton, pose: Pose, skeleton: Skeleton, order: readonly Hung[]): Pose {
  const world = forwardKinematics(hung, pose);
  const result = restPose(skeleton);
  keepWeights(skeleton, pose, result);
  const place = new Map(order.map(({ original }, i) => [original, i]));
  for (let j = 0; j < skeleton.count; j++) {
    const turn = quatAt(world.rotations, place.get(j)!);
    const parent = skeleton.parents[j]!;
    const local = parent < 0 ? turn : multiply(conjugate(quatAt(world.rotations, place.get(parent)!)), turn);
    setRotation(result, j, multiply(conjugate(quatAt(skeleton.rest, j)), local));
  }
  // The new root's origin is one of the original's joints: the root translation is what brings it where it is.
  const reached = forwardKinematics(skeleton, result);
  result.set(subtract(vec3At(world.positions, 0), vec3At(reached.positions, order[0]!.original)), 0);
  return result;
}

/**
 * The limit of a link seen from its other end. With world(child) = world(parent) · rest · q the reversed link has rest' = conj(rest) and
 * q' = rest · conj(q) · conj(rest): a hinge turns about rest · axis the other way, and a cone's l' = conj(l) has the same swing angle and
 * the opposite twist. An elliptical cone becomes the round one inside it, because its twist turns the ellipse.
 */
function reverseLimit(limit: Limit, rest: Quat): Limit {
  switch (limit.kind) {
    case 'free':
      return limit;
    case 'hinge':
    case 'prismatic':
      return { ...limit, axis: rotate(rest, limit.axis), min: -limit.max, max: -limit.min };
    case 'swingTwist': {
      const half = Math.min(...limit.swing);
      return {
        kind: 'swingTwist',
        parentFrame: multiply(rest, limit.childFrame),
        childFrame: multiply(rest, limit.parentFrame),
        swing: [half, half, half, half],
        twist: [-limit.twist[1], -limit.twist[0]],
      };
    }
  }
}

/**
 * A coupling seen from the other end of its links. A reversed hinge has the opposite angle. A reversed cone is round and as wide as its narrowest
 * side, so what one side may do becomes what every side may do; its twist is the opposite one. `joint` and `hinge` are the links in the new
 * skeleton, and whether each is reversed.
 */
function reverseCoupling(
  coupling: Coupling,
  joint: { readonly index: number; readonly reversed: boolean },
  hinge: { readonly index: number; readonly reversed: boolean },
): Coupling[] {
  if (coupling.kind === 'twistBySwing') {
    const points = coupling.points.map(([swing, min, max]) => [swing, -max, -min] as const);
    return [{ ...coupling, joint: joint.index, points: joint.reversed ? points : coupling.points }];
  }
  const points = hinge.reversed ? coupling.points.map(([angle, half]) => [-angle, half] as const).reverse() : coupling.points;
  const sides = joint.reversed ? ([0, 1, 2, 3] as const) : [coupling.side];
  return sides.map((side) => ({ ...coupling, joint: joint.index, hinge: hinge.index, side, points }));
}
