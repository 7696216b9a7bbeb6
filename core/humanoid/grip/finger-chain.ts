import { conjugate, fromAxisAngle, multiply, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { multiplyPacked, rotatePacked } from '../../math/packed-quats.ts';
import { add, distance, length, lerp, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import type { SwingTwistLimit } from '../../skeleton/limits.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { limitProjector } from '../../skeleton/project-limit.ts';
import { fingerJoints, knuckleSwing, straightOf, swung, type FingerJoint } from '../anatomy/finger-joints.ts';
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
}

/** Flesh of a finger: all that is within a radius of a segment in the frame of a phalanx, metres. */
export interface FingerFlesh {
  readonly phalanx: number;
  readonly start: Vec3;
  readonly end: Vec3;
  /** Where the flesh begins round the phalanx's own joint: from there to `start` it stays where it is however the joint turns, and counts as flesh of what comes before. */
  readonly root: Vec3;
  readonly radius: number;
  /** Metres from the joint of each phalanx up to its own to the farthest of the segment, however the joints between are bent. */
  readonly reach: Float64Array;
}

/** A finger as it closes. */
export interface FingerChain {
  readonly finger: Finger;
  readonly phalanges: readonly Phalanx[];
  /** From the hand outward. */
  readonly flesh: readonly FingerFlesh[];
  /** Metres: the radius of its flesh where that is thickest. */
  readonly thickness: number;
  /** Scratch: where each phalanx is in the hand's frame, and its rotation there, 3 and 4 numbers each. */
  readonly places: Float64Array;
  readonly turns: Float64Array;
}

/** Share of its way back by which a knuckle of an open hand is bent back, and the thumb's root is spread from the hand. Our choice. */
const KNUCKLE_OPEN = 0.4;
const THUMB_OPEN = 0.9;
/** Shares by which the thumb's root stands opposite the fingers, the best first. Our choice. */
export const OPPOSED: readonly number[] = [0.85, 0.5, 0.15, -0.2, -0.55, 1, 0.7, 0.3, 0];

/** The fingers of a hand, the thumb first; what is between hand and finger stays as in the pose. `spread` is that of a hand's shape. */
export function fingerChains<Names>(rig: Rig<Names>, pose: Pose<Names>, side: Side, spread: number): readonly FingerChain[] {
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
        ...closingOf(rig, finger, side, spread, OPPOSED[0]!, each),
      };
    });
    return {
      finger,
      phalanges,
      ...fleshOf(rig, phalanges),
      places: new Float64Array(3 * joints.length),
      turns: new Float64Array(4 * joints.length),
    };
  });
}

/** The same thumb with its root in another place: `opposed` is the share of its range by which it stands in front of the palm, opposite the fingers, −1 as far behind it. */
export function opposedThumb<Names>(rig: Rig<Names>, side: Side, thumb: FingerChain, opposed: number): FingerChain {
  const root = fingerJoints(rig)[side].get('Thumb')![0]!;
  const phalanges = thumb.phalanges.with(0, { ...thumb.phalanges[0]!, ...closingOf(rig, 'Thumb', side, 0, opposed, root) });
  return { ...thumb, phalanges };
}

function fleshOf({ shape }: Pick<Rig, 'shape'>, phalanges: readonly Phalanx[]): Pick<FingerChain, 'flesh' | 'thickness'> {
  let thickness = 0;
  const flesh = phalanges.flatMap(({ joint }, phalanx) =>
    shape.flatMap(({ joint: carrier, start, end, radius }): FingerFlesh[] => {
      if (carrier !== joint) return [];
      thickness = Math.max(thickness, radius);
      const from = lerp(start, end, Math.min(0.5, radius / Math.max(distance(start, end), 1e-9)));
      const reach = new Float64Array(phalanx + 1);
      reach[phalanx] = Math.max(length(from), length(end));
      for (let k = phalanx - 1; k >= 0; k--) reach[k] = reach[k + 1]! + length(phalanges[k + 1]!.at);
      return [{ phalanx, root: start, start: from, end, radius, reach }];
    }),
  );
  return { flesh, thickness };
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

/** Metres that the phalanx of a joint is long: to the next joint, or to the end of its flesh. */
export function phalanxLength({ phalanges, flesh }: FingerChain, k: number): number {
  const next = phalanges[k + 1];
  if (next) return length(next.at);
  return Math.max(0, ...flesh.map(({ phalanx, end, radius }) => (phalanx === k ? length(end) + radius : 0)));
}

/** Bends a finger by shares from a phalanx on; those before it stay where they were put last. */
export function bendFinger({ phalanges, places, turns }: FingerChain, shares: ArrayLike<number>, from = 0): void {
  for (let k = from; k < phalanges.length; k++) {
    const { at, turn, rotationAt } = phalanges[k]!;
    const [place, own] = [3 * k, 4 * k];
    for (let axis = 0; axis < 3; axis++) places[place + axis] = at[axis]!;
    const rotation = rotationAt(shares[k]!);
    for (let axis = 0; axis < 4; axis++) {
      turns[own + axis] = turn[axis]!;
      rotated[axis] = rotation[axis]!;
    }
    multiplyPacked(turns, own, rotated, 0, turns, own);
    if (k === 0) continue;
    rotatePacked(turns, own - 4, places, place, places, place);
    for (let axis = 0; axis < 3; axis++) places[place + axis]! += places[place - 3 + axis]!;
    multiplyPacked(turns, own - 4, turns, own, turns, own);
  }
}

/** Scratch: a rotation within its limit. */
const rotated = /* @__PURE__ */ new Float64Array(4);

/** Where a point of a phalanx is in the hand's frame as the finger was bent last, metres. */
export function placedPoint({ places, turns }: FingerChain, k: number, point: Vec3): Vec3 {
  return add(vec3At(places, k), rotate(quatAt(turns, k), point));
}
