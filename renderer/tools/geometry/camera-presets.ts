import type { Vec3 } from '../../../core/math/vec3.ts';
import { DEGREES } from '../../../core/math/angles.ts';
import type { CameraPreset } from '../../state/viewport.ts';
import type { Orbit } from './orbit.ts';

/** Yaw from the character's front and pitch, degrees. "Left" looks at the character's own left side. */
const VIEWS: Readonly<Record<CameraPreset, readonly [yaw: number, pitch: number]>> = {
  front: [0, 4],
  back: [180, 4],
  left: [90, 4],
  right: [-90, 4],
  top: [0, 89.5],
  threeQuarter: [32, 12],
};

/** The preset's view of a character that faces along `facing`, from the distance and at the target of `orbit`. */
export function presetOrbit(orbit: Orbit, preset: CameraPreset, facing: Vec3): Orbit {
  const [yaw, pitch] = VIEWS[preset];
  return { ...orbit, yaw: Math.atan2(facing[0], facing[2]) + yaw * DEGREES, pitch: pitch * DEGREES };
}
