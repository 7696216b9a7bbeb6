import { clamp } from '../../math/angles.ts';
import { angleBetween, conjugate, fromAxisAngle, multiply, normalizeQuat, type Quat } from '../../math/quat.ts';
import { normalize, subtract } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { limitProjector } from '../../skeleton/project-limit.ts';
import { turnJoint, type Limb } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';

/** Steps in which a limb swivels into its limit. Their number is fixed: so the swivel is a continuous function of the folded pose. */
const STEPS = 8;
/** Radians to either side by which slopes are measured. */
const BESIDE = 0.02;
/** Square of a slope, radians of excess a radian of swivel, below which swivelling hardly helps. Our choice. */
const DAMPING = 0.02;
/** Radians that a step swivels at most. */
const MOST = 0.25;

/**
 * The pose with a folded limb swivelled about the line from its root to its end until its upper joint is inside its limit, by damped Newton steps on the
 * excess u(φ): φ ← φ − u u′ / (u′² + DAMPING). Nothing is compared, so the swivel follows the limb without jumps; where no swivel near by is inside, it ends
 * where the least is missing.
 */
export function settleLimb(rig: Rig, folded: Pose, limb: Limb): Pose {
  const world = forwardKinematics(rig.skeleton, folded);
  const axis = normalize(subtract(worldPosition(world, limb.end), worldPosition(world, limb.upper)));
  const excess = excessOfSwivel(rig, folded, limb.upper, worldRotation(world, limb.upper));
  const excessAt = (angle: number): number => excess(fromAxisAngle(axis, angle));
  let angle = 0;
  for (let step = 0; step < STEPS; step++) {
    const slope = (excessAt(angle + BESIDE) - excessAt(angle - BESIDE)) / (2 * BESIDE);
    angle -= clamp((excessAt(angle) * slope) / (slope * slope + DAMPING), -MOST, MOST);
  }
  return angle === 0 ? folded : turnJoint(rig, folded, limb.upper, fromAxisAngle(axis, angle));
}

/** Radians by which the joint is outside its limit once a swivel has turned it in the world. */
function excessOfSwivel(rig: Rig, pose: Pose, joint: number, rotation: Quat): (swivel: Quat) => number {
  const own = rotationOf(pose, joint);
  const resting = multiply(rotation, conjugate(own));
  const allowed = limitProjector(rig.skeleton.limits[joint]!);
  return (swivel) => {
    const turned = normalizeQuat(multiply(conjugate(resting), multiply(swivel, rotation)));
    return angleBetween(turned, allowed(turned));
  };
}
