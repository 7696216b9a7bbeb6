import { HUMANOID_BONES, type HumanoidBone } from '../../humanoid/body/bones.ts';
import { bodyOf } from '../../humanoid/body/rig-body.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { toRadians } from '../../math/angles.ts';
import { IDENTITY, multiply, rotate, shortestArc, type Quat } from '../../math/quat.ts';
import { dot, scale, type Vec3 } from '../../math/vec3.ts';
import { cos } from '../../math/elementary.ts';

/** A limb this near to its place in a T-pose stays as it is: slightly bent knees are how characters are modelled. */
const NEAR = cos(toRadians(15));

/**
 * For each joint the world rotation that brings it from the rig's rest pose into a T-pose: arms and fingers straight out to the sides,
 * legs straight down, feet as they rest. Joints without a meaning go with their parents.
 */
export function turnsToTPose(rig: Rig): Quat[] {
  const body = bodyOf(rig);
  const { left, up } = body.frame;
  const boneOf = new Map<number, HumanoidBone>();
  for (const bone of HUMANOID_BONES) {
    const joint = rig.humanoid[bone];
    if (joint !== undefined) boneOf.set(joint, bone);
  }
  const wanted = (bone: HumanoidBone): Vec3 | null => {
    if (/(UpperArm|LowerArm|Hand|Index|Middle|Ring|Little)/.test(bone)) return scale(left, bone.startsWith('left') ? 1 : -1);
    return /(UpperLeg|LowerLeg)$/.test(bone) ? scale(up, -1) : null;
  };
  const turns: Quat[] = [];
  for (let joint = 0; joint < rig.skeleton.count; joint++) {
    const parent = rig.skeleton.parents[joint]!;
    const bone = boneOf.get(joint);
    const inherited = parent < 0 ? IDENTITY : turns[parent]!;
    const target = bone ? wanted(bone) : null;
    if (bone?.endsWith('Foot')) turns.push(IDENTITY);
    else if (!bone || !target) turns.push(inherited);
    else {
      const direction = rotate(inherited, body.direction(bone));
      turns.push(dot(direction, target) > NEAR ? inherited : multiply(shortestArc(direction, target), inherited));
    }
  }
  return turns;
}
