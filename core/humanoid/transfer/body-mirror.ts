import { conjugate, multiply, rotate } from '../../math/quat.ts';
import { cross, dot, subtract, add, scale, UNIT_Y, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../skeleton/pose.ts';
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
  const hips = rig.humanoid.hips ?? rig.skeleton.root;
  const world = forwardKinematics(rig.skeleton, pose);
  const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  const turn = multiply(worldRotation(world, hips), conjugate(worldRotation(rest, hips)));
  return { middle: worldPosition(world, hips), across: rotate(turn, cross(UNIT_Y, rig.report.facing)) };
}

/** Where a point is in the mirror. */
export function mirrorPlace({ middle, across }: BodyMirror, point: Vec3): Vec3 {
  return add(point, scale(across, -2 * dot(subtract(point, middle), across)));
}
