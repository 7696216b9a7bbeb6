import { spellOut } from '../../math/check-values.ts';
import { conjugate, fromRotationVector, multiply, type Quat } from '../../math/quat.ts';
import type { HingeLimit, Limit, SwingTwistLimit } from '../../skeleton/limits.ts';
import type { HumanoidBone } from '../body/bones.ts';
import type { Side } from '../body/found-bones.ts';
import { perRig } from '../body/per-rig.ts';
import type { Rig } from '../body/rig.ts';
import { bodyOf } from '../body/rig-body.ts';
import { FINGERS, type Finger } from '../detection/finger-names.ts';
import { handLimits } from './hand-limits.ts';
import { MOTION_RANGES, reachOf } from './motion-ranges.ts';

/** How far each finger goes along when a hand fans out: towards the thumb, or away from it. Our choice. */
export const FANS: Readonly<Record<Exclude<Finger, 'Thumb'>, number>> = { Index: 1, Middle: 0.25, Ring: -0.45, Little: -1 };
/** Fingers come together by so much of what they fan out by: further they would cross. */
export const TOGETHER = 0.4;
/** A joint of a finger and the anatomical limit in whose coordinates its finger is measured. */
export interface FingerJoint {
  readonly joint: number;
  readonly bone: HumanoidBone;
  readonly limit: HingeLimit | SwingTwistLimit;
}

/** The joints of each finger of both hands, from the hand outward. */
export const fingerJoints: (rig: Rig) => Readonly<Record<Side, ReadonlyMap<Finger, readonly FingerJoint[]>>> = perRig((rig) => ({
  left: fingersOf(rig, 'left'),
  right: fingersOf(rig, 'right'),
}));

/** The fingers of a side, measured by the anatomical limits whatever limits the rig has now. */
function fingersOf(rig: Rig, side: Side): ReadonlyMap<Finger, readonly FingerJoint[]> {
  const reach = reachOf(rig.preset === 'free' ? 'standard' : rig.preset);
  const limits = new Map<HumanoidBone, Limit>(handLimits(bodyOf(rig), side, reach));
  return new Map(
    FINGERS.flatMap((finger): [Finger, FingerJoint[]][] => {
      const joints = [...limits].flatMap(([bone, limit]): FingerJoint[] => {
        const joint = rig.humanoid[bone];
        const isMeasured = limit.kind === 'hinge' || limit.kind === 'swingTwist';
        return bone.startsWith(`${side}${finger}`) && joint !== undefined && isMeasured ? [{ joint, bone, limit }] : [];
      });
      return joints.length === 0 ? [] : [[finger, joints]];
    }),
  );
}

/** The angle at which a hinge of a finger is straight: its range begins where the finger is bent backwards. Radians from rest. */
export function straightOf(bone: HumanoidBone, { min, max }: HingeLimit): number {
  const { finger, thumb } = MOTION_RANGES;
  const isLast = bone.endsWith('Distal');
  const [back, forward] = bone.includes('Thumb')
    ? isLast
      ? [thumb.distalExtension, thumb.distal]
      : [thumb.proximalExtension, thumb.proximal]
    : [finger.extension, isLast ? finger.distal : finger.intermediate];
  return min + ((max - min) * back) / (back + forward);
}

/** The rotation of a joint whose cone is swung by radians about its x and y. */
export function swung({ parentFrame, childFrame }: SwingTwistLimit, [x, y]: readonly [number, number]): Quat {
  return multiply(multiply(parentFrame, fromRotationVector([x, y, 0])), conjugate(childFrame));
}

/** About +y of its cone a knuckle closes; what the ellipse leaves beside that is its room to fan out, by `spread` as {@link FANS} says. */
export function knuckleSwing(
  limit: SwingTwistLimit,
  finger: Exclude<Finger, 'Thumb'>,
  side: Side,
  curl: number,
  spread: number,
): [number, number] {
  const fan = spread < 0 ? spread * TOGETHER : spread;
  const y = curl * limit.swing[2];
  return [fan * fanOf(limit, finger, side, y), y];
}

/** Radians about x by which a finger is widest beside a flexion of `y`: towards the thumb on the left is +x. */
export function fanOf({ swing }: SwingTwistLimit, finger: Exclude<Finger, 'Thumb'>, side: Side, y: number): number {
  const towards = FANS[finger] * (side === 'left' ? 1 : -1);
  const room = Math.sqrt(Math.max(0, 1 - (y / Math.max(y >= 0 ? swing[2] : swing[3], 1e-6)) ** 2));
  return towards * (towards > 0 ? swing[0] : swing[1]) * room;
}

/** Throws a `RangeError` of one sentence unless it is a side. */
export function checkSide(side: Side): void {
  if (side !== 'left' && side !== 'right') throw new RangeError(`the side must be left or right, got ${spellOut(side)}`);
}
