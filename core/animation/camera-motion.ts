import { clamp } from '../math/angles.ts';
import type { Frame } from '../math/frame.ts';
import { rotate } from '../math/quat.ts';
import { add, scale, type Vec3 } from '../math/vec3.ts';
import { expressionTrack } from './clip.ts';
import { frameBetweenKeys, timingOfKeys, type FrameKey } from './keyed-frames.ts';
import { sampleTrack } from './sampling.ts';

/** What a camera sees at one moment. It looks along −Z of its own space, +Y is up in its picture. */
export interface Shot extends Frame {
  /** Millimetres, from 4 to 2,000, on a gate 36 mm wide. */
  readonly focalLength: number;
  /** Metres to the point that it aims at, from 0.05 to 1,000. */
  readonly distance: number;
}

/** A key of a camera: what it sees at that moment. */
export interface CameraKey extends Shot, FrameKey {}

/** What a camera does in a clip. */
export interface CameraMotion {
  /** By time, which rises strictly. */
  readonly keys: readonly CameraKey[];
}

/** A camera that does nothing of its own. */
export const NO_CAMERA_MOTION: CameraMotion = { keys: [] };

/** Millimetres: how wide the picture is behind the lens. */
export const GATE_WIDTH = 36;

/** The shortest and the longest lens, millimetres. */
export const FOCAL_LENGTHS: readonly [number, number] = [4, 2000];

/** The nearest and the farthest point that is aimed at, metres. */
export const AIM_DISTANCES: readonly [number, number] = [0.05, 1000];

const LENGTH_TRACK = expressionTrack(0);

/** What a camera sees at a time of a clip: `rest` where the clip does not move it. */
export function shotAt(rest: Shot, { keys }: CameraMotion, time: number): Shot {
  if (keys.length === 0) return rest;
  return {
    ...frameBetweenKeys(keys, time),
    focalLength: between(keys, time, ({ focalLength }) => focalLength, FOCAL_LENGTHS),
    distance: between(keys, time, ({ distance }) => distance, AIM_DISTANCES),
  };
}

/** A number between keys, as the tracks of a clip have it, within its range: smooth curves swing beyond keys. */
function between(
  keys: readonly CameraKey[],
  time: number,
  valueOf: (key: CameraKey) => number,
  [least, most]: readonly [number, number],
): number {
  const value = new Float64Array(1);
  sampleTrack({ ...timingOfKeys(keys), joint: LENGTH_TRACK, values: keys.map(valueOf) }, time, value, 0);
  return clamp(value[0]!, least, most);
}

/** The unit vector along which it looks. */
export function sightOf({ rotation }: Pick<Frame, 'rotation'>): Vec3 {
  return rotate(rotation, [0, 0, -1]);
}

/** The point that it aims at. */
export function aimOf(shot: Shot): Vec3 {
  return add(shot.position, scale(sightOf(shot), shot.distance));
}

/** Tangent of half the vertical field of view of a picture so many times as wide as it is high: tan(v / 2) = gate / (2 · focal length · aspect). */
export function slopeOf({ focalLength }: Pick<Shot, 'focalLength'>, aspect: number): number {
  return GATE_WIDTH / (2 * focalLength * aspect);
}
