import { multiply, rotate, type Quat } from '../../math/quat.ts';
import { cross, dot, scale, subtract, UNIT_X, UNIT_Y, UNIT_Z, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, worldRotation } from '../../skeleton/forward-kinematics.ts';
import type { Limit, SwingTwistLimit } from '../../skeleton/limits.ts';
import { HUMANOID_BONES, otherSide } from '../body/bones.ts';
import type { Rig } from '../body/rig.ts';

/** The joint on the other side of the body; null for joints of the middle and for those outside the humanoid map. */
export function otherJoint({ humanoid }: Rig, joint: number): number | null {
  const bone = HUMANOID_BONES.find((each) => humanoid[each] === joint);
  const other = bone && humanoid[otherSide(bone)];
  return other === undefined || other === joint ? null : other;
}

/**
 * The limit that lets joint `to` do in a mirror what `limit` lets joint `from` do. The frames of `to`'s own limit are kept,
 * whatever way its axes lie; null when the two joints have limits of different kinds.
 */
export function mirrorLimit(rig: Rig, from: number, to: number, limit: Limit): Limit | null {
  const own = rig.skeleton.limits[to]!;
  const rest = worldAtRest(rig.skeleton);
  const across = cross(UNIT_Y, rig.report.facing);
  const source = worldRotation(rest, from);
  const target = worldRotation(rest, to);
  if (limit.kind === 'hinge' && own.kind === 'hinge') {
    const same = dot(mirrorAxis(rotate(source, limit.axis), across), rotate(target, own.axis)) > 0;
    return { ...own, min: same ? limit.min : -limit.max, max: same ? limit.max : -limit.min };
  }
  if (limit.kind === 'swingTwist' && own.kind === 'swingTwist') {
    return mirrorCone(limit, multiply(source, limit.parentFrame), own, multiply(target, own.parentFrame), across);
  }
  return null;
}

/** Swings turn about the axis on which the mirrored one falls; a twist about the mirrored bone goes the other way round. */
function mirrorCone(limit: SwingTwistLimit, from: Quat, own: SwingTwistLimit, to: Quat, across: Vec3): SwingTwistLimit {
  const swing: [number, number, number, number] = [...own.swing];
  const targets = [UNIT_X, scale(UNIT_X, -1), UNIT_Y, scale(UNIT_Y, -1)].map((axis) => rotate(to, axis));
  [UNIT_X, scale(UNIT_X, -1), UNIT_Y, scale(UNIT_Y, -1)].forEach((axis, i) => {
    const mirrored = mirrorAxis(rotate(from, axis), across);
    const alignments = targets.map((target) => dot(mirrored, target));
    swing[alignments.indexOf(Math.max(...alignments))] = limit.swing[i]!;
  });
  const same = dot(mirrorAxis(rotate(from, UNIT_Z), across), rotate(to, UNIT_Z)) > 0;
  const [min, max] = limit.twist;
  return { ...own, swing, twist: same ? [min, max] : [-max, -min] };
}

/** An axis of rotation seen in a mirror: a pseudovector, it keeps the part along the unit normal `across` and flips the rest. */
function mirrorAxis(axis: Vec3, across: Vec3): Vec3 {
  return scale(subtract(axis, scale(across, 2 * dot(axis, across))), -1);
}
