import { createSkeleton, type Skeleton } from '../../../core/skeleton/skeleton.ts';
import { FREE, type Limit } from '../../../core/skeleton/limits.ts';
import { poseLength } from '../../../core/skeleton/pose.ts';
import { fromAxes } from '../../../core/math/quat.ts';
import { cross } from '../../../core/math/vec3.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import type { Goal } from '../../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../../core/ik/request/options.ts';
import type { Chain, Motion, Quadruple } from '../chain.ts';
import type { Rotations } from '../judge.ts';
import type { Peer, Prepared } from '../peer.ts';
import type { Case, Workload } from '../workloads.ts';
import { quaternionOf } from './closed-chain.ts';

/** The solver of this project, with its default options; only tolerances follow the workload. */
export const limber: Peer = {
  name: 'Limber',
  how: 'default options, into a pose of the caller’s; goal tolerances at the workload’s, restarts as many as its time limit allows',
  prepare: (workload) => prepareLimber(workload, optionsFor(workload)),
};

/** The same solver, asked for the pose nearest to the workload's start among all that reach: for targets that follow each other. */
export const limberNearest: Peer = {
  name: 'Limber, with a reference',
  how: 'as above, with the start pose as reference',
  prepare: (workload) =>
    workload.warm
      ? prepareLimber(workload, { ...optionsFor(workload), reference: packPose(skeletonOf(workload.chain), workload.start) })
      : null,
};

/** The solver with these options on the workload's chain. */
export function prepareLimber(workload: Workload, options: SolveOptions): Prepared {
  const skeleton = skeletonOf(workload.chain);
  const solver = createSolver(skeleton);
  const start = new Float64Array(poseLength(skeleton));
  const pose = start.slice();
  const own = { ...options, into: pose };
  return {
    solve(target, from) {
      writeRotations(start, from);
      solver.solve(start, goalsFor(workload, target), own);
    },
    result: () => ({ rotations: unpackPose(skeleton, pose) }),
  };
}

export function optionsFor(workload: Workload): SolveOptions {
  return workload.id === 'W6' ? { restarts: 200 } : workload.warm ? {} : { restarts: 100 };
}

export function skeletonOf(chain: Chain): Skeleton {
  return createSkeleton(
    chain.joints.map((joint) => ({
      name: joint.name,
      parent: joint.parent,
      offset: joint.offset,
      rest: joint.rest,
      limit: limitOf(joint.motion),
    })),
  );
}

function limitOf(motion: Motion): Limit {
  if (motion.kind === 'free') return FREE;
  if (motion.kind === 'hinge') return { kind: 'hinge', axis: motion.axis, min: motion.min, max: motion.max };
  const frame = fromAxes(motion.swingAxis, cross(motion.axis, motion.swingAxis), motion.axis);
  const [a, b] = motion.swing;
  return { kind: 'swingTwist', parentFrame: frame, childFrame: frame, swing: [a, a, b, b], twist: motion.twist };
}

export function packPose(skeleton: Skeleton, rotations: Rotations): Float64Array {
  const pose = new Float64Array(poseLength(skeleton));
  writeRotations(pose, rotations);
  return pose;
}

function writeRotations(pose: Float64Array, rotations: Rotations): void {
  for (let j = 0; j < rotations.length; j++) {
    const q = rotations[j]!;
    for (let i = 0; i < 4; i++) pose[3 + 4 * j + i] = q[i]!;
  }
}

export function unpackPose(skeleton: Skeleton, pose: Float64Array): Quadruple[] {
  return Array.from({ length: skeleton.count }, (_, j) => [
    pose[3 + 4 * j]!,
    pose[4 + 4 * j]!,
    pose[5 + 4 * j]!,
    pose[6 + 4 * j]!,
  ]);
}

export function goalsFor({ chain, tolerance, wantsOrientation }: Workload, target: Case): Goal[] {
  const { distance, angle, perComponent } = tolerance;
  // A norm below the tolerance keeps every component below it too; a hair is left for rounding.
  const share = perComponent ? 1 : 0.999;
  const goals: Goal[] = [];
  for (let i = 0; i < chain.effectors.length; i++) {
    const { joint, offset } = chain.effectors[i]!;
    goals.push({ kind: 'position', joint, offset, target: target.positions[i]!, tolerance: distance * share });
    if (!wantsOrientation) continue;
    goals.push({ kind: 'orientation', joint, target: quaternionOf(target.axes[i]!), tolerance: angle * share });
  }
  return goals;
}
