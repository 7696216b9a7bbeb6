import { panOrbit, turnOrbit, withinReach, type Orbit } from './geometry/orbit.ts';
import { NO_TRACE, type Gesture, type PointerSample } from './gesture.ts';

/** What steering needs of a camera. */
export interface Steerable {
  /** Where it looks from, to be steered from there. */
  grasp(): Orbit;
  orbit(): Orbit;
  set(orbit: Orbit): void;
  /** Steering has come to rest. */
  keep(): void;
}

/** Turns the camera about its target. */
export function beginOrbit(camera: Steerable, pointer: PointerSample): Gesture {
  return steer(camera, pointer, (start, dx, dy) => turnOrbit(start, dx, dy));
}

/** Moves the camera sideways; what is at the target's depth follows the pointer. */
export function beginPan(camera: Steerable, pointer: PointerSample, height: number): Gesture {
  return steer(camera, pointer, (start, dx, dy) => panOrbit(start, dx, dy, height));
}

/** Moves the camera nearer by a drag to the right or upwards, farther by one to the left or downwards. */
export function beginZoom(camera: Steerable, pointer: PointerSample): Gesture {
  return steer(camera, pointer, (start, dx, dy) =>
    withinReach({ ...start, distance: start.distance * Math.exp(ZOOM_SPEED * (dy - dx)) }),
  );
}

/** Change of the camera's distance for one CSS pixel of a drag, as an exponent of e. */
const ZOOM_SPEED = 0.006;

function steer(camera: Steerable, pointer: PointerSample, change: (start: Orbit, dx: number, dy: number) => Orbit): Gesture {
  const start = camera.grasp();
  return {
    move: ({ x, y }) => camera.set(change(start, x - pointer.x, y - pointer.y)),
    commit: () => camera.keep(),
    cancel: () => {
      camera.set(start);
      camera.keep();
    },
    shown: () => NO_TRACE,
  };
}
