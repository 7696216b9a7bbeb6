import { handlesOf, type HandleName } from '../../humanoid/body/handles.ts';
import { HUMANOID_BONES, otherSide } from '../../humanoid/body/bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { bodyOf } from '../../humanoid/body/rig-body.ts';
import { mirrorTurn, mirrorVector } from '../../humanoid/transfer/mirror.ts';
import { conjugate, multiply, normalizeQuat, rotate, type Quat } from '../../math/quat.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { restPose } from '../../skeleton/pose.ts';
import type { ContactPart, ContactSpan, TouchingSpan } from '../clip.ts';

/**
 * Contacts as a mirror in the body's middle shows them: those of the left are of the right, also on the own body. Those with others and with props are left out:
 * what they are on is not mirrored along.
 */
export function mirrorContacts(rig: Rig, contacts: readonly ContactSpan[]): readonly ContactSpan[] {
  const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  const across = bodyOf(rig).frame.left;
  const restOf = (joint: number) => worldRotation(rest, joint);
  // A world rotation W of a joint that rests at A is S(W A⁻¹)S B at its counterpart, which rests at B. Both places below are those at rest, where W = A.
  const pointOf = (from: number, to: number, point: Vec3): Vec3 =>
    rotate(conjugate(restOf(to)), mirrorVector(rotate(restOf(from), point), across));
  const turnOf = (by: number, otherBy: number, part: number, oppositePart: number, turn: Quat): Quat => {
    const world = mirrorTurn(multiply(multiply(restOf(by), turn), conjugate(restOf(part))), across);
    return normalizeQuat(multiply(multiply(conjugate(restOf(otherBy)), world), restOf(oppositePart)));
  };
  const jointOf = (part: HandleName) => handlesOf(rig).find(({ name }) => name === part)?.joint;

  function touching(contact: TouchingSpan): TouchingSpan | null {
    const { by, position, rotation, point } = contact.on;
    if (!('joint' in by) || 'actor' in by) return null;
    const other = otherPart(contact.part);
    const [part, mirrored] = [jointOf(contact.part), jointOf(other)];
    const joint = rig.skeleton.names.indexOf(by.joint);
    const opposite = counterpart(rig, joint);
    if (part === undefined || mirrored === undefined || opposite === undefined) return null;
    return {
      ...contact,
      part: other,
      on: {
        ...contact.on,
        by: { joint: rig.skeleton.names[opposite]! },
        position: pointOf(joint, opposite, position),
        rotation: turnOf(joint, opposite, part, mirrored, rotation),
        ...(point && { point: pointOf(part, mirrored, point) }),
      },
    };
  }

  return contacts.flatMap((contact): readonly ContactSpan[] => {
    if (contact.on === undefined) return [{ ...contact, part: otherPart(contact.part) }];
    const mirrored = touching(contact);
    return mirrored ? [mirrored] : [];
  });
}

function otherPart<Part extends ContactPart | HandleName>(part: Part): Part {
  return part.replace(/^(left|right)/, (side) => (side === 'left' ? 'right' : 'left')) as Part;
}

/** The joint of the bone at the other side of a bone's joint; undefined where it is no bone's. */
function counterpart({ humanoid }: Rig, joint: number): number | undefined {
  const bone = HUMANOID_BONES.find((each) => humanoid[each] === joint);
  return bone && humanoid[otherSide(bone)];
}
