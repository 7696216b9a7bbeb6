import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../../../core/skeleton/skeleton.ts';
import { hingeAbout, straightChain } from '../../../helpers/ik-chains.ts';

function reasonsOf(skeleton: Skeleton, goals: readonly Goal[], options = {}): unknown[] {
  const { residuals } = createSolver(skeleton).solve(restPose(skeleton), goals, options);
  return residuals.map(({ reason, conflicts }) => (conflicts.length > 0 ? [reason, ...conflicts] : reason));
}

/** Three links of 0.1 m along +Y that all turn about z, each by up to `most` degrees. */
const flat = (most: number): Skeleton => straightChain(4, hingeAbout([0, 0, 1], -most, most));

describe('a residual says why it is left', () => {
  test('null where the goal is reached', () => {
    expect(reasonsOf(straightChain(4), [{ kind: 'position', joint: 3, target: [0.1, 0.2, 0] }])).toEqual([null]);
  });

  test('cannotMove where no joint may move for it', () => {
    const chain = straightChain(4);
    const goal: Goal = { kind: 'position', joint: 3, target: [0, 0.1, 0] };
    expect(reasonsOf(chain, [{ ...goal, maxLinks: 0 }])).toEqual(['cannotMove']);
    expect(reasonsOf(chain, [goal], { stiffness: [1, 1, 1, 1] })).toEqual(['cannotMove']);
    const meeting: Goal = { kind: 'position', joint: 3, frame: 1, target: [0, 0, 0] };
    expect(reasonsOf(chain, [meeting], { stiffness: [1, 1, 1, 1] })).toEqual(['cannotMove']);
  });

  test('outOfReach where the links are too short, be it for a point, a plane, a line or two joints', () => {
    const chain = straightChain(4);
    expect(reasonsOf(chain, [{ kind: 'position', joint: 3, target: [0, 2, 0] }])).toEqual(['outOfReach']);
    expect(reasonsOf(chain, [{ kind: 'plane', joint: 3, target: [0, 2, 0], normal: [0, 1, 0] }])).toEqual(['outOfReach']);
    expect(reasonsOf(chain, [{ kind: 'line', joint: 3, target: [0, 2, 0], direction: [1, 0, 0] }])).toEqual(['outOfReach']);
    expect(reasonsOf(chain, [{ kind: 'position', joint: 3, frame: 0, target: [0, 2, 0] }])).toEqual(['outOfReach']);
  });

  test('limits where only they stand in the way', () => {
    // A hand's width beyond what a chain that bends little can reach to the side.
    expect(reasonsOf(flat(20), [{ kind: 'position', joint: 3, target: [0.29, 0, 0] }])).toEqual(['limits']);
    const knee = createSkeleton([
      { name: 'knee', parent: -1, offset: [0, 0, 0], limit: hingeAbout([1, 0, 0], 0, 90) },
      { name: 'foot', parent: 0, offset: [0, -0.4, 0] },
    ]);
    expect(reasonsOf(knee, [{ kind: 'position', joint: 1, target: [0, -0.32, 0.24] }])).toEqual(['limits']);
  });

  test('conflict, and with which goals, where others of the same or a higher priority pull the other way', () => {
    const chain = straightChain(4);
    const here: Goal = { kind: 'position', joint: 3, target: [0.15, 0.2, 0] };
    const there: Goal = { kind: 'position', joint: 3, target: [-0.15, 0.2, 0] };
    expect(reasonsOf(chain, [here, there])).toEqual([
      ['conflict', 1],
      ['conflict', 0],
    ]);
    expect(reasonsOf(chain, [there, { ...here, priority: 1 }])).toEqual([['conflict', 1], null]);
    const met: Goal = { kind: 'position', joint: 3, frame: 0, target: [0.1, 0.2, 0], priority: 1 };
    expect(reasonsOf(chain, [met, { kind: 'position', joint: 3, frame: 0, target: [-0.1, 0.2, 0] }])).toEqual([
      null,
      ['conflict', 0],
    ]);
  });

  test('of many goals that it conflicts with the first sixteen are named', () => {
    const sides = Array.from({ length: 60 }, (_, g): Goal => ({
      kind: 'position',
      joint: 3,
      target: [g % 2 ? 0.15 : -0.15, 0.2, 0],
    }));
    const { residuals } = createSolver(straightChain(4)).solve(restPose(straightChain(4)), sides, { restarts: 0 });
    residuals.forEach(({ reason, conflicts }, g) => {
      expect(reason).toBe('conflict');
      expect(conflicts).toEqual(Array.from({ length: 16 }, (_, i) => 2 * i + (g % 2 ? 0 : 1)));
    });
  });

  test('unfinished where iterations were used up, and while a stepped solve goes on', () => {
    const chain = straightChain(20);
    const goals: Goal[] = [{ kind: 'position', joint: 19, target: [0.5, 0.9, 0.7], tolerance: 1e-12 }];
    expect(reasonsOf(chain, goals, { maxIterations: 1, restarts: 0 })).toEqual(['unfinished']);
    const stepped = createSolver(chain).begin(restPose(chain), goals);
    stepped.step();
    expect(stepped.outcome().residuals[0]!.reason).toBe('unfinished');
  });
});
