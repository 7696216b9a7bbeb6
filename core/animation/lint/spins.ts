import { spinBetween, type Spin } from '../../humanoid/anatomy/mass-points.ts';
import { add, length, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { ROOT_TRACK } from '../clip.ts';
import type { BodyMotion } from './body-motion.ts';
import type { Flight } from './flights.ts';
import type { FrameRange } from './joint-motion.ts';

/** Seconds of a flight below which a frame's noise is as large as what could be told. */
const SHORTEST = 0.3;

/** Flights whose angular momentum changes, though nothing is there to turn against, by more than turns the body faster by `bar` radians a second. */
export function spinsFromNothing(motion: BodyMotion, flights: readonly Flight[], bar: number): FrameRange[] {
  return flights.flatMap(({ first, last }): FrameRange[] => {
    if (last - first < SHORTEST * motion.fps) return [];
    const spins = spinsIn(motion, first, last);
    const third = Math.floor(spins.length / 3);
    const mean = (from: number) => scale(sumOf(spins.slice(from, from + third)), 1 / third);
    const [early, middle, late] = [mean(0), mean(third), mean(spins.length - third)];
    const changes = [subtract(middle, early), subtract(late, middle), subtract(late, early)].map(length);
    const amount = Math.max(...changes) / meanInertia(spins);
    if (!(amount > bar)) return [];
    const frame = changes[0]! > changes[1]! ? first + third : last - third;
    return [{ issue: { kind: 'spin', joint: ROOT_TRACK, frame, amount }, first, last }];
  });
}

/** How the body turns in each step from frame `first` to `last`. */
export function spinsIn({ points, places, fps }: BodyMotion, first: number, last: number): readonly Spin[] {
  return Array.from({ length: last - first }, (_, i) => spinBetween(points, places[first + i]!, places[first + i + 1]!, 1 / fps));
}

function sumOf(spins: readonly Spin[]): Vec3 {
  return spins.reduce((sum, { momentum }) => add(sum, momentum), ZERO);
}

/** Of all axes and steps. */
function meanInertia(spins: readonly Spin[]): number {
  return spins.reduce((sum, { inertia }) => sum + inertia[0]! + inertia[4]! + inertia[8]!, 0) / (3 * spins.length);
}
