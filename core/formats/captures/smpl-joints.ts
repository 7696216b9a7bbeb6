import type { Vec3 } from '../../math/vec3.ts';
import type { CaptureJoint } from './capture-scene.ts';

/** Offsets of an average person in a T-pose, metres; of the left side where there are two. */
const OFFSETS: Readonly<Record<string, Vec3>> = {
  hips: [0, 0, 0],
  spine: [0, 0.11, 0],
  chest: [0, 0.13, 0],
  upperChest: [0, 0.06, 0],
  neck: [0, 0.2, 0],
  head: [0, 0.09, 0.02],
  jaw: [0, 0.02, 0.06],
  Eye: [0.03, 0.07, 0.08],
  Shoulder: [0.03, 0.14, 0],
  UpperArm: [0.14, 0, 0],
  LowerArm: [0.28, 0, 0],
  Hand: [0.25, 0, 0],
  UpperLeg: [0.09, -0.08, 0],
  LowerLeg: [0, -0.42, 0],
  Foot: [0, -0.41, -0.02],
  Toes: [0, -0.06, 0.13],
  IndexProximal: [0.1, 0, 0.03],
  MiddleProximal: [0.105, 0, 0.005],
  RingProximal: [0.1, 0, -0.02],
  LittleProximal: [0.09, 0, -0.04],
  ThumbMetacarpal: [0.03, -0.02, 0.03],
  ThumbProximal: [0.03, -0.01, 0.03],
  ThumbDistal: [0.025, 0, 0.02],
};
/** Of the later joints of a finger. */
const KNUCKLE: Vec3 = [0.03, 0, 0];

/** Parents by index, as the model's joints are numbered. */
const BODY: readonly (readonly [name: string, parent: number])[] = [
  ['hips', -1],
  ['leftUpperLeg', 0],
  ['rightUpperLeg', 0],
  ['spine', 0],
  ['leftLowerLeg', 1],
  ['rightLowerLeg', 2],
  ['chest', 3],
  ['leftFoot', 4],
  ['rightFoot', 5],
  ['upperChest', 6],
  ['leftToes', 7],
  ['rightToes', 8],
  ['neck', 9],
  ['leftShoulder', 9],
  ['rightShoulder', 9],
  ['head', 12],
  ['leftUpperArm', 13],
  ['rightUpperArm', 14],
  ['leftLowerArm', 16],
  ['rightLowerArm', 17],
  ['leftHand', 18],
  ['rightHand', 19],
];
const HEAD = 15;
const WRISTS = { left: 20, right: 21 } as const;
const FINGERS = ['Index', 'Middle', 'Little', 'Ring', 'Thumb'] as const;

function joint(name: string, parent: number): CaptureJoint {
  const [, side, part = name] = /^(left|right)(.+)$/.exec(name) ?? [];
  const [x, y, z] = OFFSETS[part] ?? KNUCKLE;
  return { name, parent, offset: [side === 'right' ? -x : x, y, z] };
}

/** The 22 joints that SMPL, SMPL-H and SMPL-X share, in the model's order. */
export const BODY_JOINTS: readonly CaptureJoint[] = /* @__PURE__ */ BODY.map(([name, parent]) => joint(name, parent));

/** SMPL's two hands without fingers. */
export const HANDS_ONLY: readonly CaptureJoint[] = [
  /* @__PURE__ */ joint('leftMiddleProximal', WRISTS.left),
  /* @__PURE__ */ joint('rightMiddleProximal', WRISTS.right),
];

/** Jaw and eyes, which SMPL-X has before the fingers. */
export const FACE_JOINTS: readonly CaptureJoint[] = [
  /* @__PURE__ */ joint('jaw', HEAD),
  /* @__PURE__ */ joint('leftEye', HEAD),
  /* @__PURE__ */ joint('rightEye', HEAD),
];

/** The 30 joints of the fingers, left before right, the first of them with this index. */
export function fingerJoints(first: number): CaptureJoint[] {
  return (['left', 'right'] as const).flatMap((side, s) =>
    FINGERS.flatMap((finger, f) => {
      const parts = finger === 'Thumb' ? ['Metacarpal', 'Proximal', 'Distal'] : ['Proximal', 'Intermediate', 'Distal'];
      const at = first + 15 * s + 3 * f;
      return parts.map((part, p) => joint(`${side}${finger}${part}`, p === 0 ? WRISTS[side] : at + p - 1));
    }),
  );
}
