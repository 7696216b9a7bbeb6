import type { PositionGoal } from '../../../ik/request/goals.ts';
import type { Solver } from '../../../ik/solver-with.ts';
import { distance, ZERO } from '../../../math/vec3.ts';
import { forwardKinematics, pointOf } from '../../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../../skeleton/pose.ts';
import type { Rig } from '../../body/rig.ts';

/** Share of the way below which the joint that helps most counts as if it helped so much: where nobody helps, all are alike. */
const LITTLE = 0.02;

/**
 * For every joint, how much of the way from where `goal` has its point in `pose` to its target the joint could take off by itself, inside its limits,
 * beside the joint that could take off most: 0 to 1. All 1 where there is no way to go, as for joints that do not carry the point: what they do is no help to it.
 */
export function helpfulness(solver: Solver, { skeleton }: Rig, pose: Pose, goal: PositionGoal): Float64Array {
  const shares = new Float64Array(skeleton.count).fill(1);
  const way = distance(pointOf(forwardKinematics(skeleton, pose), goal.joint, goal.offset ?? ZERO), goal.target);
  if (way === 0) return shares;
  const { joint, offset = ZERO, target } = goal;
  const alone: PositionGoal = { kind: 'position', joint, offset, target };
  let most = LITTLE;
  const carrying: number[] = [];
  for (let j = joint; j >= 0; j = skeleton.parents[j]!) if (skeleton.stiffness[j]! < 1) carrying.push(j);
  const stiffness = new Float64Array(skeleton.count).fill(1);
  for (const j of carrying) {
    stiffness[j] = 0;
    const { residuals } = solver.solve(pose, [alone], { stiffness, restarts: 0 });
    stiffness[j] = 1;
    const share = Math.max(0, 1 - residuals[0]!.distance / way);
    shares[j] = share;
    most = Math.max(most, share);
  }
  for (const j of carrying) shares[j]! /= most;
  return shares;
}
