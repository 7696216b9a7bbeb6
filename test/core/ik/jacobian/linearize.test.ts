import { expect, test } from 'vitest';
import { takeStep } from '../../../../core/ik/jacobian/take-step.ts';
import { createSavedState, restoreState, saveState } from '../../../../core/ik/mechanism/saved-state.ts';
import { refresh } from '../../../../core/ik/mechanism/workspace.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { linearProblem } from '../../../helpers/linear-problem.ts';

/** Radians or metres by which a freedom is moved to see what its column says. */
const STEP = 1e-5;

const dice = seededRandom(71);

test('the columns of the Jacobian are the derivatives of what is left by each freedom: central differences, all limits and goals (60 trees)', () => {
  let compared = 0;
  for (let tree = 0; tree < 60; tree++) {
    const { goals, ws, refinement, size } = linearProblem(dice);
    expect(size).toBe(3 * goals.length);
    const { freedoms } = refinement;
    const saved = createSavedState(ws.mechanism.skeleton.count);
    saveState(saved, ws);
    const errorsAt = (d: number, step: number): Float64Array => {
      freedoms.step.fill(0);
      freedoms.step[d] = step;
      // The root translation is one step of three.
      freedoms.factor = 1;
      takeStep(freedoms, ws);
      refresh(ws);
      const errors = ws.effectors.errors.slice();
      restoreState(ws, saved);
      return errors;
    };
    for (let d = 0; d < freedoms.count; d++) {
      if (freedoms.blocked[d] !== 0) continue;
      const [after, before] = [errorsAt(d, STEP), errorsAt(d, -STEP)];
      goals.forEach((_, g) => {
        const joint = freedoms.joints[d]!;
        const { goalStart, goalList } = ws.task;
        const moves = joint < 0 ? ws.task.rooted[g] === 1 : goalList.subarray(goalStart[joint], goalStart[joint + 1]).includes(g);
        for (let i = 0; i < 3; i++) {
          const change = (refinement.roots[g]! * (after[3 * g + i]! - before[3 * g + i]!)) / (2 * STEP);
          // Goals that a joint does not move have no numbers in its columns.
          const said = moves ? refinement.columns[d * size + refinement.rows[g]! + i]! : 0;
          expect(Math.abs(change + said), `tree ${tree}, freedom ${d}, goal ${g}`).toBeLessThan(1e-6);
          compared++;
        }
      });
    }
  }
  expect(compared).toBeGreaterThan(10_000);
});
