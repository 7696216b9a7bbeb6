import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createMechanism } from '../../../../core/ik/mechanism/mechanism.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { loadStart } from '../../../../core/ik/mechanism/start-pose.ts';
import { createSweepState } from '../../../../core/ik/mechanism/sweep-state.ts';
import { sweep } from '../../../../core/ik/steps/sweep.ts';
import { compileTask } from '../../../../core/ik/mechanism/compile-task.ts';
import { createWorkspace, setCostWeights, refresh } from '../../../../core/ik/mechanism/workspace.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { straightChain } from '../../../helpers/ik-chains.ts';

describe('sweeps over long chains', () => {
  test('rotations keep their length through thousands of sweeps in a row, forward and backward', () => {
    const skeleton = straightChain(20);
    const random = seededRandom(5);
    for (const order of ['backward', 'forward'] as const) {
      const ws = createWorkspace(createMechanism(skeleton));
      const target: Vec3 = [1, 0, 0];
      compileTask(ws.task, ws.mechanism, [{ kind: 'position', joint: 19, target }], { order });
      loadStart(ws, restPose(skeleton), null);
      setCostWeights(ws, 0);
      refresh(ws);
      const state = { ...createSweepState(), unnamed: order };
      for (let k = 0; k < 3000; k++) {
        for (let axis = 0; axis < 3; axis++) ws.task.targets[axis] = 2 * random() - 1;
        sweep(ws, state);
      }
      const { rotations } = ws.now;
      for (let j = 0; j < 20; j++) {
        const length = Math.hypot(...rotations.subarray(4 * j, 4 * j + 4));
        expect(Math.abs(length - 1), `joint ${j}, ${order}`).toBeLessThan(1e-12);
      }
    }
  });

  test.each([50, 100, 200])(
    '%i free links reach 60 random targets from straight at the first go, in five sweeps and steps or fewer',
    (count) => {
      const skeleton = straightChain(count, { kind: 'free' }, 1 / count);
      const solver = createSolver(skeleton);
      const random = seededRandom(3);
      for (let i = 0; i < 60; i++) {
        const target: Vec3 = [1.1 * (random() - 0.5), 1.1 * (random() - 0.5), 1.1 * (random() - 0.5)];
        const goals: Goal[] = [{ kind: 'position', joint: count - 1, offset: [0, 1 / count, 0], target, tolerance: 1e-3 }];
        const { status, start, iterations } = solver.solve(restPose(skeleton), goals);
        expect({ status, start: start.kind }).toEqual({ status: 'reached', start: 'present' });
        expect(iterations).toBeLessThanOrEqual(5);
      }
    },
  );
});
