import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { limbOf, turnJoint } from '../../../core/humanoid/body/limbs.ts';
import { angleBetween, conjugate, fromAxisAngle, multiply, normalizeQuat } from '../../../core/math/quat.ts';
import { normalize, subtract } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { limitedJoints, limitExcess } from '../../../core/skeleton/limit-state.ts';
import { rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { projectOntoLimit } from '../../../core/skeleton/project-limit.ts';
import type { Figure } from './figure.ts';

/** Swivels that are tried for the least turn that is possible. */
const SWIVELS = 90;
/** Radians by which a limit may be exceeded. */
const SLACK = 1e-6;

/**
 * Radians by which a hand, a foot or the head of `pose` is turned away from its direction at rest. Where a joint of its limb stands on its limit, only what
 * is beyond the least that the limb's swivel allows counts.
 */
export function carriedAway(figure: Figure, name: HandleName, pose: Pose): number {
  const { rig, rest } = figure;
  const end = rig.humanoid[name as 'leftHand']!;
  const limb = limbOf(rig, name);
  const wanted = worldRotation(forwardKinematics(rig.skeleton, rest), end);
  const away = (of: Pose): number => angleBetween(worldRotation(forwardKinematics(rig.skeleton, of), end), wanted);
  const limited = new Set(limitedJoints(rig.skeleton, pose));
  const chain = limb ? [limb.upper, limb.bend, limb.end] : [end, rig.humanoid.neck ?? end];
  const present = away(pose);
  if (!chain.some((joint) => limited.has(joint))) return present;
  const world = forwardKinematics(rig.skeleton, pose);
  let least = present;
  for (let i = 0; i < (limb ? SWIVELS : 1); i++) {
    let swivelled = pose;
    if (limb) {
      const axis = normalize(subtract(worldPosition(world, limb.end), worldPosition(world, limb.upper)));
      swivelled = turnJoint(rig, pose, limb.upper, fromAxisAngle(axis, (2 * Math.PI * i) / SWIVELS));
      if (limitExcess(rig.skeleton, swivelled, limb.upper) > Math.max(SLACK, limitExcess(rig.skeleton, pose, limb.upper)))
        continue;
    }
    const kept = swivelled.slice();
    const resting = multiply(worldRotation(forwardKinematics(rig.skeleton, kept), end), conjugate(rotationOf(kept, end)));
    const own = normalizeQuat(multiply(conjugate(resting), wanted));
    setRotation(kept, end, projectOntoLimit(rig.skeleton.limits[end]!, own, rotationOf(pose, end)));
    least = Math.min(least, away(kept));
  }
  return present - least;
}
