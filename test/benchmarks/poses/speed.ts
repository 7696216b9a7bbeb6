import { blendPose } from '../../../core/animation/blend.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { completePose } from '../../../core/library/complete-pose.ts';
import { createPosePrior } from '../../../core/library/prior/pose-prior.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { median } from '../statistics.ts';
import { endsOf, goalsOf, restWithHipsOf, type Task } from './measure.ts';

/** Medians in milliseconds of one task with a library of so many poses. */
export interface Speed {
  readonly task: Task;
  readonly poses: number;
  /** What the library is asked. */
  readonly predict: number;
  /** This and the solve that meets the goals. */
  readonly complete: number;
  /** The solve alone, without a library. */
  readonly solve: number;
}

const ASKED = 400;
/** Rounds before the measured one: code that has run a few hundred times is compiled. */
const WARM_UP = 200;
const TASKS: readonly Task[] = ['S6', 'S6R'];

/** How long poses take that lie on the way between captured ones, the same in every run, from a library of `count` others of the kind. */
export function measureSpeed(rig: Rig, captured: readonly Pose[], count: number): Speed[] {
  const { skeleton } = rig;
  const random = seededRandom(count);
  const one = () => captured[Math.floor(random() * captured.length)]!;
  const between = () => clampPose(skeleton, blendPose(one(), one(), random())).pose;
  const library = Array.from({ length: count }, (_, i) => capturePose(skeleton, between(), { id: `${i}`, name: `${i}` }));
  const truths = Array.from({ length: ASKED }, between);
  const solver = createSolver(skeleton);
  const prior = createPosePrior(rig, library);
  return TASKS.map((task) => {
    const joints = endsOf(rig, task, random);
    const asked = truths.map((truth) => ({
      goals: goalsOf(rig, truth, joints, task === 'S6R'),
      present: restWithHipsOf(rig, truth),
    }));
    const times = { predict: [] as number[], complete: [] as number[], solve: [] as number[] };
    const timed = (into: number[], work: () => unknown) => {
      const began = performance.now();
      work();
      into.push(performance.now() - began);
    };
    for (const { goals, present } of [...asked.slice(0, WARM_UP), ...asked]) {
      timed(times.predict, () => prior.predict(goals, present, 1));
      timed(times.complete, () => completePose(solver, prior, goals, present));
      timed(times.solve, () => solver.solve(present, goals));
    }
    const of = (milliseconds: readonly number[]) => median(milliseconds.slice(WARM_UP));
    return { task, poses: count, predict: of(times.predict), complete: of(times.complete), solve: of(times.solve) };
  });
}
