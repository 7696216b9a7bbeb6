import type { Vec3 } from '../../core/math/vec3.ts';
import { loftSurface, type Loft } from './loft.ts';
import { blendWeights, bump, push, rigidPart, type Part, type Weights } from './part.ts';

/** Up along +Y, across to the left, ahead along +Z. */
const UPRIGHT = { axis: [0, 1, 0], side: [1, 0, 0], ahead: [0, 0, 1] } as const;

const PELVIS: Loft = {
  ...UPRIGHT,
  start: [0, 0, 0],
  stations: [
    { at: 0.842, width: 0.03, front: 0.05, back: 0.052, ahead: 0.002 },
    { at: 0.872, width: 0.05, front: 0.066, back: 0.076, ahead: 0.002 },
    { at: 0.905, width: 0.094, front: 0.082, back: 0.1, ahead: 0 },
    { at: 0.945, width: 0.138, front: 0.094, back: 0.112, ahead: -0.002 },
    { at: 0.985, width: 0.152, front: 0.098, back: 0.106, ahead: -0.004 },
    { at: 1.015, width: 0.147, front: 0.094, back: 0.092, ahead: -0.005 },
    { at: 1.045, width: 0.139, front: 0.088, back: 0.082, ahead: -0.006 },
  ],
  roundStart: 0.03,
  roundEnd: 0.03,
  rings: 7,
  endRings: 3,
  around: 26,
  square: 2.3,
  squareBack: 2.3,
  sculpt: (point) => {
    const seat = bump(point, [Math.sign(point[0]) * 0.062, 0.925, -0.105], [0.055, 0.05, 0.06]);
    const cleft = bump(point, [0, 0.905, -0.115], [0.016, 0.06, 0.05]);
    return push(point, [0, 0, -1], 0.013 * seat - 0.014 * cleft);
  },
};

const WAIST: Loft = {
  ...UPRIGHT,
  start: [0, 0, 0],
  stations: [
    { at: 1.0, width: 0.11, front: 0.07, back: 0.066, ahead: -0.006 },
    { at: 1.05, width: 0.112, front: 0.073, back: 0.066, ahead: -0.006 },
    { at: 1.1, width: 0.108, front: 0.074, back: 0.063, ahead: -0.006 },
    { at: 1.15, width: 0.11, front: 0.077, back: 0.066, ahead: -0.008 },
    { at: 1.2, width: 0.112, front: 0.08, back: 0.07, ahead: -0.01 },
  ],
  roundStart: 0.03,
  roundEnd: 0.03,
  rings: 6,
  endRings: 1,
  around: 20,
  square: 2.2,
  squareBack: 2.2,
};

const BELLY: Loft = {
  ...UPRIGHT,
  start: [0, 0, 0],
  stations: [
    { at: 1.046, width: 0.126, front: 0.083, back: 0.075, ahead: -0.006 },
    { at: 1.085, width: 0.122, front: 0.086, back: 0.072, ahead: -0.006 },
    { at: 1.138, width: 0.124, front: 0.089, back: 0.074, ahead: -0.007 },
  ],
  roundStart: 0.03,
  roundEnd: 0.03,
  rings: 3,
  endRings: 3,
  around: 26,
  square: 2.25,
  squareBack: 2.25,
};

const RIBS: Loft = {
  ...UPRIGHT,
  start: [0, 0, 0],
  stations: [
    { at: 1.136, width: 0.132, front: 0.096, back: 0.084, ahead: -0.008 },
    { at: 1.17, width: 0.141, front: 0.107, back: 0.092, ahead: -0.009 },
    { at: 1.23, width: 0.151, front: 0.115, back: 0.1, ahead: -0.01 },
    { at: 1.3, width: 0.162, front: 0.12, back: 0.108, ahead: -0.013 },
    { at: 1.36, width: 0.163, front: 0.115, back: 0.11, ahead: -0.016 },
    { at: 1.405, width: 0.149, front: 0.1, back: 0.105, ahead: -0.018 },
    { at: 1.44, width: 0.118, front: 0.08, back: 0.092, ahead: -0.02 },
    { at: 1.472, width: 0.078, front: 0.058, back: 0.07, ahead: -0.02 },
    { at: 1.49, width: 0.058, front: 0.047, back: 0.054, ahead: -0.02 },
  ],
  roundStart: 0.03,
  roundEnd: 0.02,
  rings: 14,
  endRings: 3,
  around: 32,
  square: 2.35,
  squareBack: 2.35,
  sculpt: sculptRibs,
};

/** Chest muscles with the groove of the breastbone, the arch of the ribs, shoulder blades with the groove of the spine. */
function sculptRibs(point: Vec3): Vec3 {
  const side = Math.sign(point[0]);
  const isFront = point[2] > -0.01;
  if (isFront) {
    const breast = bump(point, [side * 0.07, 1.352, 0.09], [0.062, 0.042, 0.08]);
    const below = bump(point, [side * 0.075, 1.292, 0.1], [0.07, 0.02, 0.08]);
    const groove = bump(point, [0, 1.35, 0.1], [0.012, 0.075, 0.06]);
    // The lower edge of the ribs rises towards the breastbone.
    const arch = bump(point, [0, 1.13, 0.1], [0.085, 0.06, 0.1]);
    const ahead = push(point, [0, 0, 1], 0.014 * breast - 0.005 * below - 0.007 * groove - 0.004 * arch);
    return push(ahead, [0, 1, 0], 0.024 * arch);
  }
  const blade = bump(point, [side * 0.078, 1.36, -0.115], [0.05, 0.06, 0.06]);
  const groove = bump(point, [0, 1.3, -0.12], [0.016, 0.16, 0.06]);
  return push(point, [0, 0, -1], 0.009 * blade - 0.009 * groove);
}

const NECK: Loft = {
  start: [0, 1.44, -0.024],
  axis: [0, 0.987, 0.1607],
  side: [1, 0, 0],
  ahead: [0, -0.1607, 0.987],
  stations: [
    { at: 0, width: 0.062, front: 0.056, back: 0.06 },
    { at: 0.04, width: 0.056, front: 0.052, back: 0.056 },
    { at: 0.085, width: 0.051, front: 0.05, back: 0.052 },
    { at: 0.165, width: 0.05, front: 0.05, back: 0.05 },
  ],
  roundStart: 0.02,
  roundEnd: 0.03,
  rings: 5,
  endRings: 1,
  around: 20,
};

/** Where the trunk's joints hand over to each other: heights in metres. */
function trunkWeights([, y]: Vec3): Weights {
  if (y < 1.08) return blendWeights('hips', 'spine', y, 1.0, 1.07);
  return y < 1.2 ? blendWeights('spine', 'chest', y, 1.1, 1.17) : blendWeights('chest', 'upperChest', y, 1.2, 1.31);
}

export function torsoParts(): readonly Part[] {
  return [
    rigidPart('body', 'hips', loftSurface(PELVIS)),
    { material: 'joint', surface: loftSurface(WAIST), weights: trunkWeights },
    { material: 'body', surface: loftSurface(BELLY), weights: trunkWeights },
    { material: 'body', surface: loftSurface(RIBS), weights: ([, y]) => blendWeights('chest', 'upperChest', y, 1.19, 1.32) },
    rigidPart('joint', 'neck', loftSurface(NECK)),
  ];
}
