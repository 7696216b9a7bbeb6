import { harmonicSlope } from '../between-keys.ts';
import { tangentSize, type Interpolation, type Tangents, type Track } from '../clip.ts';
import { speedOnWay } from '../tangents.ts';
import { interpolationAfter, isSameTime } from '../track-keys.ts';

/** Difference of a speed, radians, metres or weight a second, that is none. */
const SAME_SPEED = 1e-6;

/**
 * The track of a loop that ends in the value that it begins with, so that it goes on over the seam at one speed: on each axis the weighted harmonic mean of
 * the speeds on either side (Fritsch and Butland 1984), which is none where they are opposite, so that an extreme pose stays one. The ways to the end and from
 * the beginning get tangents where that changes them; a way that holds stays so. `end` in seconds.
 */
export function matchSeamSpeed(track: Track, end: number): Track {
  const last = track.times.findLastIndex((time) => time < end || isSameTime(time, end));
  const isKeyed = last > 0 && isSameTime(track.times[last]!, end);
  const isBegun = last > 0 && isSameTime(track.times[0]!, 0);
  const ways = [...(isKeyed ? [last - 1] : []), ...(isBegun ? [0] : [])];
  if (ways.some((way) => interpolationAfter(track, way) === 'step')) return track;
  const still = Array.from({ length: tangentSize(track.joint) }, () => 0);
  const arriving = isKeyed ? speedOnWay(track, last - 1, 1) : still;
  const leaving = isBegun ? speedOnWay(track, 0, 0) : still;
  const [spanBefore, spanAfter] = [isKeyed ? spanOf(track, last - 1) : 1, isBegun ? spanOf(track, 0) : 1];
  const speed = arriving.map((before, c) => harmonicSlope(before, leaving[c]!, spanBefore, spanAfter));
  const isNew = (speeds: readonly number[]) => speeds.some((each, c) => Math.abs(each - speed[c]!) > SAME_SPEED);
  const arrived = isKeyed && isNew(arriving) ? withTangent(track, last - 1, 'in', speed) : track;
  return isBegun && isNew(leaving) ? withTangent(arrived, 0, 'out', speed) : arrived;
}

function spanOf({ times }: Track, key: number): number {
  return times[key + 1]! - times[key]!;
}

/** The track with tangents on the way from a key, one of them of this speed, the other of the speed that it has there. */
function withTangent(track: Track, key: number, side: keyof Tangents, speed: readonly number[]): Track {
  const third = spanOf(track, key) / 3;
  const scaled = (speeds: readonly number[], by: number) => speeds.map((each) => by * each);
  const tangents: Tangents = {
    out: scaled(side === 'out' ? speed : speedOnWay(track, key, 0), third),
    in: scaled(side === 'in' ? speed : speedOnWay(track, key, 1), -third),
  };
  const ways = track.times.map((_, k): Interpolation | null => (k === key ? tangents : (track.keyInterpolations?.[k] ?? null)));
  return { ...track, keyInterpolations: ways };
}
