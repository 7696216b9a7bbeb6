import { hypot } from '../../math/elementary.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { ROOT_TRACK, type Clip, type Track } from '../clip.ts';
import { DEFAULT_LINT, type ClipIssue } from '../lint/issues.ts';
import { withTracks } from '../track-keys.ts';

/** Metres by which the body comes nearer than the arm at its longest needs. */
const BEND = 0.01;

/**
 * The clip whose body does all of it nearer to what it misses, of several contacts (`contact`) to that which it misses most: it is moved along the floor, in every
 * frame alike, so that no foot slides. The same clip where what is missed is above or below.
 */
export function moveNearer(clip: Clip, issues: readonly ClipIssue[]): Clip {
  const missed = issues.flatMap((issue) => (issue.kind === 'contact' && issue.way ? [{ way: issue.way, issue }] : []));
  const [worst] = missed.sort((a, b) => b.issue.amount - a.issue.amount);
  if (!worst) return clip;
  const [x, , z] = worst.way;
  const metres = hypot(x, z);
  if (metres < DEFAULT_LINT.contact) return clip;
  const share = 1 + BEND / metres;
  return movedAlong(clip, [share * x, 0, share * z]);
}

/** The clip with the body moved by so many metres in every frame. */
export function movedAlong(clip: Clip, by: Vec3): Clip {
  const still: Track = { joint: ROOT_TRACK, interpolation: 'linear', times: [0], values: [0, 0, 0] };
  const root = clip.tracks.find(({ joint }) => joint === ROOT_TRACK) ?? still;
  const moved = { ...root, values: root.values.map((value, i) => value + by[i % 3]!) };
  return withTracks(clip, [...clip.tracks.filter((track) => track !== root), moved]);
}
