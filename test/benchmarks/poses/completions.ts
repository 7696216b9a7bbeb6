import { blendPose } from '../../../core/animation/blend.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { Goal } from '../../../core/ik/request/goals.ts';
import type { Outcome } from '../../../core/ik/request/outcome.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { completePose } from '../../../core/library/complete-pose.ts';
import { createPosePrior } from '../../../core/library/prior/pose-prior.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { createSeedIndex } from '../../../core/library/seeds.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';

/** Makes a whole pose of goals and a present pose. */
export type Completion = (goals: readonly Goal[], present: Pose) => Outcome;

const NEIGHBOURS = 8;

/** The ways to complete a pose that are compared, each from the same library. */
export function completionsOf(rig: Rig, library: readonly SavedPose[]): Record<string, Completion> {
  const solver = createSolver(rig.skeleton);
  const index = createSeedIndex(rig.skeleton, library);
  const prior = createPosePrior(rig, library);
  return {
    'no library': (goals, present) => solver.solve(present, goals),
    'nearest pose': (goals, present) => solver.solve(present, goals, { reference: index.nearest(goals, present, 1)[0]!.pose }),
    '8-blend': (goals, present) => {
      const near = index.nearest(goals, present, NEIGHBOURS);
      let sum = 0;
      let blend = present;
      for (const { pose, distance } of near) {
        const weight = 1 / (distance + 0.01) ** 2;
        sum += weight;
        blend = blendPose(blend, pose, weight / sum);
      }
      return solver.solve(present, goals, { reference: blend });
    },
    library: (goals, present) => completePose(solver, prior, goals, present).outcome,
  };
}
