import { expect, test } from 'vitest';
import { refinementStep } from '../../../../core/ik/refinement/refinement-step.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { anyTree, farGoals, readyToRefine } from '../../../helpers/any-tree.ts';

test('towards goals out of reach the refinement comes to where nothing pulls any more in a few steps, at last by more than ten times each (60 trees, seed 76)', () => {
  const random = seededRandom(76);
  let steps = 0;
  let quick = 0;
  for (let tree = 0; tree < 60; tree++) {
    const { skeleton, start } = anyTree(random);
    const { ws, refinement } = readyToRefine(skeleton, start, farGoals(random));
    const costs = [ws.cost];
    while (costs.length < 200 && refinementStep(refinement, ws, null)) costs.push(ws.cost);
    steps += costs.length;
    const left = costs.map((cost) => cost - costs.at(-1)!);
    if (left.at(-2)! < 0.1 * left.at(-3)!) quick++;
  }
  expect(steps / 60).toBeLessThan(25);
  expect(quick).toBeGreaterThan(40);
});
