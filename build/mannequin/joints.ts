/** The mannequin's joints: VRM 1.0 bone names, world positions in metres, T-pose, +X is the figure's left, +Y up, facing +Z, 1.75 m tall. */
export interface MannequinJoint {
  readonly name: string;
  readonly parent: string | null;
  readonly at: Point;
}

export type Point = readonly [x: number, y: number, z: number];

const ANKLE = 0.072;
const KNEE = 0.507;
const HIP = 0.93;
const SHOULDER = 1.45;

const TRUNK: readonly MannequinJoint[] = [
  { name: 'hips', parent: null, at: [0, 0.97, 0] },
  { name: 'spine', parent: 'hips', at: [0, 1.045, -0.004] },
  { name: 'chest', parent: 'spine', at: [0, 1.165, -0.012] },
  { name: 'upperChest', parent: 'chest', at: [0, 1.29, -0.016] },
  { name: 'neck', parent: 'upperChest', at: [0, 1.488, -0.014] },
  { name: 'head', parent: 'neck', at: [0, 1.562, 0] },
];

/** The left side; the right one is its mirror image. */
const LEFT: readonly MannequinJoint[] = [
  { name: 'UpperLeg', parent: 'hips', at: [0.092, HIP, 0] },
  { name: 'LowerLeg', parent: 'UpperLeg', at: [0.092, KNEE, 0] },
  { name: 'Foot', parent: 'LowerLeg', at: [0.092, ANKLE, -0.012] },
  { name: 'Toes', parent: 'Foot', at: [0.098, 0.022, 0.118] },
  { name: 'Shoulder', parent: 'upperChest', at: [0.022, 1.437, 0.004] },
  { name: 'UpperArm', parent: 'Shoulder', at: [0.178, SHOULDER, -0.014] },
  { name: 'LowerArm', parent: 'UpperArm', at: [0.455, SHOULDER, -0.014] },
  { name: 'Hand', parent: 'LowerArm', at: [0.7, SHOULDER, -0.014] },
  ...finger('Index', 0.026, 0.09, [0.04, 0.024, 0.022]),
  ...finger('Middle', 0.006, 0.093, [0.043, 0.027, 0.023]),
  ...finger('Ring', -0.014, 0.09, [0.04, 0.025, 0.022]),
  ...finger('Little', -0.033, 0.083, [0.031, 0.019, 0.019]),
  { name: 'ThumbMetacarpal', parent: 'Hand', at: [0.722, SHOULDER - 0.006, 0.01] },
  { name: 'ThumbProximal', parent: 'ThumbMetacarpal', at: [0.75, SHOULDER - 0.01, 0.04] },
  { name: 'ThumbDistal', parent: 'ThumbProximal', at: [0.774, SHOULDER - 0.012, 0.061] },
];

/** Three joints in a row along +X. */
function finger(name: string, z: number, out: number, lengths: readonly [number, number, number]): MannequinJoint[] {
  const [proximal, intermediate] = lengths;
  const x = 0.7 + out;
  const at = (along: number): Point => [x + along, SHOULDER, z - 0.014];
  return [
    { name: `${name}Proximal`, parent: 'Hand', at: at(0) },
    { name: `${name}Intermediate`, parent: `${name}Proximal`, at: at(proximal) },
    { name: `${name}Distal`, parent: `${name}Intermediate`, at: at(proximal + intermediate) },
  ];
}

/** Length of the last phalanx of each finger, metres. */
export const FINGERTIP = 0.022;

export type Side = 'left' | 'right';

export function sideName(side: Side, name: string): string {
  return `${side}${name}`;
}

export function mirrored(side: Side, [x, y, z]: Point): Point {
  return [side === 'left' ? x : -x, y, z];
}

/** All joints, parents before children. */
export function mannequinJoints(): MannequinJoint[] {
  const sides = (['left', 'right'] as const).flatMap((side) =>
    LEFT.map((joint) => ({
      name: sideName(side, joint.name),
      parent: TRUNK.some(({ name }) => name === joint.parent) ? joint.parent : sideName(side, joint.parent!),
      at: mirrored(side, joint.at),
    })),
  );
  return [...TRUNK, ...sides];
}
