import { checkNumbers, isNumberFrom } from '../../math/check-numbers.ts';
import { isList, spellOut } from '../../math/check-values.ts';
import type { Vec3 } from '../../math/vec3.ts';

/** Landmarks that a detector of BlazePose's kind tells, and the numbers of each. */
export const LANDMARKS = 33;
export const LANDMARK_SIZE = 7;

/** Which landmark is which part of a body, left and right as the person's own. */
export const SEEN_PARTS = {
  nose: 0,
  leftEar: 7,
  rightEar: 8,
  leftShoulder: 11,
  rightShoulder: 12,
  leftElbow: 13,
  rightElbow: 14,
  leftWrist: 15,
  rightWrist: 16,
  leftLittle: 17,
  rightLittle: 18,
  leftIndex: 19,
  rightIndex: 20,
  leftHip: 23,
  rightHip: 24,
  leftKnee: 25,
  rightKnee: 26,
  leftAnkle: 27,
  rightAnkle: 28,
  leftHeel: 29,
  rightHeel: 30,
  leftToes: 31,
  rightToes: 32,
} as const;

export type SeenPart = keyof typeof SEEN_PARTS;

/** A part of a body as a picture shows it. */
export interface SeenPoint {
  /** On the picture's plane: from its middle to the right and up, in heights of the picture. */
  readonly right: number;
  readonly up: number;
  /** Where the detector believes it to be, metres from the middle of the hips: to the right of the picture, up, and towards the camera. */
  readonly believed: Vec3;
  /** How surely it is seen, 0 to 1. */
  readonly sure: number;
}

/** A person in a picture. */
export type SeenPerson = Readonly<Record<SeenPart, SeenPoint>>;

/**
 * Reads what a detector tells of a picture so many times as wide as high: of each landmark x, y and z in the picture (shares of its sides, y down), x, y and z
 * in the world (metres, y down, z away from the camera), and how surely it is seen. Throws a `RangeError` of one sentence.
 */
export function readSeenPerson(landmarks: ArrayLike<number>, aspect: number): SeenPerson {
  if (!isList(landmarks) || landmarks.length !== LANDMARKS * LANDMARK_SIZE)
    throw new RangeError(`the landmarks must be ${LANDMARKS * LANDMARK_SIZE} numbers, got ${spellOut(landmarks)}`);
  checkNumbers(landmarks, LANDMARKS * LANDMARK_SIZE, 'the landmarks');
  if (!isNumberFrom(aspect, 1e-3, 1e3))
    throw new RangeError(`the picture’s width over its height must be a number above 0, got ${spellOut(aspect)}`);
  return Object.fromEntries(
    Object.entries(SEEN_PARTS).map(([part, index]) => {
      const [x, y, , bx, by, bz, sure] = Array.from({ length: LANDMARK_SIZE }, (_, i) => landmarks[LANDMARK_SIZE * index + i]!);
      const point: SeenPoint = { right: (x! - 0.5) * aspect, up: 0.5 - y!, believed: [bx!, -by!, -bz!], sure: sure! };
      return [part, point];
    }),
  ) as unknown as SeenPerson;
}
