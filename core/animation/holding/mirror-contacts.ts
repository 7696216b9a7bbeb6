import { handlesOf, type HandleName } from '../../humanoid/body/handles.ts';
import { HUMANOID_BONES, onOtherSide, otherSide } from '../../humanoid/body/bones.ts';
import { perRig } from '../../humanoid/body/per-rig.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { bodyOf } from '../../humanoid/body/rig-body.ts';
import { mirrorTurn, mirrorVector } from '../../humanoid/transfer/mirror.ts';
import { conjugate, multiply, normalizeQuat, rotate, type Quat } from '../../math/quat.ts';
import { cross, dot, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, worldRotation } from '../../skeleton/forward-kinematics.ts';
import type { ContactSpan, TouchingSpan } from '../clip.ts';

/** The rig of another actor that is mirrored along, by the actor's id; null where it is not. */
export type MirroredAlong = (actor: string) => Rig | null;

/**
 * Contacts as a mirror in the body's middle shows them: those of the left are of the right, also on the own body and on others who are mirrored along (`rigOf`;
 * default: nobody). Those with whoever is not, and with props, are left out.
 */
export function mirrorContacts(
  rig: Rig,
  contacts: readonly ContactSpan[],
  rigOf: MirroredAlong = () => null,
): readonly ContactSpan[] {
  const own = mirrorOf(rig);
  const jointOf = (part: HandleName) => handlesOf(rig).find(({ name }) => name === part)?.joint;

  function touching(contact: TouchingSpan): TouchingSpan | null {
    const { by, position, rotation, point } = contact.on;
    const carrier = 'prop' in by ? null : 'actor' in by ? rigOf(by.actor) : rig;
    if (!carrier || 'prop' in by) return null;
    const other = onOtherSide(contact.part);
    const [part, mirrored] = [jointOf(contact.part), jointOf(other)];
    const joint = carrier.skeleton.names.indexOf(by.joint);
    const opposite = counterpart(carrier, joint);
    if (part === undefined || mirrored === undefined || opposite === undefined) return null;
    return {
      ...contact,
      part: other,
      on: {
        ...contact.on,
        by: { ...by, joint: carrier.skeleton.names[opposite]! },
        position: mirrorOf(carrier).pointOf(joint, opposite, position),
        rotation: turnBetween(mirrorOf(carrier), [joint, opposite], own, [part, mirrored], rotation),
        ...(point && { point: own.pointOf(part, mirrored, point) }),
      },
    };
  }

  return contacts.flatMap((contact): readonly ContactSpan[] => {
    if (contact.on === undefined) return [{ ...contact, part: onOtherSide(contact.part) }];
    const mirrored = touching(contact);
    return mirrored ? [mirrored] : [];
  });
}

/** The mirror in the middle of a body. */
interface BodyMirror {
  readonly across: Vec3;
  /** The rotation of a joint at rest, in the body's own space. */
  readonly restOf: (joint: number) => Quat;
  /** A point that goes with a joint as it goes with the joint's counterpart. */
  readonly pointOf: (from: number, to: number, point: Vec3) => Vec3;
}

/** A world rotation W of a joint that rests at A is S(W A⁻¹)S B at its counterpart, which rests at B: what goes with the joint is mirrored by A⁻¹ S B. */
const mirrorOf: (rig: Rig) => BodyMirror = perRig((rig) => {
  const rest = worldAtRest(rig.skeleton);
  const across = bodyOf(rig).frame.left;
  const restOf = (joint: number) => worldRotation(rest, joint);
  const pointOf = (from: number, to: number, point: Vec3): Vec3 =>
    rotate(conjugate(restOf(to)), mirrorVector(rotate(restOf(from), point), across));
  return { across, restOf, pointOf };
});

/**
 * The rotation of a part seen from what it is on, each with its counterpart: (B⁻¹ S₁ B') ⁻¹ Q (A⁻¹ S₂ A'), where S₁ and S₂ are the mirrors of the two bodies. S₁ M S₂ is the
 * mirrored M, turned by twice the angle between the mirrors.
 */
function turnBetween(
  on: BodyMirror,
  [by, otherBy]: readonly [number, number],
  own: BodyMirror,
  [part, otherPartOf]: readonly [number, number],
  turn: Quat,
): Quat {
  const mirrored = mirrorTurn(multiply(multiply(on.restOf(by), turn), conjugate(own.restOf(part))), on.across);
  const between = on === own ? mirrored : multiply(mirrored, betweenMirrors(own.across, on.across));
  return normalizeQuat(multiply(multiply(conjugate(on.restOf(otherBy)), between), own.restOf(otherPartOf)));
}

/** What one mirror and then another do together: twice the rotation from the normal of the first to that of the second. */
function betweenMirrors(first: Vec3, second: Vec3): Quat {
  const [x, y, z] = cross(first, second);
  return [x, y, z, dot(first, second)];
}

/** The joint of the bone at the other side of a bone's joint; undefined where it is no bone's. */
function counterpart({ humanoid }: Rig, joint: number): number | undefined {
  const bone = HUMANOID_BONES.find((each) => humanoid[each] === joint);
  return bone && humanoid[otherSide(bone)];
}
