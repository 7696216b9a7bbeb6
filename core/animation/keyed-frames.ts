import type { Frame } from '../math/frame.ts';
import { quatAt } from '../math/quat.ts';
import type { Vec3 } from '../math/vec3.ts';
import { ROOT_TRACK, type NamedInterpolation, type Track } from './clip.ts';
import { sampleTrack } from './sampling.ts';

/** A key of something whole that stands somewhere: a prop, a camera. */
export interface FrameKey extends Frame {
  /** Seconds on the clip's timeline. */
  readonly time: number;
  /** How it goes from here to the next key. */
  readonly interpolation: NamedInterpolation;
}

/** What a track between keys has of them all: their times and how it goes from each to the next. */
export function timingOfKeys(keys: readonly FrameKey[]): Pick<Track, 'interpolation' | 'keyInterpolations' | 'times'> {
  return {
    interpolation: 'ease',
    keyInterpolations: keys.map((key) => key.interpolation),
    times: keys.map((key) => key.time),
  };
}

/** The place and the rotation between keys, of which there is at least one, as the tracks of a clip have them. */
export function frameBetweenKeys(keys: readonly FrameKey[], time: number): Frame {
  const timing = timingOfKeys(keys);
  const places: Track = { ...timing, joint: ROOT_TRACK, values: keys.flatMap(({ position }) => position) };
  const rotations: Track = { ...timing, joint: 0, values: keys.flatMap(({ rotation }) => rotation) };
  const values = new Float64Array(7);
  sampleTrack(places, time, values, 0);
  sampleTrack(rotations, time, values, 3);
  return { position: Array.from(values.subarray(0, 3)) as unknown as Vec3, rotation: quatAt(values.subarray(3), 0) };
}
