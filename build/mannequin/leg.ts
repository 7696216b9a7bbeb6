import { loftSurface, type Loft } from './loft.ts';
import { ball, ellipsoid, pin, rigidPart, type Part } from './part.ts';

const HIP_X = 0.09;

/** Down the leg; `front` is ahead (+Z), `side` to the left. */
const DOWN = { axis: [0, -1, 0], side: [1, 0, 0], ahead: [0, 0, 1] } as const;

const THIGH: Loft = {
  ...DOWN,
  start: [HIP_X, 0.931, 0],
  stations: [
    { at: -0.012, width: 0.072, front: 0.076, back: 0.08, side: 0.016 },
    { at: 0.07, width: 0.08, front: 0.084, back: 0.088, side: 0.009 },
    { at: 0.14, width: 0.0775, front: 0.083, back: 0.082, side: 0.006 },
    { at: 0.22, width: 0.07, front: 0.076, back: 0.07, side: 0.004 },
    { at: 0.31, width: 0.057, front: 0.062, back: 0.058, side: 0.001 },
    { at: 0.36, width: 0.052, front: 0.055, back: 0.052 },
    { at: 0.398, width: 0.05, front: 0.052, back: 0.049 },
  ],
  roundStart: 0.06,
  roundEnd: 0.024,
  rings: 8,
  endRings: 3,
  around: 20,
  square: 2.1,
};

const SHANK: Loft = {
  ...DOWN,
  start: [HIP_X, 0.507, 0],
  stations: [
    { at: 0.027, width: 0.048, front: 0.048, back: 0.048 },
    { at: 0.085, width: 0.053, front: 0.047, back: 0.064, ahead: -0.002 },
    { at: 0.14, width: 0.0545, front: 0.045, back: 0.068, ahead: -0.003 },
    { at: 0.21, width: 0.0475, front: 0.041, back: 0.055, ahead: -0.003 },
    { at: 0.29, width: 0.036, front: 0.036, back: 0.038, ahead: -0.002 },
    { at: 0.36, width: 0.0305, front: 0.032, back: 0.031 },
    { at: 0.408, width: 0.031, front: 0.031, back: 0.031 },
  ],
  roundStart: 0.024,
  roundEnd: 0.016,
  rings: 8,
  endRings: 2,
  around: 18,
};

/** Heel to ball; `front` is up, `back` down to the floor. */
const FOOT: Loft = {
  start: [HIP_X, 0, 0],
  axis: [0, 0, 1],
  side: [1, 0, 0],
  ahead: [0, 1, 0],
  stations: [
    { at: -0.066, width: 0.03, front: 0.034, back: 0.026, ahead: 0.026 },
    { at: -0.035, width: 0.035, front: 0.042, back: 0.026, ahead: 0.026 },
    { at: 0.0, width: 0.036, front: 0.046, back: 0.025, ahead: 0.025 },
    { at: 0.04, width: 0.039, front: 0.04, back: 0.023, ahead: 0.023, side: 0.001 },
    { at: 0.085, width: 0.044, front: 0.025, back: 0.02, ahead: 0.02, side: 0.002 },
    { at: 0.119, width: 0.046, front: 0.018, back: 0.018, ahead: 0.018, side: 0.002 },
  ],
  roundStart: 0.022,
  roundEnd: 0.01,
  rings: 7,
  endRings: 2,
  around: 18,
  square: 2.1,
  squareBack: 3.6,
};

const TOES: Loft = {
  ...FOOT,
  stations: [
    { at: 0.132, width: 0.046, front: 0.0165, back: 0.0165, ahead: 0.0165, side: 0.002 },
    { at: 0.16, width: 0.0445, front: 0.0145, back: 0.015, ahead: 0.015, side: 0.001 },
    { at: 0.192, width: 0.038, front: 0.0115, back: 0.013, ahead: 0.013, side: -0.002 },
  ],
  roundStart: 0.008,
  roundEnd: 0.026,
  rings: 2,
  endRings: 3,
  around: 18,
};

/** The left leg from the hip to the toes. */
export function legParts(): readonly Part[] {
  return [
    rigidPart('joint', 'leftUpperLeg', ball([HIP_X, 0.931, 0], 0.07)),
    rigidPart('body', 'leftUpperLeg', loftSurface(THIGH)),
    rigidPart('joint', 'leftLowerLeg', ball([HIP_X, 0.507, 0], 0.047)),
    rigidPart('pin', 'leftLowerLeg', pin([HIP_X, 0.507, -0.002], [1, 0, 0], 0.049, 0.021)),
    rigidPart('body', 'leftLowerLeg', ellipsoid([HIP_X, 0.509, 0.033], [0.031, 0.039, 0.022])),
    rigidPart('body', 'leftLowerLeg', loftSurface(SHANK)),
    rigidPart('joint', 'leftFoot', ball([HIP_X, 0.0704, 0], 0.03)),
    rigidPart('body', 'leftFoot', loftSurface(FOOT)),
    rigidPart('joint', 'leftToes', pin([HIP_X + 0.002, 0.0185, 0.1265], [1, 0, 0], 0.04, 0.015)),
    rigidPart('body', 'leftToes', loftSurface(TOES)),
  ];
}
