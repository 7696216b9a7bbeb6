import { TargetCamera } from '@babylonjs/core/Cameras/targetCamera.js';
import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { writeQuaternion, writeVector } from '../babylon-space.ts';
import { blendOrbits, eyeDistance, eyeOf, fieldOfView, FRONT_VIEW, type Orbit } from '../../tools/geometry/orbit.ts';
import { isShotView, lensOfView, orbitLeaving, orbitOfShot, type ShotView, type View } from '../../tools/geometry/shot-view.ts';
import type { Lens } from '../../tools/geometry/lens.ts';
import type { DrawLoop } from './draw-loop.ts';

/** The camera that the animator steers. */
export interface Camera {
  orbit(): Orbit;
  /** The same, to be steered from there: a camera of the scene that does not go along is left. */
  grasp(): Orbit;
  /** Where it flies to, or stands. */
  destination(): Orbit;
  /** The camera and the canvas's size as plain numbers. */
  lens(): Lens;
  /** Looks from there at once; ends any flight. */
  set(orbit: Orbit): void;
  /** Flies there in a quarter of a second, or is there at once where nothing may move by itself. */
  flyTo(orbit: Orbit): void;
  /** Steering has come to rest. */
  keep(): void;
  /** Takes its own view along, also while a camera of the scene is looked through. */
  carry(change: (orbit: Orbit) => Orbit): void;
  /** Looks from where it is to be by now: the camera of the scene that is looked through may have moved. */
  look(): void;
}

/** The camera of the scene that is looked through. */
export interface Through {
  /** What is seen through it; null where none is looked through. */
  view(width: number, height: number): ShotView | null;
  /** Whether it goes along where it is steered; else it is left. */
  goesAlong(): boolean;
  steer(orbit: Orbit): void;
  keep(): void;
  leave(): void;
}

const FLIGHT_MILLISECONDS = 260;

/** `sizeOf` gives the picture's size in CSS pixels; `isStill` tells whether flights are unwanted now, and `moved` is called whenever the view is another one. */
export function createCamera(
  scene: Scene,
  loop: DrawLoop,
  sizeOf: () => { readonly width: number; readonly height: number },
  isStill: () => boolean,
  moved: () => void,
  through: Through,
): Camera {
  const camera = new TargetCamera('camera', new Vector3(0, 1, 5), scene);
  let orbit: Orbit = FRONT_VIEW;
  let destination = orbit;
  let flight = 0;
  const seen = (): ShotView | null => {
    const { width, height } = sizeOf();
    return through.view(width, height);
  };
  const apply = (next: Orbit): void => {
    orbit = next;
    placeCamera(camera, orbit);
    moved();
    loop.invalidate();
  };
  apply(orbit);
  /** The orbit that stands for a camera of the scene: who sets it again wants nothing else. */
  let standing: { readonly shot: ShotView['shot']; readonly orbit: Orbit } | null = null;
  const present = (): Orbit => {
    const view = seen();
    if (!view) return orbit;
    if (standing?.shot !== view.shot) standing = { shot: view.shot, orbit: orbitOfShot(view.shot) };
    return standing.orbit;
  };
  const leave = (view: ShotView): void => {
    through.leave();
    destination = orbitLeaving(view);
    apply(destination);
  };
  /** Whether a camera of the scene takes it, or stays as it is; else it is left, and looked from where it was. */
  const isTaken = (next: Orbit): boolean => {
    const view = seen();
    if (!view) return false;
    if (next === standing?.orbit) return true;
    if (through.goesAlong()) {
      through.steer(next);
      return true;
    }
    leave(view);
    return false;
  };
  return {
    orbit: present,
    grasp: () => {
      const view = seen();
      if (view && !through.goesAlong()) leave(view);
      return present();
    },
    destination: () => (seen() ? present() : destination),
    lens: () => {
      const { width, height } = sizeOf();
      return lensOfView(seen() ?? orbit, width, height);
    },
    keep: () => through.keep(),
    carry: (change) => {
      flight++;
      orbit = change(orbit);
      destination = orbit;
      if (!seen()) apply(orbit);
    },
    look: () => {
      const view = seen();
      if (view) placeCamera(camera, view);
      else if (camera.rotationQuaternion) placeCamera(camera, orbit);
    },
    set: (next) => {
      flight++;
      if (isTaken(next)) return;
      destination = next;
      apply(next);
    },
    flyTo: (goal) => {
      if (isTaken(goal)) return;
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

/** Gives a Babylon camera a view; near and far planes follow the distance, so that depth stays precise. */
export function placeCamera(camera: TargetCamera, view: View): void {
  if (isShotView(view)) placeShot(camera, view);
  else placeOrbit(camera, view);
}

function placeShot(camera: TargetCamera, { shot, slope }: ShotView): void {
  const { position, rotation, distance } = shot;
  camera.fov = 2 * Math.atan(slope);
  camera.minZ = Math.max(Math.min(distance, FARTHEST_AIM) * 0.01, 0.005);
  camera.maxZ = distance * 20 + 60;
  writeVector(position, camera.position);
  camera.updateUpVectorFromRotation = true;
  camera.rotationQuaternion = writeQuaternion(rotation, camera.rotationQuaternion ?? new Quaternion());
}

/** Metres beyond which the distance that a camera aims at says nothing of how near things are to it. */
const FARTHEST_AIM = 10;

function placeOrbit(camera: TargetCamera, orbit: Orbit): void {
  if (camera.rotationQuaternion) {
    camera.updateUpVectorFromRotation = false;
    camera.upVector.set(0, 1, 0);
    camera.rotationQuaternion = null;
  }
  const depth = orbit.distance * 20 + 60;
  camera.fov = fieldOfView(orbit);
  camera.minZ = orbit.orthographic ? Math.max(eyeDistance(orbit) - depth, 0.005) : Math.max(orbit.distance * 0.01, 0.005);
  camera.maxZ = orbit.orthographic ? eyeDistance(orbit) + depth : depth;
  writeVector(eyeOf(orbit), camera.position);
  camera.setTarget(writeVector(orbit.target, new Vector3()));
}
