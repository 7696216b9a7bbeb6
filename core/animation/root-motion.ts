import { checkRig } from '../humanoid/body/check-rig.ts';
import { legLength } from '../humanoid/body/leg-length.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { hypot } from '../math/elementary.ts';
import { checkClip } from './check-clip.ts';
import { ROOT_TRACK, type Clip, type Track } from './clip.ts';
import { contactPoints } from './holding/contact-points.ts';
import { frameTimes, pointPaths, posesAt } from './joint-paths.ts';
import { clipKeyTimes, trackValue } from './sampling.ts';
import { isSameTime, keysOf, trackOf, withTracks, type Key } from './track-keys.ts';

/** Leg lengths above the lowest point of the feet within which a point counts as on the floor. */
const NEAR = 0.03;
/** Seconds over which the way of the body is smoothed. */
const SMOOTH = 0.1;
/** Leg lengths that the body must get along the floor to travel at all. */
const STEP = 0.1;

/**
 * The clip travelling along the floor so that the feet that are down stand still: at each of its keys the body is as far as the lowest points of the feet have gone the
 * other way until then. The same clip where they stand still as it is, as in one that travels.
 */
export function travelWithFeet(rig: Rig, clip: Clip): Clip {
  checkRig(rig);
  checkClip(clip, 'the clip');
  const points = contactPoints(rig).filter(({ part }) => !part.endsWith('Hand'));
  const times = frameTimes(clip);
  if (points.length === 0) return clip;
  const way = smoothed(wayOverFeet(rig, clip, times), Math.round((SMOOTH * clip.fps) / 2));
  const size = legLength(rig);
  const farthest = way.reduce((most, [x, z]) => Math.max(most, hypot(x, z)), 0);
  if (farthest < STEP * size) return clip;
  return carried(clip, [...clipKeyTimes(clip).filter((time) => time <= clip.duration), 0, clip.duration], (time) => {
    const at = Math.min(time * clip.fps, way.length - 1);
    const [a, b] = [way[Math.floor(at)]!, way[Math.ceil(at)]!];
    const share = at - Math.floor(at);
    return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
  });
}

/** The clip without what it goes along the floor from its beginning to its end, spread evenly; it sways and bobs as before. */
export function stayInPlace(clip: Clip): Clip {
  checkClip(clip, 'the clip');
  const [x, z] = travelOf(clip);
  if (x === 0 && z === 0) return clip;
  return carried(clip, [0, clip.duration], (time) => [(-x * time) / clip.duration, (-z * time) / clip.duration]);
}

/** Metres along the floor that the body gets from the beginning of a clip to its end. */
export function travelOf(clip: Clip): readonly [x: number, z: number] {
  checkClip(clip, 'the clip');
  const track = clip.tracks.find(({ joint }) => joint === ROOT_TRACK);
  if (!track) return [0, 0];
  const [first, last] = [trackValue(track, 0), trackValue(track, clip.duration)];
  return [last[0]! - first[0]!, last[2]! - first[2]!];
}

type Floor = readonly [x: number, z: number];

/** How far the body has to be on each frame for the lowest points of the feet to stand still: what they go, turned round and added up. */
function wayOverFeet(rig: Rig, clip: Clip, times: readonly number[]): Floor[] {
  const points = contactPoints(rig).filter(({ part }) => !part.endsWith('Hand'));
  const paths = pointPaths(rig.skeleton, posesAt(rig.skeleton, clip, times), points);
  const near = NEAR * legLength(rig);
  const way: Floor[] = [[0, 0]];
  for (let frame = 0; frame + 1 < times.length; frame++) {
    const at = 3 * frame;
    const heights = paths.map((path) => Math.max(path[at + 1]!, path[at + 4]!));
    const lowest = Math.min(...heights);
    const standing = paths.filter((_, k) => heights[k]! <= lowest + near);
    const mean = (c: number) => standing.reduce((sum, path) => sum + path[at + c]! - path[at + 3 + c]!, 0) / standing.length;
    const [x, z] = way.at(-1)!;
    way.push([x + mean(0), z + mean(2)]);
  }
  return way;
}

/** Each place the mean of those within `reach` frames, fewer towards the ends, which stay. */
function smoothed(way: readonly Floor[], reach: number): Floor[] {
  return way.map((_, frame) => {
    const near = Math.min(reach, frame, way.length - 1 - frame);
    const around = way.slice(frame - near, frame + near + 1);
    return [0, 1].map((c) => around.reduce((sum, place) => sum + place[c]!, 0) / around.length) as unknown as Floor;
  });
}

/** The clip with its root moved along the floor, by so much at each moment; it has keys at these times then. */
function carried(clip: Clip, times: readonly number[], by: (time: number) => Floor): Clip {
  const before: Track = clip.tracks.find(({ joint }) => joint === ROOT_TRACK) ?? {
    joint: ROOT_TRACK,
    interpolation: 'linear',
    times: [0],
    values: [0, 0, 0],
  };
  const keys: Key[] = [...keysOf(before)];
  for (const time of times) {
    if (!keys.some((key) => isSameTime(key.time, time))) keys.push({ time, value: trackValue(before, time) });
  }
  const moved = keys.map((key): Key => {
    const [x, z] = by(key.time);
    return { ...key, value: [key.value[0]! + x, key.value[1]!, key.value[2]! + z] };
  });
  return withTracks(clip, [...clip.tracks.filter((track) => track !== before), trackOf(before, moved)]);
}
