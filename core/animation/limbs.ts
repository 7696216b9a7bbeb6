import type { HumanoidBone } from '../humanoid/body/bones.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { fromAxisAngle, type Quat } from '../math/quat.ts';
import { NO_ROOM } from '../math/tolerances.ts';
import { distance, vec3At, type Vec3 } from '../math/vec3.ts';
import { forwardKinematics } from '../skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';

export type LimbName = 'leftArm' | 'rightArm' | 'leftLeg' | 'rightLeg';

/** An arm or a leg: what moves to bring a hand or a foot to its place. */
export interface Limb {
  readonly name: LimbName;
  /** The wrist or ankle. */
  readonly end: number;
  /** The joint of the upper arm or thigh. */
  readonly top: number;
  /** Joints from `end` up to `top`, both included. */
  readonly joints: readonly number[];
  /** Metres from top to end when the limb is straight. */
  readonly length: number;
  /** The elbow or knee. */
  readonly middle: number;
  /** Metres from top to end, at most, within the limits of the elbow or knee. */
  readonly reach: number;
  /** How far a bending elbow or knee brings the end to the top; null when it is no hinge. */
  readonly bend: BendTable | null;
}

/** Hinge angles from the straightest on, and the distance from top to end that each makes, falling. */
export interface BendTable {
  readonly axis: Vec3;
  readonly angles: Float64Array;
  readonly distances: Float64Array;
}

const LIMBS: readonly (readonly [name: LimbName, top: HumanoidBone, middle: HumanoidBone, end: HumanoidBone])[] = [
  ['leftArm', 'leftUpperArm', 'leftLowerArm', 'leftHand'],
  ['rightArm', 'rightUpperArm', 'rightLowerArm', 'rightHand'],
  ['leftLeg', 'leftUpperLeg', 'leftLowerLeg', 'leftFoot'],
  ['rightLeg', 'rightUpperLeg', 'rightLowerLeg', 'rightFoot'],
];

/** The limbs of a character that have all their bones. */
export function limbsOf(rig: Rig): Limb[] {
  const { humanoid, skeleton } = rig;
  const rest = forwardKinematics(skeleton, restPose(skeleton));
  const apart = (a: number, b: number) => distance(vec3At(rest.positions, a), vec3At(rest.positions, b));
  return LIMBS.flatMap(([name, topBone, middleBone, endBone]) => {
    const [top, middle, end] = [humanoid[topBone], humanoid[middleBone], humanoid[endBone]];
    if (top === undefined || middle === undefined || end === undefined) return [];
    const joints: number[] = [];
    for (let joint = end; joint >= 0 && joints.at(-1) !== top; joint = skeleton.parents[joint]!) joints.push(joint);
    if (joints.at(-1) !== top) return [];
    const length = apart(top, middle) + apart(middle, end);
    const bend = bendTable(skeleton, top, middle, end);
    return [{ name, end, top, joints, length, middle, reach: bend?.distances[0] ?? length, bend }];
  });
}

/** The elbow's or knee's rotation that brings the end `metres` from the top, as near as the hinge allows. */
export function bendFor({ axis, angles, distances }: BendTable, metres: number): Quat {
  const last = distances.length - 1;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (distances[middle]! >= metres) low = middle;
    else high = middle;
  }
  const span = distances[low]! - distances[high]!;
  const share = span > 0 ? Math.min(1, Math.max(0, (distances[low]! - metres) / span)) : 0;
  return fromAxisAngle(axis, angles[low]! + share * (angles[high]! - angles[low]!));
}

/** Steps between the ends of a hinge's range. */
const BENDS = 128;

function bendTable(skeleton: Skeleton, top: number, middle: number, end: number): BendTable | null {
  const limit = skeleton.limits[middle]!;
  if (limit.kind !== 'hinge' || limit.max - limit.min < NO_ROOM) return null;
  const pose = restPose(skeleton);
  const all = Array.from({ length: BENDS + 1 }, (_, i) => limit.min + (i / BENDS) * (limit.max - limit.min));
  const measured = all.map((angle) => {
    setRotation(pose, middle, fromAxisAngle(limit.axis, angle));
    const world = forwardKinematics(skeleton, pose);
    return distance(vec3At(world.positions, top), vec3At(world.positions, end));
  });
  const straightest = measured.indexOf(Math.max(...measured));
  // From the straightest bend on to the farther end of the range, as long as the end comes nearer.
  const step = straightest <= BENDS / 2 ? 1 : -1;
  const indices: number[] = [];
  for (let i = straightest; i >= 0 && i <= BENDS; i += step) {
    if (indices.length > 0 && measured[i]! >= measured[indices.at(-1)!]!) break;
    indices.push(i);
  }
  return {
    axis: limit.axis,
    angles: Float64Array.from(indices, (i) => all[i]!),
    distances: Float64Array.from(indices, (i) => measured[i]!),
  };
}
