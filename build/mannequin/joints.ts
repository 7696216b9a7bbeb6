import { add, normalize, scale, type Vec3 } from '../../core/math/vec3.ts';
import type { HumanoidBone } from '../../core/humanoid/body/bones.ts';

/** A joint of the figure: T-pose, metres, facing +Z, +X to its left; every rest rotation is identity. */
export interface FigureJoint {
  readonly name: HumanoidBone;
  /** Index of the parent in the same list, −1 for the hips. */
  readonly parent: number;
  /** Where the joint is in the world. */
  readonly position: Vec3;
}

/** Total height. Joint heights are those of a standing man (ankle 0.07, knee 0.504, hip 0.926, shoulder 1.442 of 1.741 m) at this height. */
export const HEIGHT = 1.75;

type JointRow = readonly [name: HumanoidBone, parent: HumanoidBone | null, position: Vec3];

const TRUNK: readonly JointRow[] = [
  ['hips', null, [0, 0.965, 0]],
  ['spine', 'hips', [0, 1.045, -0.008]],
  ['chest', 'spine', [0, 1.165, -0.012]],
  ['upperChest', 'chest', [0, 1.295, -0.014]],
  ['neck', 'upperChest', [0, 1.478, -0.018]],
  ['head', 'neck', [0, 1.562, -0.004]],
];

const LEFT_LIMBS: readonly JointRow[] = [
  ['leftShoulder', 'upperChest', [0.032, 1.438, -0.012]],
  ['leftUpperArm', 'leftShoulder', [0.174, 1.4495, -0.014]],
  ['leftLowerArm', 'leftUpperArm', [0.457, 1.4495, -0.014]],
  ['leftHand', 'leftLowerArm', [0.717, 1.4495, -0.014]],
  ['leftUpperLeg', 'hips', [0.09, 0.931, 0]],
  ['leftLowerLeg', 'leftUpperLeg', [0.09, 0.507, 0]],
  ['leftFoot', 'leftLowerLeg', [0.09, 0.0704, 0]],
  ['leftToes', 'leftFoot', [0.09, 0.021, 0.128]],
];

/** A finger: where its first joint is from the wrist, where it points, and how long its segments are. */
export interface Finger {
  readonly joints: readonly [HumanoidBone, HumanoidBone, HumanoidBone];
  readonly base: Vec3;
  readonly direction: Vec3;
  readonly lengths: readonly [number, number, number];
  /** Radius at the first joint. */
  readonly radius: number;
}

export const LEFT_FINGERS: readonly Finger[] = [
  {
    joints: ['leftThumbMetacarpal', 'leftThumbProximal', 'leftThumbDistal'],
    base: [0.024, -0.007, 0.026],
    direction: normalize([0.74, -0.16, 0.66]),
    lengths: [0.042, 0.033, 0.027],
    radius: 0.0115,
  },
  longFinger('Index', [0.092, 0, 0.0285], 0.06, [0.042, 0.026, 0.022], 0.0098),
  longFinger('Middle', [0.095, 0, 0.0085], 0.01, [0.047, 0.029, 0.023], 0.0102),
  longFinger('Ring', [0.09, 0, -0.0112], -0.04, [0.043, 0.027, 0.022], 0.0097),
  longFinger('Little', [0.081, 0, -0.0295], -0.1, [0.034, 0.02, 0.019], 0.0085),
];

function longFinger(
  name: 'Index' | 'Middle' | 'Ring' | 'Little',
  base: Vec3,
  spread: number,
  lengths: Finger['lengths'],
  radius: number,
): Finger {
  const joints: Finger['joints'] = [`left${name}Proximal`, `left${name}Intermediate`, `left${name}Distal`];
  return { joints, base, direction: normalize([1, 0, spread]), lengths, radius };
}

/** World positions of a finger's three joints and of its tip, for a wrist at `wrist`. */
export function fingerPoints({ base, direction, lengths }: Finger, wrist: Vec3): readonly [Vec3, Vec3, Vec3, Vec3] {
  const first = add(wrist, base);
  const second = add(first, scale(direction, lengths[0]));
  const third = add(second, scale(direction, lengths[1]));
  return [first, second, third, add(third, scale(direction, lengths[2]))];
}

/** The right side's bone for a left one; bones of the middle stay. */
export function mirrorBone(name: HumanoidBone): HumanoidBone {
  return name.replace(/^left/, 'right') as HumanoidBone;
}

export function mirrorPoint([x, y, z]: Vec3): Vec3 {
  return [-x, y, z];
}

/** All joints, parents before children. */
export function figureJoints(): readonly FigureJoint[] {
  const wrist = LEFT_LIMBS.find(([name]) => name === 'leftHand')![2];
  const fingers = LEFT_FINGERS.flatMap((finger): JointRow[] => {
    const points = fingerPoints(finger, wrist);
    return finger.joints.map((name, i) => [name, i === 0 ? 'leftHand' : finger.joints[i - 1]!, points[i]!]);
  });
  const left = [...LEFT_LIMBS, ...fingers];
  const right = left.map(([name, parent, position]): JointRow => [
    mirrorBone(name),
    parent && mirrorBone(parent),
    mirrorPoint(position),
  ]);
  const rows = [...TRUNK, ...left, ...right];
  const indices = new Map(rows.map(([name], i) => [name, i]));
  return rows.map(([name, parent, position]) => ({ name, parent: parent ? indices.get(parent)! : -1, position }));
}
