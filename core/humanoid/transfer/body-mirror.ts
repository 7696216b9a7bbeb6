import { rotate } from '../../math/quat.ts';
import { dot, subtract, add, scale, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { hipsAxes } from '../body/hips-axes.ts';
import type { Rig } from '../body/rig.ts';

/** The mirror that stands in the middle of a posed body. World, metres. */
export interface BodyMirror {
  /** A point of it: the hips. */
  readonly middle: Vec3;
  /** Its unit normal, to the body's left. */
  readonly across: Vec3;
}

/** The mirror through the hips of a pose, turned as they are. */
export function bodyMirror(rig: Rig, pose: Pose): BodyMirror {
  const { joint, left } = hipsAxes(rig);
  const world = forwardKinematics(rig.skeleton, pose);
  return { middle: worldPosition(world, joint), across: rotate(worldRotation(world, joint), left) };
}

/** Where a point is in the mirror. */
export function mirrorPlace({ middle, across }: BodyMirror, point: Vec3): Vec3 {
  return add(point, scale(across, -2 * dot(subtract(point, middle), across)));
}
