import { lerp, vec3At } from '../../math/vec3.ts';
import { SEEN_PARTS, type SeenPart, type SeenPerson, type SeenPoint } from './seen-person.ts';
import { smoothTracks } from './smooth-tracks.ts';
import { bridgeGaps } from '../../math/bridge-gaps.ts';

/** What a frame of a film shows; null where nobody is found. */
export interface FilmedFrame {
  /** Seconds. */
  readonly time: number;
  readonly seen: SeenPerson | null;
}

/** Seconds over which what is seen is smoothed. */
export const SMOOTH = 0.05;
/** The least that counts of how surely a part is seen. */
const LEAST_SURE = 0.1;
/** Numbers of a part: two of the picture, three that are believed, and how surely it is seen. */
const NUMBERS = 6;

const PARTS = Object.keys(SEEN_PARTS) as SeenPart[];

/**
 * The person of a film at times, seconds, smoothed without lag; see {@link smoothTracks}. A part counts by the square of how surely it is seen. Frames that show nobody
 * are bridged in a straight line, as not seen at all. At least one frame must show somebody.
 */
export function smoothPeople(film: readonly FilmedFrame[], at: readonly number[]): SeenPerson[] {
  const times = film.map(({ time }) => time);
  const whole = bridgeGaps(
    times,
    film.map(({ seen }) => seen),
    between,
  );
  const parts = PARTS.map((part) => {
    const seen = whole.map((person) => person[part]);
    const weights = Float64Array.from(seen, ({ sure }) => Math.max(LEAST_SURE, sure) ** 2);
    const rows = Array.from({ length: NUMBERS }, (_, n) => Float64Array.from(seen, (point) => numbersOf(point)[n]!));
    return smoothTracks(times, weights, rows, at, SMOOTH);
  });
  return at.map((_, k) => {
    const points = PARTS.map((part, p) => [part, pointOf(parts[p]!.map((row) => row[k]!))] as const);
    return Object.fromEntries(points) as unknown as SeenPerson;
  });
}

function numbersOf({ right, up, believed, sure }: SeenPoint): readonly number[] {
  return [right, up, ...believed, sure];
}

function pointOf(numbers: readonly number[]): SeenPoint {
  const [right, up, , , , sure] = numbers;
  return { right: right!, up: up!, believed: vec3At(numbers.slice(2, 5), 0), sure: Math.min(1, Math.max(0, sure!)) };
}

function between(a: SeenPerson, b: SeenPerson, share: number): SeenPerson {
  const mix = (from: number, to: number) => from + share * (to - from);
  const points = PARTS.map((part): readonly [SeenPart, SeenPoint] => {
    const [from, to] = [a[part], b[part]];
    const believed = lerp(from.believed, to.believed, share);
    return [part, { right: mix(from.right, to.right), up: mix(from.up, to.up), believed, sure: 0 }];
  });
  return Object.fromEntries(points) as unknown as SeenPerson;
}
