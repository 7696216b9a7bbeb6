import { expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { completePose } from '../../../core/library/complete-pose.ts';
import type { PosePrior } from '../../../core/library/prior/pose-prior.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { skeleton } = smallBiped().rig;
const solver = createSolver(skeleton);
const present = restPose(skeleton);
const goals: Goal[] = [{ kind: 'position', joint: skeleton.names.indexOf('leftHand'), target: [0.3, 1.2, 0.2] }];
const options = { maxIterations: 30 };

/** A library that always says the same. */
const saying = (answer: ReturnType<PosePrior['predict']>): PosePrior => ({
  predict: () => answer,
  setPoses: () => undefined,
  *learn() {},
});

test('where the library has nothing to say, a pose is completed by the plain solve', () => {
  const { outcome, sources, confidence } = completePose(solver, saying(null), goals, present, 0.7, options);
  expect(outcome).toEqual(solver.solve(present, goals, options));
  expect([sources, confidence]).toEqual([[], 0]);
});

test('what the library says is where the solve begins and what it stays near to', () => {
  const pose = randomPose(skeleton, seededRandom(4), 0.3);
  const prior = { pose, sources: [{ id: 'a', name: 'A', weight: 1 }], confidence: 0.5 };
  const { outcome, sources, confidence } = completePose(solver, saying(prior), goals, present, 1, options);
  expect(outcome).toEqual(solver.solve(pose, goals, { ...options, reference: pose }));
  expect(outcome.pose).not.toEqual(solver.solve(pose, goals, options).pose);
  expect([sources, confidence]).toEqual([prior.sources, 0.5]);
});

test.each([-0.1, 1.1, Number.NaN])('a strength of %s is refused', (strength) => {
  expect(() => completePose(solver, saying(null), goals, present, strength)).toThrow(
    `the strength of the library must be 0 to 1, got ${strength}`,
  );
});

test('what is no solver, library, list of goals, pose or set of options is refused by its name', () => {
  const prior = saying(null);
  for (const [call, name] of [
    [() => completePose(null as never, prior, goals, present), 'the solver must be an object'],
    [() => completePose(solver, null as never, goals, present), 'the prior must be an object'],
    [() => completePose(solver, {} as never, goals, present), "the prior's predict must be a function"],
    [() => completePose(solver, prior, {} as never, present), 'the goals must be an array'],
    [() => completePose(solver, prior, goals, [] as never), 'the present pose must be a Float64Array'],
    [() => completePose(solver, prior, goals, present, 1, [] as never), 'the options must be an object'],
  ] as const)
    expect(call).toThrow(name);
});
