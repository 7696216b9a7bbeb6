import { conjugate, fromAxisAngle, multiply, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { distance, length, lerp, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import type { SwingTwistLimit } from '../../skeleton/limits.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { limitProjector } from '../../skeleton/project-limit.ts';
import { fingerJoints, knuckleSwing, straightOf, swung, type FingerJoint } from '../anatomy/finger-joints.ts';
import type { Capsule } from '../body/body-shape.ts';
import { sided, type Side } from '../body/found-bones.ts';
import type { Rig } from '../body/rig.ts';
import type { Finger } from '../detection/finger-names.ts';

/** A joint of a finger with the phalanx that it turns. */
export interface Phalanx {
  readonly joint: number;
  /** Where it sits, and its rotation at rest, in the frame of the phalanx before it; of the first in the hand's. Metres. */
  readonly at: Vec3;
  readonly turn: Quat;
  /** Its rotation inside its limit: at 0 straight, at 1 closed, below 0 bent back. */
  readonly rotationAt: (share: number) => Quat;
  /** The share at which an open hand has it. */
  readonly open: number;
  /** Radians that it turns by at most as its share goes by 1. */
  readonly speed: number;
  readonly capsules: readonly Capsule[];
}

/** A finger as it closes. */
export interface FingerChain {
  readonly finger: Finger;
  readonly phalanges: readonly Phalanx[];
}

/** Share of its way back by which a knuckle of an open hand is bent back, and the thumb's root is spread from the hand. Our choice. */
const KNUCKLE_OPEN = 0.4;
const THUMB_OPEN = 0.9;
/** Shares by which the thumb's root stands opposite the fingers, the best first. Our choice. */
export const OPPOSED: readonly number[] = [0.85, 0.5, 0.15, -0.2, -0.55];

/**
 * The fingers of a hand, the thumb first; what is between hand and finger stays as in the pose. `spread` is that of a hand's shape; `opposed` is the share of
 * its range by which the thumb's root stands in front of the palm, opposite the fingers, −1 as far behind it.
 */
export function fingerChains<Names>(
  rig: Rig<Names>,
  pose: Pose<Names>,
  side: Side,
  spread: number,
  opposed: number = OPPOSED[0]!,
): readonly FingerChain[] {
  const hand = rig.humanoid[sided(side, 'Hand')];
  if (hand === undefined) return [];
  const world = forwardKinematics(rig.skeleton, pose);
  return [...fingerJoints(rig)[side]].map(([finger, joints]): FingerChain => {
    const phalanges = joints.map((each, k): Phalanx => {
      const before = joints[k - 1]?.joint ?? hand;
      const back = conjugate(quatAt(world.rotations, before));
      const away = subtract(vec3At(world.positions, each.joint), vec3At(world.positions, before));
      const own = multiply(back, quatAt(world.rotations, each.joint));
      return {
        joint: each.joint,
        at: rotate(back, away),
        turn: multiply(own, conjugate(rotationOf(pose, each.joint))),
        capsules: rig.shape.filter(({ joint }) => joint === each.joint),
        ...closingOf(rig, finger, side, spread, opposed, each),
      };
    });
    return { finger, phalanges };
  });
}

/** How a joint turns as its finger closes. */
function closingOf<Names>(
  rig: Rig<Names>,
  finger: Finger,
  side: Side,
  spread: number,
  opposed: number,
  { joint, bone, limit }: FingerJoint,
): Pick<Phalanx, 'rotationAt' | 'open' | 'speed'> {
  const within = limitProjector(rig.skeleton.limits[joint]!);
  if (limit.kind === 'hinge') {
    const straight = straightOf(bone, limit);
    const range = limit.max - straight;
    return { rotationAt: (share) => within(fromAxisAngle(limit.axis, straight + share * range)), open: 0, speed: range };
  }
  const [, , flexion, extension] = limit.swing;
  if (finger !== 'Thumb') {
    const swingAt = (share: number): Quat => swung(limit, knuckleSwing(limit, finger, side, share, spread));
    const open = (-KNUCKLE_OPEN * extension) / Math.max(flexion, 1e-6);
    return { rotationAt: (share) => within(swingAt(share)), open, speed: 1.2 * flexion };
  }
  const aside = opposed * (side === 'left' ? limit.swing[0] : -limit.swing[1]);
  return {
    rotationAt: (share) => within(swung(limit, thumbSwing(limit, share, aside))),
    open: -THUMB_OPEN,
    speed: Math.max(flexion, extension) + 2 * Math.abs(aside),
  };
}

/** In front of the palm about x, and across it about y: x (1 − s²), s y, which stays inside the ellipse of the cone. */
function thumbSwing({ swing }: SwingTwistLimit, share: number, aside: number): [number, number] {
  return [aside * (1 - share * share), share * (share < 0 ? swing[3] : swing[2])];
}

/** Metres from a joint of a finger to the farthest flesh that it turns, however the joints beyond it are bent. */
export function reachOf({ phalanges }: FingerChain, from: number): number {
  let along = 0;
  let reach = 0;
  for (let k = from; k < phalanges.length; k++) {
    if (k > from) along += length(phalanges[k]!.at);
    for (const { start, end, radius } of phalanges[k]!.capsules)
      reach = Math.max(reach, along + Math.max(length(start), length(end)) + radius);
  }
  return reach;
}

/** Metres that the phalanx of a joint is long: to the next joint, or to the end of its flesh. */
export function phalanxLength({ phalanges }: FingerChain, k: number): number {
  const next = phalanges[k + 1];
  if (next) return length(next.at);
  return Math.max(0, ...(phalanges[k]?.capsules ?? []).map(({ end, radius }) => distance(end, [0, 0, 0]) + radius));
}

/**
 * Calls with the ends of each capsule from a phalanx on, in the hand's frame, metres, as the finger is bent by shares. What lies round a phalanx's own joint is
 * left out: it stays where it is however the joint turns, and is flesh of what comes before.
 */
export function visitCapsules(
  { phalanges }: FingerChain,
  shares: ArrayLike<number>,
  from: number,
  visit: (start: Vec3, end: Vec3, radius: number, phalanx: number) => void,
): void {
  let at: Vec3 = [0, 0, 0];
  let turn: Quat = [0, 0, 0, 1];
  const place = (point: Vec3): Vec3 => {
    const [x, y, z] = rotate(turn, point);
    return [at[0] + x, at[1] + y, at[2] + z];
  };
  for (const [k, phalanx] of phalanges.entries()) {
    at = place(phalanx.at);
    turn = multiply(multiply(turn, phalanx.turn), phalanx.rotationAt(shares[k]!));
    if (k >= from)
      for (const { start, end, radius } of phalanx.capsules) {
        const share = Math.min(0.5, radius / Math.max(distance(start, end), 1e-9));
        visit(place(lerp(start, end, share)), place(end), radius, k);
      }
  }
}
