import type { Vec3 } from '../../../core/math/vec3.ts';
import { DEGREES } from '../../../core/math/angles.ts';
import type { CameraPreset } from '../../state/window/viewport.ts';
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

/** Degrees of pitch of a view without perspective: level, or from above by as much as tells where up is. */
const LEVEL = 0;
const FROM_ABOVE = 89.99;

/**
 * The preset's view of a character that faces along `facing`, from the distance and at the target of `orbit`; `isOrthographic`: without perspective and
 * exactly along an axis of the body.
 */
export function presetOrbit(orbit: Orbit, preset: CameraPreset, facing: Vec3, isOrthographic = false): Orbit {
  const [yaw, pitch] = VIEWS[preset];
  const exact = preset === 'top' ? FROM_ABOVE : LEVEL;
  return {
    target: orbit.target,
    distance: orbit.distance,
    yaw: Math.atan2(facing[0], facing[2]) + yaw * DEGREES,
    pitch: (isOrthographic ? exact : pitch) * DEGREES,
    ...(isOrthographic ? { orthographic: true } : {}),
  };
}
