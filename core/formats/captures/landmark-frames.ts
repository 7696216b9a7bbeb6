import type { Vec3 } from '../../math/vec3.ts';
import { checkJsonBudget, isRecord } from '../text/json-text.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { USUAL_FPS } from './capture-scene.ts';
import { BODY_25, COCO_18, MEDIAPIPE, MEDIAPIPE_COUNT, type BodyPoint } from './landmark-names.ts';

/** Points that were seen in one frame; +Y up, +Z towards the camera. Points of pictures have a z of 0. */
export type SeenPoints = ReadonlyMap<BodyPoint, Vec3>;

export interface LandmarkFrames {
  readonly source: 'MediaPipe' | 'OpenPose';
  readonly fps: number;
  readonly frames: readonly SeenPoints[];
  /** Points are in a picture: their depth is not known. */
  readonly isFlat: boolean;
  readonly notes: readonly string[];
}

const MOST_FRAMES = 50_000;
/** Points that were seen less surely than this are not believed, 0 to 1. */
const SURE = 0.2;
/** Largest coordinate that is accepted. */
const MOST = 1e6;

const WORLD_KEYS = ['worldLandmarks', 'world_landmarks', 'poseWorldLandmarks', 'pose_world_landmarks', 'landmarks_world'];
const IMAGE_KEYS = ['poseLandmarks', 'pose_landmarks', 'landmarks', 'pose', 'keypoints'];
const FRAME_KEYS = ['frames', 'results', 'data', 'sequence'];

/** Whether a JSON text begins like landmarks and not like glTF. */
export function looksLikeLandmarks(bytes: Uint8Array): boolean {
  const head = decodeUtf8(bytes.subarray(0, 4096));
  if (/"asset"\s*:/.test(head)) return false;
  return /^\uFEFF?\s*\[/.test(head) || (/^\uFEFF?\s*\{/.test(head) && /"(people|frames|results|\w*[lL]andmarks)"\s*:/.test(head));
}

/**
 * Reads pose landmarks of MediaPipe (33 a frame, in the world or in the picture, as lists of `{x, y, z, visibility}` or of numbers, alone, in results, in a list
 * of frames) and keypoints of OpenPose (BODY_25 or COCO, 2D or 3D, one frame or a list of frames). Of several people the first is taken. Throws an `Error` with one sentence.
 */
export function readLandmarkFrames(bytes: Uint8Array): LandmarkFrames {
  checkJsonBudget(bytes, 'the landmark file');
  let json: unknown;
  try {
    json = JSON.parse(decodeUtf8(bytes));
  } catch (error) {
    throw new Error('the landmark file cannot be read: it is not JSON, or its end is missing', { cause: error });
  }
  const { frames, head } = framesOf(json);
  if (frames.length > MOST_FRAMES)
    throw new Error(`the landmark file has ${frames.length} frames, more than the ${MOST_FRAMES} that can be read`);
  const notes: string[] = [];
  const isOpenPose = frames.some((frame) => isRecord(frame) && 'people' in frame);
  const hasWorld =
    !isOpenPose && (frames.some((frame) => isRecord(frame) && field(frame, WORLD_KEYS) !== undefined) || areAroundHips(frames));
  const aspect = aspectOf(head);
  const read = isOpenPose ? openPoseReader(frames) : (frame: unknown) => mediaPipePoints(frame, hasWorld, aspect ?? USUAL_ASPECT);
  const seen = frames.map(read);
  if (!seen.some(({ size }) => size > 0)) throw new Error(NO_PERSON);
  const isFlat = isOpenPose && !hasDepth(frames);
  const fps = rateOf(json, frames);
  if (fps === null) notes.push(`it does not say how fast it is, so it plays at ${USUAL_FPS} frames a second`);
  if (frames.some((frame) => isRecord(frame) && Array.isArray(frame['people']) && frame['people'].length > 1))
    notes.push('it shows several people: the first of each frame was taken');
  if (!isOpenPose && !hasWorld && aspect === null) notes.push('it does not say how wide its picture is: 16 by 9 was taken');
  return { source: isOpenPose ? 'OpenPose' : 'MediaPipe', fps: fps ?? USUAL_FPS, frames: seen, isFlat, notes };
}

const NO_PERSON =
  'it holds no pose: expected 33 landmarks of MediaPipe a frame, or "people" with "pose_keypoints_2d" or "pose_keypoints_3d" of OpenPose';
/** Metres within which the hips are the origin. */
const NEAR_ORIGIN = 0.02;
const USUAL_ASPECT = 16 / 9;

/** The frames of a file that may be one frame, a list of them, or an object around that. */
function framesOf(json: unknown): { readonly frames: readonly unknown[]; readonly head: unknown } {
  if (Array.isArray(json)) return { frames: isPointList(json) ? [json] : json, head: json[0] };
  if (!isRecord(json)) throw new Error(NO_PERSON);
  const list = field(json, FRAME_KEYS);
  if (Array.isArray(list)) return { frames: list, head: json };
  // { poseLandmarks: [frame, frame, …] }: a list of frames under the name of one.
  const points = field(json, [...WORLD_KEYS, ...IMAGE_KEYS]);
  const isManyFrames =
    Array.isArray(points) &&
    points.length > 1 &&
    points.every((each) => isPointList(each) || isRecord(each)) &&
    !isPointList(points);
  return { frames: isManyFrames ? points : [json], head: json };
}

function field(record: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  const found = names.find((name) => record[name] !== undefined && record[name] !== null);
  return found === undefined ? undefined : record[found];
}

/** A list of landmarks: objects with x, or lists of two to four numbers. */
function isPointList(value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value) || value.length < MEDIAPIPE_COUNT) return false;
  return value.slice(0, MEDIAPIPE_COUNT).every((point) => pointOf(point) !== null);
}

