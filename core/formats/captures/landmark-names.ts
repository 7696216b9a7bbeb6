import { LANDMARKS, SEEN_PARTS } from '../../humanoid/picture/seen-person.ts';

/** Points of a body that captures tell, left and right as the person's own. */
export type BodyPoint =
  | 'nose'
  | 'neck'
  | 'middle'
  | `${'left' | 'right'}${'Ear' | 'Shoulder' | 'Elbow' | 'Wrist' | 'Index' | 'Little' | 'Hip' | 'Knee' | 'Ankle' | 'Heel' | 'Toes'}`;

/** Which of MediaPipe's 33 pose landmarks is which point: https://ai.google.dev/edge/mediapipe/solutions/vision/pose_landmarker. */
export const MEDIAPIPE: Readonly<Partial<Record<BodyPoint, number>>> = SEEN_PARTS;
export const MEDIAPIPE_COUNT = LANDMARKS;

/** OpenPose's BODY_25: https://cmu-perceptual-computing-lab.github.io/openpose/web/html/doc/md_doc_02_output.html. */
export const BODY_25: Readonly<Partial<Record<BodyPoint, number>>> = {
  nose: 0,
  neck: 1,
  rightShoulder: 2,
  rightElbow: 3,
  rightWrist: 4,
  leftShoulder: 5,
  leftElbow: 6,
  leftWrist: 7,
  middle: 8,
  rightHip: 9,
  rightKnee: 10,
  rightAnkle: 11,
  leftHip: 12,
  leftKnee: 13,
  leftAnkle: 14,
  rightEar: 17,
  leftEar: 18,
  leftToes: 19,
  leftHeel: 21,
  rightToes: 22,
  rightHeel: 24,
};

/** OpenPose's COCO model of 18 points. */
export const COCO_18: Readonly<Partial<Record<BodyPoint, number>>> = {
  nose: 0,
  neck: 1,
  rightShoulder: 2,
  rightElbow: 3,
  rightWrist: 4,
  leftShoulder: 5,
  leftElbow: 6,
  leftWrist: 7,
  rightHip: 8,
  rightKnee: 9,
  rightAnkle: 10,
  leftHip: 11,
  leftKnee: 12,
  leftAnkle: 13,
  rightEar: 16,
  leftEar: 17,
};
