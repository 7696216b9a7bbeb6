import type { HandleName } from '../../core/humanoid/body/handles.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import type { CameraPreset } from '../../renderer/state/window/viewport.ts';

/** One drag, one turn or one command. */
export type Gesture =
  /** Drags a handle to where a place is seen from a side; what lies along the view stays. `turns`: after D, so that a foot goes along with its limb, as a hand does without. */
  | { readonly drag: HandleName; readonly to: Vec3; readonly from: CameraPreset; readonly turns?: boolean }
  /** Selects a handle, presses the key that moves or turns it, types axis and number, and ends with Enter. */
  | { readonly keys: string; readonly of: HandleName }
  | { readonly run: string };

/** A pose that an animator makes from rest, metres. */
export interface MadePose {
  readonly name: string;
  /** From where it is photographed. */
  readonly seen: CameraPreset;
  /** Switches that are on from the beginning. */
  readonly switches: readonly string[];
  readonly gestures: readonly Gesture[];
  /** What makes it this pose: told from where the joints are. */
  readonly is: (at: Readonly<Record<HandleName, Vec3>>) => boolean;
}

const LIVE_MIRROR = { run: 'pose.liveMirror' } as const;
const FLOOR_STOPS = 'pose.floorStops';
const BODY_STOPS = 'pose.bodyStops';

function apart(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Six poses, each in at most eight gestures. */
export const MADE_POSES: readonly MadePose[] = [
  {
    name: 'contact-of-a-walk',
    seen: 'threeQuarter',
    switches: [],
    gestures: [
      { keys: 'gz58', of: 'rightFoot' },
      { drag: 'hips', to: [0, 0.905, 0.27], from: 'left' },
      { keys: 'tx-25', of: 'rightFoot' },
      LIVE_MIRROR,
      { drag: 'leftHand', to: [0.27, 0.9, 0], from: 'front' },
      LIVE_MIRROR,
      { drag: 'leftHand', to: [0, 0.95, 0.55], from: 'left' },
      { drag: 'rightHand', to: [0, 0.92, 0], from: 'right' },
    ],
    is: ({ leftFoot, rightFoot, leftHand, rightHand }) =>
      rightFoot[2] - leftFoot[2] > 0.5 && leftHand[2] - rightHand[2] > 0.4 && leftHand[1] < 1,
  },
  {
    name: 'hand-on-the-floor',
    seen: 'threeQuarter',
    switches: [FLOOR_STOPS, BODY_STOPS],
    gestures: [
      { drag: 'hips', to: [0, 0.4, -0.1], from: 'left' },
      { drag: 'leftHand', to: [0.3, 0.5, 0], from: 'front' },
      { drag: 'leftHand', to: [0.3, 0, 0.26], from: 'left' },
      { drag: 'rightHand', to: [-0.3, 0.4, 0], from: 'front' },
      { drag: 'rightHand', to: [-0.12, 0.55, 0], from: 'front' },
      { drag: 'rightHand', to: [-0.13, 0.5, 0.27], from: 'top' },
    ],
    is: ({ hips, leftHand, rightHand, rightKnee }) => hips[1] < 0.45 && leftHand[1] < 0.06 && apart(rightHand, rightKnee) < 0.2,
  },
  {
    name: 'arabesque',
    seen: 'left',
    switches: [],
    gestures: [
      { keys: 'gx9', of: 'hips' },
      { drag: 'rightFoot', to: [0, 1.15, -1.2], from: 'right', turns: true },
      { drag: 'leftHand', to: [0.15, 1.45, 0.9], from: 'top' },
      { drag: 'rightHand', to: [-0.65, 1.45, -0.2], from: 'top' },
      { keys: 'tx-20', of: 'head' },
      { drag: 'leftHand', to: [0.15, 1.5, 0.75], from: 'left' },
    ],
    is: ({ rightFoot, leftHand, hips }) => rightFoot[1] > 1 && rightFoot[2] < -0.8 && leftHand[2] - hips[2] > 0.8,
  },
  {
    name: 'sitting',
    seen: 'threeQuarter',
    switches: [BODY_STOPS],
    gestures: [
      { drag: 'hips', to: [0, 0.5, -0.43], from: 'left' },
      LIVE_MIRROR,
      { drag: 'leftHand', to: [0.2, 0.5, 0], from: 'front' },
      { drag: 'leftHand', to: [0.1, 0.6, -0.1], from: 'top' },
    ],
    is: ({ hips, leftHand, rightHand, leftKnee, rightKnee }) =>
      hips[1] < 0.52 && apart(leftHand, leftKnee) < 0.2 && apart(rightHand, rightKnee) < 0.2,
  },
  {
    name: 'boxing-guard',
    seen: 'threeQuarter',
    switches: [BODY_STOPS],
    gestures: [
      { keys: 'gz28', of: 'leftFoot' },
      { drag: 'hips', to: [0, 0.88, 0.12], from: 'left' },
      { run: 'pose.hand.fist' },
      LIVE_MIRROR,
      { drag: 'leftHand', to: [0.12, 1.45, 0.42], from: 'top' },
      { drag: 'leftElbow', to: [0.25, 1.05, 0.15], from: 'front' },
      { keys: 'tz-60', of: 'leftHand' },
    ],
    is: ({ leftHand, rightHand, leftElbow, rightElbow, hips, head }) =>
      [leftHand, rightHand].every((hand) => hand[1] > head[1] - 0.2 && hand[2] - hips[2] > 0.15) &&
      apart(leftHand, rightHand) < 0.3 &&
      Math.max(leftElbow[1], rightElbow[1]) < 1.3,
  },
  {
    name: 'hands-overhead',
    seen: 'threeQuarter',
    switches: [BODY_STOPS],
    gestures: [LIVE_MIRROR, { drag: 'leftHand', to: [-0.1, 1.86, 0], from: 'front' }],
    is: ({ leftHand, rightHand }) => Math.min(leftHand[1], rightHand[1]) > 1.8 && apart(leftHand, rightHand) < 0.08,
  },
];
