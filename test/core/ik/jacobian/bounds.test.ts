import { expect, test } from 'vitest';
import { writeBounds } from '../../../../core/ik/newton/newton-step.ts';
import { listFreedoms } from '../../../../core/ik/jacobian/freedoms.ts';
import { takeStep } from '../../../../core/ik/jacobian/take-step.ts';
import { createSavedState, restoreState, saveState } from '../../../../core/ik/mechanism/saved-state.ts';
import { boundaryJoints } from '../../../../core/ik/mechanism/start-pose.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { anyTree, farGoals, JOINTS, readyToRefine } from '../../../helpers/any-tree.ts';

test('the room of a freedom ends where its joint comes to stand on a boundary (60 trees, seed 74)', () => {
  const random = seededRandom(74);
  let ends = 0;
  for (let tree = 0; tree < 60; tree++) {
    const { skeleton, start } = anyTree(random);
    const { ws, refinement } = readyToRefine(skeleton, start, farGoals(random));
    const { freedoms, newton } = refinement;
    listFreedoms(freedoms, ws, null);
    writeBounds(freedoms, ws, newton.downs, newton.ups);
    const saved = createSavedState(JOINTS);
    saveState(saved, ws);
    const standsAfter = (d: number, step: number): boolean => {
      freedoms.step.fill(0);
      freedoms.step[d] = step;
      freedoms.factor = 1;
      takeStep(freedoms, ws);
      const stands = boundaryJoints(ws, ws.now.rotations, ws.now.slides).includes(freedoms.joints[d]!);
      restoreState(ws, saved);
      return stands;
    };
    for (let d = 0; d < freedoms.count; d++) {
      for (const [room, way] of [
        [newton.ups[d]!, 1],
        [newton.downs[d]!, -1],
      ] as const) {
        // A step is a radian at most.
        if (room > 1) continue;
        ends++;
        expect(standsAfter(d, way * (room - 2e-3)), `tree ${tree}, freedom ${d}`).toBe(false);
        expect(standsAfter(d, way * (room + 1e-6)), `tree ${tree}, freedom ${d}`).toBe(true);
      }
    }
  }
  expect(ends).toBeGreaterThan(150);
});
