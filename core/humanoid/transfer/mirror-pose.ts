import { checkRig } from '../body/check-rig.ts';
import { conjugate, multiply, normalizeQuat, quatAt, type Quat } from '../../math/quat.ts';
import { dot } from '../../math/vec3.ts';
import { worldAtRest } from '../../skeleton/forward-kinematics.ts';
import { checkPose, rootTranslationOf, rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { BodyGeometry } from '../body/body-geometry.ts';
import { HUMANOID_BONES, otherSide, type HumanoidBone } from '../body/bones.ts';
import { mirrorExpressions } from './expression-names.ts';
import { mirrorTurn, mirrorVector } from './mirror.ts';
import { createMirror } from './mirror-uneven.ts';
import type { Rig } from '../body/rig.ts';
import { bodyOf } from '../body/rig-body.ts';

/** Cosine of the angle (4°) by which a limb may rest differently on the two sides of a body that counts as symmetric. */
const ALIKE = 0.9976;

/**
 * The pose seen in a mirror that stands in the body's middle: what the left side did, the right side does. Works on rest-relative
 * rotations in world axes, so bone axes do not matter. Joints outside the humanoid map keep their rotation; expressions of the left are of the right. On a body whose sides rest
 * alike, mirroring twice gives the pose back; on others the limbs point where the other side's pointed, within the limits.
 * Sides of a file that are alike but for its rounding may leave a joint a few hundred-thousandths of a radian outside its limit: see `clampPose`.
 */
export function mirrorPose<Names>(rig: Rig<Names>, pose: Pose<Names>): Pose<Names> {
  checkRig(rig);
  checkPose(rig.skeleton, pose, 'the pose');
  const body = bodyOf(rig);
  if (!isSymmetric(body)) return createMirror(rig)(pose);
  const { skeleton, humanoid } = rig;
  const across = body.frame.left;
  const mirrorTurnOf = createTurnMirror(rig);
  const mirrored: Pose = pose.slice();
  mirrorExpressions(skeleton.expressions, pose, mirrored);
  mirrored.set(mirrorVector(rootTranslationOf(pose), across), 0);
  for (const bone of HUMANOID_BONES) {
    const from = humanoid[bone];
    const to = humanoid[otherSide(bone)];
    if (from === undefined || to === undefined) continue;
    setRotation(mirrored, to, normalizeQuat(mirrorTurnOf(from, to, rotationOf(pose, from))));
  }
  return mirrored;
}

/**
 * A function that mirrors what turns one joint, a quaternion against its rest, for another joint. It is linear: the rotation vector of a speed, with a
 * fourth number of 0, is mirrored by it as well.
 */
function createTurnMirror(rig: Rig): (from: number, to: number, turn: Quat) => Quat {
  const across = bodyOf(rig).frame.left;
  const rest = worldAtRest(rig.skeleton);
  return (from, to, turn) => {
    // The joint's turn against its parent in world axes at rest: R q R⁻¹; mirrored, then brought into the other joint.
    const restFrom = quatAt(rest.rotations, from);
    const restTo = quatAt(rest.rotations, to);
    const world = multiply(multiply(restFrom, turn), conjugate(restFrom));
    return multiply(multiply(conjugate(restTo), mirrorTurn(world, across)), restTo);
  };
}

/**
 * A function that mirrors changes of what one joint holds for another, small ones or speeds: metres of the root (`joint` −1), in world axes, or rotation
 * vectors in the joint's own frame.
 */
export function createChangeMirror(rig: Rig): (from: number, to: number, change: readonly number[]) => readonly number[] {
  const across = bodyOf(rig).frame.left;
  const mirrorTurnOf = createTurnMirror(rig);
  return (from, to, [x, y, z]) =>
    from < 0 ? mirrorVector([x!, y!, z!], across) : mirrorTurnOf(from, to, [x!, y!, z!, 0]).slice(0, 3);
}

/** Whether arms and legs rest as mirror images of each other. */
function isSymmetric(body: BodyGeometry): boolean {
  return (['UpperArm', 'LowerArm', 'UpperLeg', 'LowerLeg'] as const).every((part) => {
    const [left, right]: HumanoidBone[] = [`left${part}`, `right${part}`];
    if (!left || !right || !body.has(left) || !body.has(right)) return true;
    return dot(mirrorVector(body.direction(left), body.frame.left), body.direction(right)) > ALIKE;
  });
}
