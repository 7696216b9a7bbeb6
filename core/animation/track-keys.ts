import { KEY_TIME_TOLERANCE } from '../math/tolerances.ts';
import { sameInterpolation } from './easing.ts';
import { keySize, type Clip, type Interpolation, type NamedInterpolation, type Track } from './clip.ts';

/** One key of one track, while tracks are edited. */
export interface Key {
  /** Seconds on the clip's timeline. */
  readonly time: number;
  /** A quaternion, or the root's translation. */
  readonly value: readonly number[];
  /** How the track goes from here to the next key. Missing: as its track does. */
  readonly interpolation?: Interpolation;
}

/** Whether two times name the same key. */
export function isSameTime(a: number, b: number): boolean {
  return Math.abs(a - b) < KEY_TIME_TOLERANCE;
}

/**
 * The clip with these tracks, those without keys left out. It grows when a key lies behind its end that was not there; keys that a shorter
 * length has put behind the end leave it as it is.
 */
export function withTracks(clip: Clip, tracks: readonly Track[]): Clip {
  const filled = tracks.filter((track) => track.times.length > 0).sort((a, b) => a.joint - b.joint);
  const end = lastKey(filled);
  const duration = end > lastKey(clip.tracks) + KEY_TIME_TOLERANCE ? Math.max(clip.duration, end) : clip.duration;
  return { ...clip, duration, tracks: filled };
}

function lastKey(tracks: readonly Track[]): number {
  return tracks.reduce((latest, track) => Math.max(latest, track.times.at(-1)!), 0);
}

/** The keys of a track, in order of time. */
export function keysOf(track: Track): readonly Key[] {
  const size = keySize(track.joint);
  return track.times.map((time, k): Key => {
    const interpolation = track.keyInterpolations?.[k];
    return { time, value: track.values.slice(size * k, size * (k + 1)), ...(interpolation && { interpolation }) };
  });
}

/** How a track goes from key number `key` to the next. */
export function interpolationAfter(track: Track, key: number): Interpolation {
  return track.keyInterpolations?.[key] ?? track.interpolation;
}

/** The ways in which a track goes between its keys; none where it has no two of them. */
export function interpolationsOf(track: Track): ReadonlySet<Interpolation> {
  if (track.times.length < 2) return new Set();
  return new Set(track.keyInterpolations?.slice(0, -1).map((own) => own ?? track.interpolation) ?? [track.interpolation]);
}

/** Whether a track goes in none but these ways between its keys. */
export function goesOnly(track: Track, ...ways: readonly NamedInterpolation[]): boolean {
  return [...interpolationsOf(track)].every((way) => typeof way === 'string' && ways.includes(way));
}

/** The track with these keys, put in order of time; each quaternion takes the sign nearer to the one before it. */
export function trackOf({ joint, interpolation }: Pick<Track, 'joint' | 'interpolation'>, keys: readonly Key[]): Track {
  const sorted = [...keys].sort((a, b) => a.time - b.time);
  const values: number[] = [];
  for (const { value } of sorted) {
    const start = values.length - value.length;
    const cosine = value.length === 4 && start >= 0 ? value.reduce((sum, v, c) => sum + v * values[start + c]!, 0) : 1;
    values.push(...(cosine < 0 ? value.map((v) => -v) : value));
  }
  const own = sorted.map((key) =>
    key.interpolation && sameInterpolation(key.interpolation, interpolation) ? null : (key.interpolation ?? null),
  );
  const keyInterpolations = own.some((each) => each !== null) ? own : undefined;
  return { joint, interpolation, ...(keyInterpolations && { keyInterpolations }), times: sorted.map((key) => key.time), values };
}
