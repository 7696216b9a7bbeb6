import type { Quat } from '../math/quat.ts';
import type { Vec3 } from '../math/vec3.ts';
import { expressionOf, expressionTrack, type Clip, type NamedInterpolation, type Track } from './clip.ts';
import { frameTimes } from './joint-paths.ts';
import { timingOfKeys, type FrameKey } from './keyed-frames.ts';
import { trackValue } from './sampling.ts';
import { interpolationAfter } from './track-keys.ts';

/** The only joint of what is no body. */
const WHOLE = 0;

/**
 * Keys of a whole, such as a prop or a camera, as the tracks of a clip: its rotation is that of joint 0, and each of the numbers of `numbersOf` is a track of its own,
 * of which `sampleTrack` makes what it makes of the vector of them. None is the track of a root, which goes on along the floor where clips are joined.
 */
export function clipOfKeys<Key extends FrameKey>(
  { id, name, duration, fps, loop }: Clip,
  keys: readonly Key[],
  numbersOf: (key: Key) => readonly number[],
): Clip {
  const timing = timingOfKeys(keys);
  const numbers = keys.map(numbersOf);
  const tracks = (numbers[0] ?? []).map((_, i): Track => ({
    ...timing,
    joint: expressionTrack(i),
    values: numbers.map((each) => each[i]!),
  }));
  const rotation: Track = { ...timing, joint: WHOLE, values: keys.flatMap((key) => key.rotation) };
  return { id, name, duration, fps, loop, tracks: keys.length === 0 ? [] : [...tracks.toReversed(), rotation] };
}

/**
 * The keys of a clip that {@link clipOfKeys} made, perhaps recut since. Ways that have no names, as `overshoot` gone backwards, are gone from frame to frame.
 */
export function keysOfClip<Key extends FrameKey>(
  clip: Clip,
  keyOf: (numbers: readonly number[], timed: Pick<FrameKey, 'time' | 'interpolation' | 'rotation'>) => Key,
): readonly Key[] {
  const rotation = clip.tracks.find(({ joint }) => joint === WHOLE);
  if (!rotation) return [];
  const numbers = clip.tracks.filter((track) => track !== rotation).sort((a, b) => expressionOf(a.joint) - expressionOf(b.joint));
  const ways = rotation.times.map((_, k) => interpolationAfter(rotation, k));
  const areNamed = ways.every((way) => typeof way === 'string');
  const times = areNamed ? rotation.times : frameTimes(clip);
  return times.map((time, k) =>
    keyOf(
      numbers.map((track) => trackValue(track, time)[0]!),
      {
        time,
        interpolation: areNamed ? (ways[k] as NamedInterpolation) : 'linear',
        rotation: trackValue(rotation, time) as unknown as Quat,
      },
    ),
  );
}

/** The first three numbers, as a place. */
export function placeIn(numbers: readonly number[]): Vec3 {
  return [numbers[0]!, numbers[1]!, numbers[2]!];
}
