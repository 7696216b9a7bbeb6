import { conjugate, multiply, rotate } from '../../math/quat.ts';
import { normalize, UNIT_Y, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { checkPose, restPose, type Pose } from '../../skeleton/pose.ts';
import { checkRig } from './check-rig.ts';
import type { Rig } from './rig.ts';
import type { Foot } from './sole.ts';

/** What is up for a foot that stands flat in a pose, as `FlatFeet` says it. Null where the rig has no such foot. */
export function upOfFlatFoot(rig: Rig, pose: Pose, foot: Foot): Vec3 | null {
  checkRig(rig);
  checkPose(rig.skeleton, pose);
  const joint = rig.humanoid[foot];
  if (joint === undefined) return null;
  const rotationIn = (of: Pose) => worldRotation(forwardKinematics(rig.skeleton, of), joint);
  // up at rest = rest · pose⁻¹ · up
  const back = multiply(rotationIn(restPose(rig.skeleton)), conjugate(rotationIn(pose)));
  return normalize(rotate(back, UNIT_Y), UNIT_Y);
}
