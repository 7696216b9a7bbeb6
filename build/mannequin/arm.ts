import { loftSurface, type Loft } from './loft.ts';
import { ball, bump, pin, push, rigidPart, type Part } from './part.ts';

/** The left arm points along +X: up is the section's `front`, the thumb's side (+Z) its `side`. */
const ALONG_ARM = { axis: [1, 0, 0], side: [0, 0, 1], ahead: [0, 1, 0] } as const;

const HEIGHT_OF_ARM = 1.4495;
const DEPTH_OF_ARM = -0.014;

/** From the neck to the shoulder: collar-bone and trapezius. */
const COLLAR: Loft = {
  ...ALONG_ARM,
  start: [0, 1.435, -0.02],
  stations: [
    { at: 0.03, width: 0.05, front: 0.05, back: 0.04 },
    { at: 0.06, width: 0.05, front: 0.046, back: 0.05 },
    { at: 0.1, width: 0.05, front: 0.043, back: 0.06 },
    { at: 0.14, width: 0.046, front: 0.042, back: 0.05 },
    { at: 0.158, width: 0.04, front: 0.04, back: 0.04 },
  ],
  roundStart: 0.02,
  roundEnd: 0.016,
  rings: 4,
  endRings: 2,
  around: 14,
};

const UPPER_ARM: Loft = {
  ...ALONG_ARM,
  start: [0.174, HEIGHT_OF_ARM, DEPTH_OF_ARM],
  stations: [
    { at: -0.022, width: 0.056, front: 0.055, back: 0.05, ahead: 0.004 },
    { at: 0.03, width: 0.0585, front: 0.056, back: 0.05, ahead: 0.002 },
    { at: 0.075, width: 0.056, front: 0.0515, back: 0.048 },
    { at: 0.13, width: 0.048, front: 0.044, back: 0.046 },
    { at: 0.18, width: 0.045, front: 0.042, back: 0.043 },
    { at: 0.225, width: 0.04, front: 0.037, back: 0.037 },
    { at: 0.264, width: 0.037, front: 0.035, back: 0.035 },
  ],
  roundStart: 0.05,
  roundEnd: 0.02,
  rings: 7,
  endRings: 3,
  around: 18,
  sculpt: (point) => push(point, [0, 0, 1], 0.005 * bump(point, [0.345, 1.45, 0.03], [0.06, 0.04, 0.04])),
};

const FOREARM: Loft = {
  ...ALONG_ARM,
  start: [0.457, HEIGHT_OF_ARM, DEPTH_OF_ARM],
  stations: [
    { at: 0.019, width: 0.037, front: 0.035, back: 0.035 },
    { at: 0.06, width: 0.043, front: 0.04, back: 0.038, side: 0.002 },
    { at: 0.105, width: 0.041, front: 0.038, back: 0.036, side: 0.003 },
    { at: 0.16, width: 0.034, front: 0.03, back: 0.03, side: 0.002 },
    { at: 0.21, width: 0.029, front: 0.024, back: 0.024 },
    { at: 0.243, width: 0.0285, front: 0.022, back: 0.022 },
  ],
  roundStart: 0.02,
  roundEnd: 0.012,
  rings: 7,
  endRings: 2,
  around: 18,
};

/** The left arm from the collar to the wrist. */
export function armParts(): readonly Part[] {
  return [
    rigidPart('body', 'leftShoulder', loftSurface(COLLAR)),
    rigidPart('joint', 'leftUpperArm', ball([0.174, HEIGHT_OF_ARM, DEPTH_OF_ARM], 0.047)),
    rigidPart('body', 'leftUpperArm', loftSurface(UPPER_ARM)),
    rigidPart('joint', 'leftLowerArm', ball([0.457, HEIGHT_OF_ARM, DEPTH_OF_ARM], 0.036)),
    rigidPart('pin', 'leftLowerArm', pin([0.457, HEIGHT_OF_ARM, DEPTH_OF_ARM], [0, 1, 0], 0.0375, 0.017)),
    rigidPart('body', 'leftLowerArm', loftSurface(FOREARM)),
    rigidPart('joint', 'leftHand', ball([0.717, HEIGHT_OF_ARM, DEPTH_OF_ARM], 0.0225)),
  ];
}