function pointOf(value: unknown): readonly [x: number, y: number, z: number, sure: number] | null {
  const numbers = Array.isArray(value)
    ? value
    : isRecord(value)
      ? [value['x'], value['y'], value['z'] ?? 0, value['visibility'] ?? value['score'] ?? 1]
      : [];
  const [x, y, z = 0, sure = 1] = numbers as number[];
  const isUsable = [x, y, z, sure].every((number) => typeof number === 'number' && Math.abs(number) <= MOST);
  return isUsable && numbers.length <= 5 ? [x!, y!, z, sure] : null;
}

/** MediaPipe counts y down and z away from the camera; in the picture x and y are shares of its sides, and z is in the scale of x. */
function mediaPipePoints(frame: unknown, isWorld: boolean, aspect: number): SeenPoints {
  const points = pointsIn(frame, isWorld ? [...WORLD_KEYS, ...IMAGE_KEYS] : IMAGE_KEYS);
  const across = isWorld ? 1 : aspect;
  const seen = new Map<BodyPoint, Vec3>();
  if (!points) return seen;
  for (const [point, index] of Object.entries(MEDIAPIPE) as [BodyPoint, number][]) {
    const found = pointOf(points[index]);
    if (found && found[3] >= SURE) seen.set(point, [across * found[0], -found[1], -across * found[2]]);
  }
  return seen;
}

/** The landmarks of one person in a frame, whatever stands around them. */
function pointsIn(frame: unknown, keys: readonly string[]): readonly unknown[] | null {
  if (isPointList(frame)) return frame;
  if (Array.isArray(frame)) return frame.length > 0 && isPointList(frame[0]) ? frame[0] : null;
  if (!isRecord(frame)) return null;
  for (const key of [...keys, 'landmark']) {
    const value = frame[key];
    if (value !== undefined && value !== null) {
      const found = pointsIn(value, keys);
      if (found) return found;
    }
  }
  return null;
}

/** Landmarks of the world are counted from the middle of the hips, which is no place that those of a picture have. */
function areAroundHips(frames: readonly unknown[]): boolean {
  const seen = frames
    .map((frame) => mediaPipePoints(frame, true, 1))
    .find((points) => points.has('leftHip') && points.has('rightHip'));
  if (!seen) return false;
  const [left, right] = [seen.get('leftHip')!, seen.get('rightHip')!];
  return [0, 1, 2].every((c) => Math.abs(left[c]! + right[c]!) < NEAR_ORIGIN);
}

function aspectOf(head: unknown): number | null {
  if (!isRecord(head)) return null;
  const [width, height] = [
    field(head, ['width', 'image_width', 'imageWidth']),
    field(head, ['height', 'image_height', 'imageHeight']),
  ];
  if (typeof width !== 'number' || typeof height !== 'number' || !(width > 0 && height > 0)) return null;
  const aspect = width / height;
  return aspect > 0.1 && aspect < 10 ? aspect : null;
}

/** Frames a second as stated, else by the frames' own times; null where neither is there. */
function rateOf(json: unknown, frames: readonly unknown[]): number | null {
  const stated = isRecord(json) ? field(json, ['fps', 'frame_rate', 'frameRate', 'framerate']) : undefined;
  if (typeof stated === 'number' && stated >= 1 && stated <= 1000) return stated;
  const at = (frame: unknown, names: readonly string[]) => {
    const value = isRecord(frame) ? field(frame, names) : undefined;
    return typeof value === 'number' ? value : null;
  };
  for (const [names, second] of [
    [['timestamp_ms', 'timestampMs'], 1000],
    [['timestamp', 'time', 'seconds', 't'], 1],
  ] as const) {
    const [first, last] = [at(frames[0], names), at(frames.at(-1), names)];
    if (first === null || last === null || !(last > first)) continue;
    const fps = ((frames.length - 1) * second) / (last - first);
    for (const guess of [fps, 1000 * fps, 1e6 * fps]) if (guess >= 1 && guess <= 1000) return guess;
  }
  return null;
}

function hasDepth(frames: readonly unknown[]): boolean {
  return frames.some((frame) => {
    const list = firstPerson(frame)?.['pose_keypoints_3d'];
    return Array.isArray(list) && list.length > 0;
  });
}

function firstPerson(frame: unknown): Record<string, unknown> | null {
  const people = isRecord(frame) ? frame['people'] : null;
  const person: unknown = Array.isArray(people) ? people[0] : null;
  return isRecord(person) ? person : null;
}

/** OpenPose counts y down; a point that was not found has a confidence of 0. */
function openPoseReader(frames: readonly unknown[]): (frame: unknown) => SeenPoints {
  const isDeep = hasDepth(frames);
  const stride = isDeep ? 4 : 3;
  return (frame) => {
    const list = firstPerson(frame)?.[isDeep ? 'pose_keypoints_3d' : 'pose_keypoints_2d'];
    const seen = new Map<BodyPoint, Vec3>();
    if (!Array.isArray(list)) return seen;
    const order = list.length / stride === 18 ? COCO_18 : BODY_25;
    for (const [point, index] of Object.entries(order) as [BodyPoint, number][]) {
      const numbers = list.slice(stride * index, stride * (index + 1)) as unknown[];
      if (numbers.length < stride || !numbers.every((value) => typeof value === 'number' && Math.abs(value) <= MOST)) continue;
      const [x, y, z] = numbers as number[];
      if ((numbers.at(-1) as number) > SURE) seen.set(point, isDeep ? [x!, -y!, -z!] : [x!, -y!, 0]);
    }
    return seen;
  };
}
