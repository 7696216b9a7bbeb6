import { commonAncestor, hangsFrom, sided, SIDES } from '../../humanoid/body/found-bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { rotationLimiter } from '../../humanoid/transfer/rotation-limiter.ts';
import { hypot } from '../../math/elementary.ts';
import { conjugate, multiply, normalizeQuat, quatAt, shortestArc, type Quat } from '../../math/quat.ts';
import { add, length, lerp, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { rootTranslationOf, rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';

/** Share of the distance between the leg roots by which one may be higher than the other. */
const STEEPEST = 0.95;

/** The two joints that the legs hang from, left first; null unless the body has both. */
export function legRootJoints({ humanoid }: Pick<Rig, 'humanoid'>): readonly [left: number, right: number] | null {
  const [left, right] = SIDES.map((side) => humanoid[sided(side, 'UpperLeg')]);
  return left === undefined || right === undefined ? null : [left, right];
}

/**
 * The poses with the pelvis tilted sideways so that the left leg root is `rises` metres (one a frame) higher than the right one. The midpoint
 * of the leg roots stays at its place, and all bones above and below the pelvis keep their world rotations as far as their limits allow.
 */
export function tiltPelvis(rig: Rig, poses: readonly Pose[], rises: Float64Array): Pose[] {
  const { skeleton } = rig;
  const roots = legRootJoints(rig);
  const pelvis = roots ? commonAncestor(skeleton.parents, roots) : -1;
  if (!roots || pelvis < 0 || roots.includes(pelvis)) return [...poses];
  const kept = bonesOver(rig, pelvis, roots);
  const allowed = rotationLimiter(skeleton.limits);
  const before = createWorldTransforms(skeleton);
  const after = createWorldTransforms(skeleton);
  const middleIn = ({ positions }: WorldTransforms) => lerp(vec3At(positions, roots[0]), vec3At(positions, roots[1]), 0.5);
  return poses.map((pose, frame) => {
    forwardKinematics(skeleton, pose, before);
    const across = subtract(vec3At(before.positions, roots[0]), vec3At(before.positions, roots[1]));
    const tilt = shortestArc(across, tilted(across, rises[frame]!));
    const result = pose.slice();
    const worlds: Quat[] = [];
    for (let j = 0; j < skeleton.count; j++) {
      const parent = skeleton.parents[j]!;
      const rest = quatAt(skeleton.rest, j);
      const resting = parent < 0 ? rest : multiply(worlds[parent]!, rest);
      const wanted = quatAt(before.rotations, j);
      if (j === pelvis) setRotation(result, j, localOf(resting, multiply(tilt, wanted)));
      else if (kept.has(j)) setRotation(result, j, allowed(j, localOf(resting, wanted)));
      worlds[j] = multiply(resting, rotationOf(result, j));
    }
    forwardKinematics(skeleton, result, after);
    result.set(add(rootTranslationOf(result), subtract(middleIn(before), middleIn(after))));
    return result;
  });
}

function localOf(resting: Quat, world: Quat): Quat {
  return normalizeQuat(multiply(conjugate(resting), world));
}

/** The humanoid bones' joints that a tilting pelvis would take along and should not: all below it but those that lead to the leg roots. */
function bonesOver({ skeleton, humanoid }: Rig, pelvis: number, roots: readonly number[]): ReadonlySet<number> {
  const leading = new Set<number>();
  for (const root of roots) {
    for (let joint = skeleton.parents[root]!; joint !== pelvis; joint = skeleton.parents[joint]!) leading.add(joint);
  }
  const bones = Object.values(humanoid).filter((joint) => joint !== pelvis && hangsFrom(skeleton.parents, joint, pelvis));
  return new Set(bones.filter((joint) => !leading.has(joint)));
}

/** The same vector turned about the horizontal so that it rises by `rise`. */
function tilted(across: Vec3, rise: number): Vec3 {
  const [whole, flat] = [length(across), hypot(across[0], across[2])];
  if (!(flat > 0)) return across;
  const up = Math.max(-STEEPEST * whole, Math.min(STEEPEST * whole, rise));
  const factor = Math.sqrt(whole * whole - up * up) / flat;
  return [factor * across[0], up, factor * across[2]];
}
