import { checkFieldsOf, type FieldsOf } from '../../math/near-names.ts';
import { checkRig } from '../body/check-rig.ts';
import { checkNumber } from '../../math/check-numbers.ts';
import { clamp, wrapAngle } from '../../math/angles.ts';
import { atan2 } from '../../math/elementary.ts';
import { fromAxisAngle, type Quat } from '../../math/quat.ts';
import { dot } from '../../math/vec3.ts';
import { limitCoordinates } from '../../skeleton/limit-state.ts';
import type { HingeLimit, SwingTwistLimit } from '../../skeleton/limits.ts';
import { checkPose, rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import { projectOntoLimit } from '../../skeleton/project-limit.ts';
import type { HumanoidBone } from '../body/bones.ts';
import type { Side } from '../body/found-bones.ts';
import type { Rig } from '../body/rig.ts';
import type { Finger } from '../detection/finger-names.ts';
import { checkSide, FANS, fanOf, fingerJoints, knuckleSwing, straightOf, swung, TOGETHER } from './finger-joints.ts';

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

/** Share of the thumb's way in front of the palm that it goes when it closes. Our choice. */
const OPPOSES = 0.1;
/** Share of its range across the palm that the thumb's root goes when it closes. Our choice: in a fist its tip lies over the index finger. */
const CROSSES = 0.95;

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
          : swung(limit, finger === 'Thumb' ? thumbSwing(limit, side, curl) : knuckleSwing(limit, finger, side, curl, spread));
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

/** The root of a thumb goes across the palm about +y and in front of it about +x on the left. */
function thumbSwing({ swing }: SwingTwistLimit, side: Side, curl: number): [number, number] {
  const across = CROSSES * curl;
  const aside = OPPOSES * curl * Math.sqrt(1 - across * across);
  return [side === 'left' ? aside * swing[0] : -aside * swing[1], across * swing[2]];
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
