import { checkFieldsOf, type FieldsOf } from '../../math/near-names.ts';
import { checkRig } from '../body/check-rig.ts';
import { checkNumber } from '../../math/check-numbers.ts';
import { spellOut } from '../../math/check-values.ts';
import { clamp, wrapAngle } from '../../math/angles.ts';
import { atan2 } from '../../math/elementary.ts';
import { conjugate, fromAxisAngle, fromRotationVector, multiply, type Quat } from '../../math/quat.ts';
import { dot } from '../../math/vec3.ts';
import { limitCoordinates } from '../../skeleton/limit-state.ts';
import type { HingeLimit, Limit, SwingTwistLimit } from '../../skeleton/limits.ts';
import { checkPose, rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import { projectOntoLimit } from '../../skeleton/project-limit.ts';
import type { HumanoidBone } from '../body/bones.ts';
import type { Side } from '../body/found-bones.ts';
import { perRig } from '../body/per-rig.ts';
import type { Rig } from '../body/rig.ts';
import { bodyOf } from '../body/rig-body.ts';
import { FINGERS, type Finger } from '../detection/finger-names.ts';
import { handLimits } from './hand-limits.ts';
import { MOTION_RANGES, reachOf } from './motion-ranges.ts';

/** How a hand is held, by what an animator thinks of rather than by joints. */
export interface HandShape {
  /** Of each finger that the hand has, 0 straight to 1 closed. */
  readonly curls: Readonly<Partial<Record<Finger, number>>>;
  /** −1 fingers together, 0 as the character is built, 1 fanned out. Closed fingers spread less. */
  readonly spread: number;
}

const SHAPE_FIELDS: FieldsOf<HandShape> = { curls: true, spread: true };

/** Hands that are asked for most often. Our choice. */
export const HAND_PRESETS = {
  fist: { curls: { Thumb: 0.9, Index: 1, Middle: 1, Ring: 1, Little: 1 }, spread: 0 },
  point: { curls: { Thumb: 0.7, Index: 0, Middle: 1, Ring: 1, Little: 1 }, spread: 0 },
  open: { curls: { Thumb: 0, Index: 0, Middle: 0, Ring: 0, Little: 0 }, spread: 0.7 },
  grip: { curls: { Thumb: 0.5, Index: 0.55, Middle: 0.6, Ring: 0.65, Little: 0.65 }, spread: 0 },
} as const satisfies Readonly<Record<string, HandShape>>;

/** One of {@link HAND_PRESETS}. */
export type HandPreset = keyof typeof HAND_PRESETS;

/** How far each finger goes along when a hand fans out: towards the thumb, or away from it. Our choice. */
const FANS: Readonly<Record<Exclude<Finger, 'Thumb'>, number>> = { Index: 1, Middle: 0.25, Ring: -0.45, Little: -1 };
/** Fingers come together by so much of what they fan out by: further they would cross. */
const TOGETHER = 0.4;
/** Share of the thumb's way in front of the palm that it goes when it closes. Our choice. */
const OPPOSES = 0.1;
/** Share of its range across the palm that the thumb's root goes when it closes. Our choice: in a fist its tip lies over the index finger. */
const CROSSES = 0.95;

/** A joint of a finger and the anatomical limit in whose coordinates its finger is measured. */
interface FingerJoint {
  readonly joint: number;
  readonly bone: HumanoidBone;
  readonly limit: HingeLimit | SwingTwistLimit;
}

const fingerJoints: (rig: Rig) => Readonly<Record<Side, ReadonlyMap<Finger, readonly FingerJoint[]>>> = perRig((rig) => ({
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

/** The fingers that a hand has, the thumb first. */
export function fingersOfHand(rig: Rig, side: Side): readonly Finger[] {
  checkSide(side);
  return [...fingerJoints(rig)[side].keys()];
}

/** How a pose holds a hand: of each finger the mean over its joints. */
export function handShapeOf<Names>(rig: Rig<Names>, pose: Pose<Names>, side: Side): HandShape {
  checkRig(rig);
  checkPose(rig.skeleton, pose, 'the pose');
  checkSide(side);
  const fingers = fingerJoints(rig)[side];
  const curls: Partial<Record<Finger, number>> = {};
  const spreads: number[] = [];
  for (const [finger, joints] of fingers) {
    // The thumb's root goes along with the others, and less.
    const measured = finger === 'Thumb' && joints.length > 1 ? joints.slice(1) : joints;
    const shares = measured.map(({ joint, bone, limit }) => curlOf(bone, limit, rotationOf(pose, joint)));
    curls[finger] = clamp(mean(shares), 0, 1);
    const knuckle = joints[0]?.limit.kind === 'swingTwist' && finger !== 'Thumb' ? joints[0] : undefined;
    if (!knuckle || finger === 'Thumb') continue;
    const limit = knuckle.limit as SwingTwistLimit;
    const [x, y] = limitCoordinates(limit, rotationOf(pose, knuckle.joint)).swing;
    const widest = fanOf(limit, finger, side, y);
    if (Math.abs(FANS[finger]) > 0.3 && Math.abs(widest) > 1e-3) spreads.push(x / widest);
  }
  const spread = mean(spreads);
  return { curls, spread: clamp(spread < 0 ? spread / TOGETHER : spread, -1, 1) };
}

/** The pose with the fingers that `shape` names held so; spread alone where it says nothing of a finger keeps its curl. Inside the rig's limits. */
export function withHandShape<Names>(rig: Rig<Names>, pose: Pose<Names>, side: Side, shape: Partial<HandShape>): Pose<Names> {
  checkRig(rig);
  checkPose(rig.skeleton, pose, 'the pose');
  checkSide(side);
  checkFieldsOf(shape, SHAPE_FIELDS, 'the shape');
  if (shape.spread !== undefined) checkNumber(shape.spread, 'the spread');
  const shaped = pose.slice();
  const now = handShapeOf(rig, pose, side);
  const spread = clamp(shape.spread ?? now.spread, -1, 1);
  const fan = spread < 0 ? spread * TOGETHER : spread;
  for (const [finger, joints] of fingerJoints(rig)[side]) {
    const asked = shape.curls?.[finger];
    for (const { joint, bone, limit } of joints) {
      const isKnuckle = limit.kind === 'swingTwist' && finger !== 'Thumb';
      if (asked === undefined && !(isKnuckle && shape.spread !== undefined)) continue;
      const present = rotationOf(pose, joint);
      const curl = clamp(asked ?? curlOf(bone, limit, present), 0, 1);
      const wanted =
        limit.kind === 'hinge'
          ? fromAxisAngle(limit.axis, straightOf(bone, limit) + curl * (limit.max - straightOf(bone, limit)))
          : swung(limit, finger === 'Thumb' ? thumbSwing(limit, side, curl) : knuckleSwing(limit, finger, side, curl, fan));
      setRotation(shaped, joint, projectOntoLimit(rig.skeleton.limits[joint]!, wanted));
    }
  }
  return shaped;
}

/** Share of its flexion that a joint has, 0 straight to 1. */
function curlOf(bone: HumanoidBone, limit: HingeLimit | SwingTwistLimit, rotation: Quat): number {
  if (limit.kind === 'swingTwist') return limitCoordinates(limit, rotation).swing[1] / Math.max(limit.swing[2], 1e-6);
  const [x, y, z, w] = rotation;
  const angle = wrapAngle(2 * atan2(dot([x, y, z], limit.axis), w));
  const straight = straightOf(bone, limit);
  return (angle - straight) / Math.max(limit.max - straight, 1e-6);
}

/** The angle at which a hinge of a finger is straight: its range begins where the finger is bent backwards. Radians from rest. */
function straightOf(bone: HumanoidBone, { min, max }: HingeLimit): number {
  const { finger, thumb } = MOTION_RANGES;
  const isLast = bone.endsWith('Distal');
  const [back, forward] = bone.includes('Thumb')
    ? isLast
      ? [thumb.distalExtension, thumb.distal]
      : [thumb.proximalExtension, thumb.proximal]
    : [finger.extension, isLast ? finger.distal : finger.intermediate];
  return min + ((max - min) * back) / (back + forward);
}

/** About +y of its cone a knuckle closes; what the ellipse leaves beside that is its room to fan out. */
function knuckleSwing(
  limit: SwingTwistLimit,
  finger: Exclude<Finger, 'Thumb'>,
  side: Side,
  curl: number,
  fan: number,
): [number, number] {
  const y = curl * limit.swing[2];
  return [fan * fanOf(limit, finger, side, y), y];
}

/** Radians about x by which a finger is widest beside a flexion of `y`: towards the thumb on the left is +x. */
function fanOf({ swing }: SwingTwistLimit, finger: Exclude<Finger, 'Thumb'>, side: Side, y: number): number {
  const towards = FANS[finger] * (side === 'left' ? 1 : -1);
  const room = Math.sqrt(Math.max(0, 1 - (y / Math.max(y >= 0 ? swing[2] : swing[3], 1e-6)) ** 2));
  return towards * (towards > 0 ? swing[0] : swing[1]) * room;
}

/** The root of a thumb goes across the palm about +y and in front of it about +x on the left. */
function thumbSwing({ swing }: SwingTwistLimit, side: Side, curl: number): [number, number] {
  const across = CROSSES * curl;
  const aside = OPPOSES * curl * Math.sqrt(1 - across * across);
  return [side === 'left' ? aside * swing[0] : -aside * swing[1], across * swing[2]];
}

function swung({ parentFrame, childFrame }: SwingTwistLimit, [x, y]: readonly [number, number]): Quat {
  return multiply(multiply(parentFrame, fromRotationVector([x, y, 0])), conjugate(childFrame));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function checkSide(side: Side): void {
  if (side !== 'left' && side !== 'right') throw new RangeError(`the side must be left or right, got ${spellOut(side)}`);
}
