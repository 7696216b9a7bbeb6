import type { TouchingSpan } from '../animation/clip.ts';
import { isOfHand, ofBone, ownHand, type Touch } from '../animation/touching/find-touches.ts';
import { isFinger, type HumanoidBone } from '../humanoid/body/bones.ts';
import { sided, SIDES } from '../humanoid/body/found-bones.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { atan2 } from '../math/elementary.ts';
import { conjugate, fromAxisAngle, IDENTITY, multiply, rotate } from '../math/quat.ts';
import { add, lerp, scale, UNIT_Y, ZERO, type Vec3 } from '../math/vec3.ts';
import { worldAtRest, worldRotation } from '../skeleton/forward-kinematics.ts';

/**
 * A touch as a contact of the person's actor, on other bodies: the hand is on the same part, as far out of it as there. `from` are the bodies that it was found on, by number, `to` those
 * that it is for, with their ids and names of joints. Null where one of these has no such part.
 */
export function contactOfTouch(
  touch: Touch,
  from: readonly Rig[],
  to: readonly { readonly id: string; readonly rig: Rig; readonly keys: readonly string[] }[],
  fps: number,
): TouchingSpan | null {
  const { person, other, side } = touch;
  const { id, rig, keys } = to[other]!;
  const bone = bonePresent(rig, touch.bone);
  const own = ownHand(to[person]!.rig, side);
  if (!bone || own < 0) return null;
  const alike = ofBone(rig, bone);
  const capsule = alike[touch.of > 1 ? Math.round((touch.nth * (alike.length - 1)) / (touch.of - 1)) : 0];
  const joint = rig.humanoid[bone]!;
  const out = outOf(from[other]!, touch.bone, rig, bone, touch.out);
  const hand = to[person]!.rig.shape[own]!;
  const surface = capsule ? capsule.radius : 0;
  const on = capsule ? lerp(capsule.start, capsule.end, touch.share) : ZERO;
  const gap = touch.gap * (rig.report.height / from[other]!.report.height);
  return {
    part: sided(side, 'Hand'),
    from: touch.first / fps,
    to: touch.last / fps,
    on: {
      by: { actor: id, joint: keys[joint]! },
      position: add(on, scale(out, surface + hand.radius + gap)),
      rotation: IDENTITY,
      point: lerp(hand.start, hand.end, 0.5),
      gives: isOfHand(touch.bone) ? 'both' : 'from',
    },
  };
}

/** A direction in the frame of a bone's joint as it is in that of another body's bone: by how both rest, and which way both face. */
function outOf(from: Rig, bone: HumanoidBone, to: Rig, toBone: HumanoidBone, out: Vec3): Vec3 {
  const [a, b] = [restRotation(from, bone), restRotation(to, toBone)];
  const turn = fromAxisAngle(UNIT_Y, headingOf(to) - headingOf(from));
  return rotate(conjugate(b), rotate(multiply(turn, a), out));
}

/** The angle of the way that a body faces at rest about the vertical, radians. */
export function headingOf({ report: { facing } }: Rig): number {
  return atan2(facing[0], facing[2]);
}

function restRotation({ skeleton, humanoid }: Rig, bone: HumanoidBone) {
  return worldRotation(worldAtRest(skeleton), humanoid[bone]!);
}

const TRUNK: readonly HumanoidBone[] = ['upperChest', 'chest', 'spine', 'hips'];

/** The bone itself, or what stands for it in a body that has none: the hand for a finger, the next of the trunk for one of its parts. */
function bonePresent({ humanoid }: Rig, bone: HumanoidBone): HumanoidBone | null {
  if (humanoid[bone] !== undefined) return bone;
  const side = SIDES.find((each) => bone.startsWith(each));
  if (isFinger(bone) && side) return humanoid[sided(side, 'Hand')] === undefined ? null : sided(side, 'Hand');
  const lower = TRUNK.slice(bone.endsWith('Shoulder') ? 0 : Math.max(0, TRUNK.indexOf(bone)));
  return lower.find((each) => humanoid[each] !== undefined) ?? null;
}
