import { clamp, wrapAngle } from '../../math/angles.ts';
import { acos } from '../../math/elementary.ts';
import { fromAxisAngle, shortestArc } from '../../math/quat.ts';
import { twistAngle } from '../../math/swing-twist.ts';
import { distance, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { HandleName } from '../body/handles.ts';
import { isLocked, limbOf, turnJoint, type Limb } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';

/** Radians from the end of a hinge's range within which the limb counts as straight. */
const STRAIGHT = 0.03;
/** Share of its bones' length that a straight limb spans at least. */
const STRETCHED = 0.99;
/** Share of the limb's present length below which a target asks it to bend. */
const SHORTER = 0.998;

/**
 * The pose with the pulled limb bent to the target in closed form when it is straight and the target lies nearer than its length: from a
 * straight limb coordinate descent sees no way to shorten it (the lock of `ccd-notes.md` section 6) and would move the trunk instead.
 * The same pose when there is nothing to do, or a joint of it is locked. The limb's upper joint may leave its limits; a solve brings it in first.
 *
 * With bones a and b flexed by φ the limb spans d: d² = a² + b² + 2ab cos φ.
 */
export function bendStraightLimb(rig: Rig, pose: Pose, handle: HandleName, target: Vec3): Pose {
  const limb = limbOf(rig, handle);
  if (!limb || limb.isPole) return pose;
  const { upper, bend, end } = limb;
  const limit = rig.skeleton.limits[bend]!;
  if (limit.kind !== 'hinge' || isLocked(rig, bend) || isLocked(rig, upper)) return pose;
  const world = forwardKinematics(rig.skeleton, pose);
  const [root, middle, tip] = [worldPosition(world, upper), worldPosition(world, bend), worldPosition(world, end)];
  const [a, b, span, wanted] = [distance(root, middle), distance(middle, tip), distance(root, tip), distance(root, target)];
  const angle = wrapAngle(twistAngle(rotationOf(pose, bend), limit.axis));
  const isAtMin = angle - limit.min < STRAIGHT;
  const isAtMax = limit.max - angle < STRAIGHT;
  if (span < STRETCHED * (a + b) || wanted > SHORTER * span || !(isAtMin || isAtMax)) return pose;
  const flexion = flexionOf(a, b);
  const more = flexion(wanted) - flexion(span);
  const bent = pose.slice();
  setRotation(bent, bend, fromAxisAngle(limit.axis, clamp(isAtMin ? angle + more : angle - more, limit.min, limit.max)));
  const tipBent = worldPosition(forwardKinematics(rig.skeleton, bent), end);
  return turnJoint(rig, bent, upper, shortestArc(subtract(tipBent, root), subtract(target, root)));
}

/**
 * The pose with a limb bent further about `axis` (a unit vector of the world) until it spans `span` metres, in closed form as above, its upper joint left
 * alone. Null where it spans no more than that already. The bend may leave its limits; a solve brings it in first.
 */
export function foldLimb(rig: Rig, pose: Pose, { upper, bend, end }: Limb, axis: Vec3, span: number): Pose | null {
  const world = forwardKinematics(rig.skeleton, pose);
  const [root, middle, tip] = [worldPosition(world, upper), worldPosition(world, bend), worldPosition(world, end)];
  const present = distance(root, tip);
  if (present <= span) return null;
  const flexion = flexionOf(distance(root, middle), distance(middle, tip));
  return turnJoint(rig, pose, bend, fromAxisAngle(axis, flexion(span) - flexion(present)));
}

/** Radians by which a limb with bones of these lengths is flexed where it spans a length. */
function flexionOf(a: number, b: number): (span: number) => number {
  return (span) => acos(clamp((span * span - a * a - b * b) / (2 * a * b), -1, 1));
}
