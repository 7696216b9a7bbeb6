import { fromAxisAngle, angleBetween, multiply, rotate } from '../math/quat.ts';
import { add, distance, meanOf, subtract, UNIT_Y, type Vec3 } from '../math/vec3.ts';
import { aimedAt } from './aim-camera.ts';
import { aimOf, shotAt, type CameraKey, type Shot } from './camera-motion.ts';

/** What a camera sees at a time, seconds on the clip's timeline. */
export type ShotWay = (time: number) => Shot;

/** Where something is at a time, in the scene. */
export type PointWay = (time: number) => Vec3;

/** Round what a shot aims at, about the vertical, so often between two times: it goes on looking there. */
export function orbitWay(shot: Shot, from: number, to: number, rounds: number): ShotWay {
  const centre = aimOf(shot);
  const arm = subtract(shot.position, centre);
  return (time) => {
    const turn = fromAxisAngle(UNIT_Y, (2 * Math.PI * rounds * (time - from)) / (to - from));
    return { ...shot, position: add(centre, rotate(turn, arm)), rotation: multiply(turn, shot.rotation) };
  };
}

/** Along with something that moves, as far from it and looking the same way as at `from`. */
export function followWay(shot: Shot, followed: PointWay, from: number): ShotWay {
  const start = followed(from);
  return (time) => ({ ...shot, position: add(shot.position, subtract(followed(time), start)) });
}

/** Where a camera goes anyhow, turned to aim at something that moves; where that is too near to be aimed at, as it was. */
export function aimWay(way: ShotWay, aimed: PointWay): ShotWay {
  return (time) => {
    const shot = way(time);
    return aimedAt(shot, aimed(time)) ?? shot;
  };
}

/** Seconds on either side over which what is followed is steadied, so that a camera does not shake with every step. */
export const STEADY_SECONDS = 0.3;

/** The way of something without what it does within a fraction of a second: the mean of `times` no further than `reach` seconds away, as many on either side. */
export function steadied(way: PointWay, times: readonly number[], reach: number): PointWay {
  const points = times.map(way);
  const known = new Map(
    times.map((time, i) => {
      let wide = 0;
      while (i - wide > 0 && i + wide + 1 < times.length && times[i + wide + 1]! - time <= reach + 1e-9) wide++;
      return [time, meanOf(points.slice(i - wide, i + wide + 1))] as const;
    }),
  );
  return (time) => known.get(time) ?? way(time);
}

/** How far a camera between its keys may be from a way: metres, or a share of how far away what it aims at is; radians; a share of its focal length. */
const CLOSE = { least: 0.01, share: 0.006, angle: 6e-3, length: 2e-3 };

/**
 * Few keys of a camera, smooth between them, that stay close to a way at all of these times (rising, at least two): both ends, and the time at which the keys so
 * far are farthest from the way, until none is too far.
 */
export function keysAlongWay(way: ShotWay, times: readonly number[]): readonly CameraKey[] {
  const shots = times.map((time): CameraKey => ({ ...way(time), time, interpolation: 'cubic' }));
  const chosen = new Set([0, shots.length - 1]);
  for (;;) {
    const keys = shots.filter((_, i) => chosen.has(i));
    const away = shots.map((shot) => farFrom(shotAt(shot, { keys }, shot.time), shot));
    const worst = away.reduce((best, far, i) => (far > away[best]! ? i : best), 0);
    if (!(away[worst]! > 1) || chosen.has(worst)) return keys;
    chosen.add(worst);
  }
}

/** How far two shots are from each other, in what is close. */
function farFrom(a: Shot, b: Shot): number {
  const close = Math.max(CLOSE.least, CLOSE.share * b.distance);
  return Math.max(
    distance(a.position, b.position) / close,
    angleBetween(a.rotation, b.rotation) / CLOSE.angle,
    Math.abs(a.focalLength / b.focalLength - 1) / CLOSE.length,
    distance(aimOf(a), aimOf(b)) / (2 * close),
  );
}
