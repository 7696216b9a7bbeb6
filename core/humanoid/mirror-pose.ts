import { conjugate, multiply, normalizeQuat, quatAt, type Quat } from '../math/quat.ts';
import { cross, dot, scale, subtract, UNIT_Y, type Vec3 } from '../math/vec3.ts';
import { forwardKinematics } from '../skeleton/forward-kinematics.ts';
import { restPose, rootTranslationOf, rotationOf, setRotation, type Pose } from '../skeleton/pose.ts';
import { HUMANOID_BONES, otherSide } from './bones.ts';
import type { Rig } from './rig.ts';

/**
 * The pose seen in a mirror that stands in the body's middle: what the left side did, the right side does. Works on rest-relative
 * rotations in world axes, so bone axes do not matter. Joints outside the humanoid map keep their rotation. Mirroring twice gives
 * the pose back.
 */
export function mirrorPose(rig: Rig, pose: Pose): Pose {
  const { skeleton, humanoid, report } = rig;
  const across = cross(UNIT_Y, report.facing);
  const rest = forwardKinematics(skeleton, restPose(skeleton));
  const mirrored: Pose = pose.slice();
  mirrored.set(mirrorVector(rootTranslationOf(pose), across), 0);
  for (const bone of HUMANOID_BONES) {
    const from = humanoid[bone];
    const to = humanoid[otherSide(bone)];
    if (from === undefined || to === undefined) continue;
    // The joint's turn against its parent in world axes at rest: R q R⁻¹; mirrored, then brought into the other joint.
    const restFrom = quatAt(rest.rotations, from);
    const restTo = quatAt(rest.rotations, to);
    const turn = multiply(multiply(restFrom, rotationOf(pose, from)), conjugate(restFrom));
    const other = multiply(multiply(conjugate(restTo), mirrorTurn(turn, across)), restTo);
    setRotation(mirrored, to, normalizeQuat(other));
  }
  return mirrored;
}

function mirrorVector(v: Vec3, across: Vec3): Vec3 {
  return subtract(v, scale(across, 2 * dot(v, across)));
}

/** A rotation seen in a mirror: its axis, a pseudovector, keeps the part along the mirror's normal and loses the sign of the rest. */
function mirrorTurn(q: Quat, across: Vec3): Quat {
  const [x, y, z] = mirrorVector([q[0], q[1], q[2]], across);
  return [-x, -y, -z, q[3]];
}
