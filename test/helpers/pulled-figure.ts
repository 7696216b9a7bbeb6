import { handlesOf, type HandleName, type Pins } from '../../core/humanoid/body/handles.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { handlePosition } from '../../core/humanoid/pulling/puller.ts';
import { angleBetween } from '../../core/math/quat.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics } from '../../core/skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../core/skeleton/pose.ts';

const FIRM = { translation: true, rotation: true, weight: 1 };

/** Both feet stay, as in a new project. */
export const FEET: Pins = { leftFoot: FIRM, rightFoot: FIRM };

/** Where a handle is, world metres. */
export function handleAt(rig: Rig, pose: Pose, name: HandleName): Vec3 {
  const handle = handlesOf(rig).find((each) => each.name === name)!;
  return handlePosition(handle, forwardKinematics(rig.skeleton, pose));
}

/** The place that lies so far to the left, up and ahead of `from`, in metres of a figure 1.75 m tall. */
export function movedBy({ report }: Rig, from: Vec3, [x, y, z]: Vec3): Vec3 {
  const size = report.height / 1.75;
  const [fx, , fz] = report.facing;
  return [from[0] + size * (x * fz + z * fx), from[1] + size * y, from[2] + size * (z * fz - x * fx)];
}

/** Degrees of the joint that is turned most between two poses. */
export function degreesBetween({ skeleton }: Rig, a: Pose, b: Pose): number {
  const turns = skeleton.names.map((_, joint) => angleBetween(rotationOf(a, joint), rotationOf(b, joint)));
  return (Math.max(...turns) * 180) / Math.PI;
}
