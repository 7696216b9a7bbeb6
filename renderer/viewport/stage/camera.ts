import { TargetCamera } from '@babylonjs/core/Cameras/targetCamera.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { writeVector } from '../babylon-space.ts';
import { blendOrbits, eyeDistance, eyeOf, fieldOfView, FRONT_VIEW, lensOf, type Orbit } from '../../tools/geometry/orbit.ts';
import type { Lens } from '../../tools/geometry/lens.ts';
import type { DrawLoop } from './draw-loop.ts';

/** The camera that the animator steers. */
export interface Camera {
  orbit(): Orbit;
  /** Where it flies to, or stands. */
  destination(): Orbit;
  /** The camera and the canvas's size as plain numbers. */
  lens(): Lens;
  /** Looks from there at once; ends any flight. */
  set(orbit: Orbit): void;
  /** Flies there in a quarter of a second, or is there at once where nothing may move by itself. */
  flyTo(orbit: Orbit): void;
}

const FLIGHT_MILLISECONDS = 260;

/** `sizeOf` gives the picture's size in CSS pixels; `isStill` tells whether flights are unwanted now, and `moved` is called whenever the view is another one. */
export function createCamera(
  scene: Scene,
  loop: DrawLoop,
  sizeOf: () => { readonly width: number; readonly height: number },
  isStill: () => boolean,
  moved: () => void,
): Camera {
  const camera = new TargetCamera('camera', new Vector3(0, 1, 5), scene);
  let orbit: Orbit = FRONT_VIEW;
  let destination = orbit;
  let flight = 0;
  const apply = (next: Orbit): void => {
    orbit = next;
    placeCamera(camera, orbit);
    moved();
    loop.invalidate();
  };
  apply(orbit);
  return {
    orbit: () => orbit,
    destination: () => destination,
    lens: () => {
      const { width, height } = sizeOf();
      return lensOf(orbit, width, height);
    },
    set: (next) => {
      flight++;
      destination = next;
      apply(next);
    },
    flyTo: (goal) => {
      destination = goal;
      if (isStill()) {
        flight++;
        apply(goal);
        return;
      }
      const start = orbit;
      const mine = ++flight;
      let elapsed = 0;
      loop.animate((milliseconds) => {
        if (mine !== flight) return false;
        elapsed += milliseconds;
        const t = Math.min(elapsed / FLIGHT_MILLISECONDS, 1);
        apply(t < 1 ? blendOrbits(start, goal, t * t * (3 - 2 * t)) : goal);
        return t < 1;
      });
    },
  };
}

/** Gives a Babylon camera the view of `orbit`; near and far planes follow the distance, so that depth stays precise. */
export function placeCamera(camera: TargetCamera, orbit: Orbit): void {
  const depth = orbit.distance * 20 + 60;
  camera.fov = fieldOfView(orbit);
  camera.minZ = orbit.orthographic ? Math.max(eyeDistance(orbit) - depth, 0.005) : Math.max(orbit.distance * 0.01, 0.005);
  camera.maxZ = orbit.orthographic ? eyeDistance(orbit) + depth : depth;
  writeVector(eyeOf(orbit), camera.position);
  camera.setTarget(writeVector(orbit.target, new Vector3()));
}
