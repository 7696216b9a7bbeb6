import { distance, vec3At } from '../../math/vec3.ts';
import type { Clip } from '../clip.ts';
import { stretches } from '../contacts.ts';
import type { BodyMotion, FootWay } from './body-motion.ts';
import type { FrameRange } from './joint-motion.ts';

/** Metres within which the ankle, or the ball, of a foot stays that carries the body, and seconds for which it does. */
const STILL = 0.015;
const CARRYING = 0.25;
/** Seconds of these in which no other foot stands. */
const ALONE = 0.2;
/** Leg lengths from which on a foot stands on something, such as a step. */
const STEP = 0.12;

/** A stretch of frames in which a foot stands still, and how low its two points come, world metres. */
interface Stance {
  readonly way: FootWay;
  readonly first: number;
  readonly last: number;
  readonly ankle: number;
  readonly ball: number;
}

/**
 * Feet that alone carry the body, standing more than `bar` metres above where feet stand before and after them: they push against air. What a clip says to
 * be in contact is left out: it may stand on something.
 */
export function pushesOnAir(motion: BodyMotion, clip: Clip, bar: number): FrameRange[] {
  const { fps, size } = motion;
  const stances = motion.feet.flatMap((way) => stancesOf(way, motion)).sort((a, b) => a.first - b.first);
  return stances.flatMap((stance, i): FrameRange[] => {
    const [before, after] = [stances[i - 1], stances[i + 1]];
    if (!before || !after) return [];
    const { way, first, last, ankle, ball } = stance;
    const amount = Math.min(ankle - Math.max(before.ankle, after.ankle), ball - Math.max(before.ball, after.ball));
    if (!(amount > bar && amount < STEP * size) || isSaid(clip, way, first / fps, last / fps)) return [];
    let alone = 0;
    for (let frame = first; frame <= last; frame++)
      if (!stances.some((other) => other !== stance && frame >= other.first && frame <= other.last)) alone++;
    if (alone < ALONE * fps) return [];
    const frame = Math.round((first + last) / 2);
    return [{ issue: { kind: 'push', joint: way.foot.limb.end, frame, amount }, first, last }];
  });
}

function stancesOf(way: FootWay, { centres, fps }: BodyMotion): Stance[] {
  const stays = (path: Float64Array, frame: number, first: number) => distance(vec3At(path, frame), vec3At(path, first)) < STILL;
  return stretches(
    centres.length,
    (frame, first) => first < 0 || stays(way.ankles, frame, first) || stays(way.balls, frame, first),
  ).flatMap(([first, last]): Stance[] => {
    if (last - first < CARRYING * fps) return [];
    const lowest = (path: Float64Array) => {
      let least = Infinity;
      for (let frame = first; frame <= last; frame++) least = Math.min(least, path[3 * frame + 1]!);
      return least;
    };
    return [{ way, first, last, ankle: lowest(way.ankles), ball: lowest(way.balls) }];
  });
}

/** Whether the clip holds the foot at some time between two, in seconds. */
function isSaid({ contacts = [] }: Clip, { foot }: FootWay, from: number, to: number): boolean {
  return contacts.some(
    (each) => !each.isMuted && each.from < to && each.to > from && each.part.startsWith(foot.side) && !each.part.endsWith('Hand'),
  );
}
