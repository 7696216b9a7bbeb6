import type { Rig } from '../../humanoid/body/rig.ts';
import { hypot } from '../../math/elementary.ts';
import { GRAVITY } from '../../math/gravity.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { ROOT_TRACK } from '../clip.ts';
import { finish } from '../steps.ts';
import { bodyMotionOf, type BodyMotion } from './body-motion.ts';
import type { FrameRange } from './joint-motion.ts';
import { FLOOR_WINDOW } from '../contacts.ts';

/** A stretch of frames in which both feet are in the air, from the last in which one stands to the first in which one does again. */
export interface Flight {
  readonly first: number;
  readonly last: number;
  /** The centre of mass from `first` to `last`, world metres. */
  readonly centres: readonly Vec3[];
}

/** Leg lengths above the lowest that ankles, and balls of feet, come to nearby at which both of a foot's are in the air. */
const IN_THE_AIR = 0.06;
/** The same at which it leaves the floor and comes back to it. */
const LEAVING = 0.025;
/** Seconds of a flight, at least and at most: shorter is a step of a run that frames cut, longer is a body that sits, hangs or swims. */
const DURATION: readonly [least: number, most: number] = [0.1, 1.2];

/**
 * Share of what a body rises in its time in the air, ⅛ g t², that its feet rise at least: who lifts them less sits, lies, hangs or stands on a floor that
 * changes. Captured hops rise by 0.83 to 1.08 of it, jumping jacks by 0.54 to 0.75, runs by 0.63 to 0.95; dancers whose floor changes by 0.1 to 0.4.
 */
const HELD = 0.45;

/** The flights in a row of poses `1 / fps` seconds apart; what begins before the first pose or ends behind the last is left out. */
export function flightsOf(rig: Rig, poses: readonly Pose[], fps: number): readonly Flight[] {
  return flightsIn(finish(bodyMotionOf(rig, poses, fps)));
}

/** The flights of a body. */
export function flightsIn({ feet, fps, size, centres }: BodyMotion): readonly Flight[] {
  if (feet.length < 2) return [];
  const reach = Math.round(FLOOR_WINDOW * fps);
  const heights = (way: Float64Array) => Float64Array.from(centres, (_, frame) => way[3 * frame + 1]!);
  const ankles = feet.map((foot) => heights(foot.ankles));
  const balls = feet.map((foot) => heights(foot.balls));
  const [ankleFloor, ballFloor] = [lowestNearby(ankles, reach), lowestNearby(balls, reach)];
  // A foot is as far above the floor as the nearer of its two points, the body as its nearer foot.
  const above = centres.map((_, frame) =>
    Math.min(...feet.map((_foot, k) => Math.min(ankles[k]![frame]! - ankleFloor[frame]!, balls[k]![frame]! - ballFloor[frame]!))),
  );
  const flights: Flight[] = [];
  for (let frame = 0; frame < centres.length; frame++) {
    if (!(above[frame]! > IN_THE_AIR * size)) continue;
    let [first, last] = [frame, frame];
    while (first > 0 && above[first]! > LEAVING * size) first--;
    while (last < centres.length - 1 && above[last]! > LEAVING * size) last++;
    const isWhole = above[first]! <= LEAVING * size && above[last]! <= LEAVING * size;
    const seconds = (last - first) / fps;
    const risen = Math.max(...above.slice(first, last + 1));
    const isFree = risen > HELD * (GRAVITY / 8) * seconds * seconds;
    if (isWhole && isFree && seconds >= DURATION[0] && seconds <= DURATION[1] && last - first > 2)
      flights.push({ first, last, centres: centres.slice(first, last + 1) });
    frame = last;
  }
  return flights;
}

/** The lowest height of points of a kind within `reach` frames of each. */
function lowestNearby(heights: readonly Float64Array[], reach: number): Float64Array {
  return heights[0]!.map((_, frame) => {
    let lowest = Infinity;
    for (let at = Math.max(0, frame - reach); at <= Math.min(heights[0]!.length - 1, frame + reach); at++)
      for (const each of heights) lowest = Math.min(lowest, each[at]!);
    return lowest;
  });
}

/** Flights whose centre of mass leaves its parabola by more than `bar` metres, root mean square. */
export function heldUpFlights(flights: readonly Flight[], fps: number, bar: number): FrameRange[] {
  return flights.flatMap((flight): FrameRange[] => {
    const { rms: amount, worst } = offParabola(flight, fps);
    const { first, last } = flight;
    if (!(amount > bar)) return [];
    return [{ issue: { kind: 'flight', joint: ROOT_TRACK, frame: first + worst, amount }, first, last }];
  });
}

/** The parabola from the first to the last of a flight's centres of mass, one a frame: c₀ + (c₁ − c₀) t/T + ½ g t (T − t) upwards. */
export function parabolaOf({ centres }: Pick<Flight, 'centres'>, fps: number): readonly Vec3[] {
  const last = centres.length - 1;
  const [from, to] = [centres[0]!, centres[last]!];
  return centres.map((_, frame) => {
    const u = frame / last;
    const rise = (GRAVITY / 2) * (frame / fps) * ((last - frame) / fps);
    return [from[0] + u * (to[0] - from[0]), from[1] + u * (to[1] - from[1]) + rise, from[2] + u * (to[2] - from[2])];
  });
}

/**
 * How far the centre of mass is from the nearest parabola of free fall, root mean square, metres, and the frame of the flight at which it is farthest:
 * the fall is taken off, and the straight line that lies nearest to the rest (least squares).
 */
export function offParabola({ centres }: Pick<Flight, 'centres'>, fps: number): { readonly rms: number; readonly worst: number } {
  const count = centres.length;
  const middle = (count - 1) / 2;
  const level = centres.map(([x, y, z], frame): Vec3 => [x, y + (GRAVITY / 2) * (frame / fps) ** 2, z]);
  const spread = level.reduce((sum, _, frame) => sum + (frame - middle) ** 2, 0);
  const lines = [0, 1, 2].map((c) => ({
    mean: level.reduce((sum, each) => sum + each[c]!, 0) / count,
    slope: level.reduce((sum, each, frame) => sum + each[c]! * (frame - middle), 0) / spread,
  }));
  const off = level.map((each, frame) => {
    const [x, y, z] = lines.map(({ mean, slope }, c) => each[c]! - mean - slope * (frame - middle)) as [number, number, number];
    return hypot(x, y, z);
  });
  return {
    rms: Math.sqrt(off.reduce((sum, each) => sum + each * each, 0) / count),
    worst: off.indexOf(Math.max(...off)),
  };
}
