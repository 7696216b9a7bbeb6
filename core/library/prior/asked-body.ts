import { turnTo } from '../../humanoid/body/limbs.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import type { Goal } from '../../ik/request/goals.ts';
import { conjugate, multiply, type Quat } from '../../math/quat.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { bodyTurn, placeFromHips, type BodyPlan } from './body-plan.ts';
import { AXES, axesOf, EFFECTORS, ENDS, PLACES } from './pose-row.ts';
import type { AskedBody } from './row-distances.ts';

/** Goals on the effectors of a body, with its hips in place. */
export interface AskedPose extends AskedBody {
  /** The present pose with its hips where the goals want them. */
  readonly pose: Pose;
  /** World, metres; one an effector. */
  readonly places: readonly (Vec3 | null)[];
  /** World; one an end of the body. */
  readonly rotations: readonly (Quat | null)[];
}

/** What goals ask of the effectors of a `BodyPlan`; null when they ask for the place of none. */
export function askBody(rig: Rig, plan: BodyPlan, goals: readonly Goal[], present: Pose): AskedPose | null {
  const places: (Vec3 | null)[] = Array.from({ length: EFFECTORS }, () => null);
  const rotations: (Quat | null)[] = Array.from({ length: ENDS }, () => null);
  let pose: Pose = present.slice();
  let hips: Vec3 | null = null;
  for (const goal of goals) {
    if (goal.kind !== 'position' && goal.kind !== 'orientation') continue;
    const e = plan.effectors.indexOf(goal.joint);
    if (goal.kind === 'orientation') {
      if (e >= 0 && e < ENDS) rotations[e] = goal.target;
      else if (goal.joint === plan.hips) pose = turnTo(rig, pose, plan.hips, goal.target);
    } else if (!goal.offset?.some((value) => value !== 0)) {
      if (e >= 0) places[e] = goal.target;
      else if (goal.joint === plan.hips) hips = goal.target;
    }
  }
  if (places.every((place) => place === null)) return null;
  const world = forwardKinematics(rig.skeleton, pose);
  let at = worldPosition(world, plan.hips);
  if (hips) {
    for (let i = 0; i < 3; i++) pose[i]! += hips[i]! - at[i]!;
    at = hips;
  }
  const toBody = conjugate(bodyTurn(plan, plan.hips, worldRotation(world, plan.hips)));
  const row = new Float64Array(AXES + 6 * ENDS);
  places.forEach((place, e) => place && row.set(placeFromHips(plan, toBody, at, place), PLACES + 3 * e));
  rotations.forEach((rotation, e) => {
    if (rotation) row.set(axesOf(multiply(toBody, bodyTurn(plan, plan.effectors[e]!, rotation))), AXES + 6 * e);
  });
  return {
    pose,
    row,
    places,
    rotations,
    hasPlace: places.map((place) => place !== null),
    hasAxes: rotations.map((rotation, e) => rotation !== null && places[e] !== null),
  };
}
