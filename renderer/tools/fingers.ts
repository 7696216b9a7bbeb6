import { panOrbit, turnOrbit, zoomOrbit } from './geometry/orbit.ts';
import type { Lens, ScreenPoint } from './geometry/lens.ts';
import type { Steerable } from './steer-camera.ts';

/** Several fingers on the picture steer the camera: two pan and zoom, three or more orbit. */
export interface Fingers {
  /** How many there are. */
  count(): number;
  down(finger: number, at: ScreenPoint): void;
  /** Remembers where a finger is; `steers`: the camera follows, where there are two at least. */
  move(finger: number, at: ScreenPoint, steers: boolean): void;
  up(finger: number): void;
}

export function createFingers(camera: Steerable & { lens(): Lens }): Fingers {
  const places = new Map<number, ScreenPoint>();
  return {
    count: () => places.size,
    down: (finger, at) => places.set(finger, at),
    move: (finger, at, steers) => {
      if (!places.has(finger)) return;
      const before = gripOf(places);
      places.set(finger, at);
      if (!steers || places.size < 2) return;
      const after = gripOf(places);
      const [dx, dy] = [after.x - before.x, after.y - before.y];
      if (places.size > 2) return camera.set(turnOrbit(camera.grasp(), dx, dy));
      const orbit = camera.grasp();
      const lens = camera.lens();
      const moved = panOrbit(orbit, dx, dy, lens.height);
      camera.set(zoomOrbit(moved, lens, before.spread / after.spread, after));
    },
    up: (finger) => {
      const wasSteering = places.size > 1;
      places.delete(finger);
      if (wasSteering) camera.keep();
    },
  };
}

/** The middle of the fingers, and their mean distance from it in CSS pixels, at least one. */
function gripOf(places: ReadonlyMap<number, ScreenPoint>): ScreenPoint & { readonly spread: number } {
  const all = [...places.values()];
  const x = all.reduce((sum, place) => sum + place.x, 0) / all.length;
  const y = all.reduce((sum, place) => sum + place.y, 0) / all.length;
  const spread = all.reduce((sum, place) => sum + Math.hypot(place.x - x, place.y - y), 0) / all.length;
  return { x, y, spread: Math.max(spread, 1) };
}
