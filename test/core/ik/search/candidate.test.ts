import { describe, expect, test } from 'vitest';
import { isBetter, isWorthSwitching, type Standing } from '../../../../core/ik/search/candidate.ts';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import type { Outcome } from '../../../../core/ik/request/outcome.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { countStarts, splitStarts } from '../../../../core/ik/split.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { HAND, humanArm, randomPose } from '../../../helpers/ik-chains.ts';

const far: Standing = { costs: [2], ranks: 1, limited: 1, travel: 0.1 };
const near: Standing = { costs: [1], ranks: 1, limited: 9, travel: 9 };

describe('among what several starts lead to', () => {
  test('what is left decides first, then joints on their limits, then the distance from the pose that came in', () => {
    expect(isBetter(near, far)).toBe(true);
    expect(isBetter(far, near)).toBe(false);
    expect(isBetter({ ...far, limited: 0, travel: 9 }, far)).toBe(true);
    expect(isBetter({ ...far, limited: 2, travel: 0 }, far)).toBe(false);
    expect(isBetter({ ...far, travel: 0.05 }, far)).toBe(true);
    expect(isBetter({ ...far, travel: 0.2 }, far)).toBe(false);
    expect(isBetter(far, far)).toBe(false);
    expect(isBetter({ ...far, costs: [0] }, far)).toBe(true);
  });

  test('what the present pose led to is given up only for a clear gain, and a pose that hardly changed only for a great one', () => {
    expect(isWorthSwitching({ ...far, costs: [1.99] }, far)).toBe(true);
    expect(isWorthSwitching({ ...far, costs: [1.999], limited: 0, travel: 0 }, far)).toBe(false);
    const still = { ...far, travel: 0 };
    expect(isWorthSwitching({ ...far, costs: [0.6] }, still)).toBe(false);
    expect(isWorthSwitching({ ...far, costs: [0.4] }, still)).toBe(true);
  });

  test('a more important priority decides before any less important one; where two leave the same of it, the next does', () => {
    const a: Standing = { costs: [1, 5, 7], ranks: 3, limited: 0, travel: 0 };
    expect(isBetter({ ...a, costs: [0.99, 9, 9] }, a)).toBe(true);
    expect(isBetter({ ...a, costs: [1.01, 0, 0] }, a)).toBe(false);
    expect(isBetter({ ...a, costs: [1.0001, 4.9, 9] }, a)).toBe(true);
    expect(isBetter({ ...a, costs: [0.9999, 5.1, 0] }, a)).toBe(false);
    expect(isBetter({ ...a, costs: [1, 5, 6.5] }, a)).toBe(true);
    expect(isBetter({ ...a, costs: [1, 5, 6.99], limited: 1 }, a)).toBe(false);
    expect(isBetter({ ...a, costs: [0, 0, 1] }, { ...a, costs: [0, 0, 2] })).toBe(true);
    expect(isBetter({ ...a, costs: [0, 1, 0] }, { ...a, costs: [0, 0, 2] })).toBe(false);
    const moved = { ...a, travel: 1 };
    expect(isWorthSwitching({ ...a, costs: [1.001, 4, 9] }, moved)).toBe(true);
    expect(isWorthSwitching({ ...a, costs: [1.01, 0, 0] }, moved)).toBe(false);
    expect(isWorthSwitching({ ...a, costs: [1, 5.1, 0] }, moved)).toBe(false);
    expect(isWorthSwitching({ ...a, costs: [0.999, 5.01, 6] }, moved)).toBe(true);
    // A pose that hardly changed is given up only for half the distance, of whichever priority.
    expect(isWorthSwitching({ ...a, costs: [1, 2, 6] }, a)).toBe(false);
    expect(isWorthSwitching({ ...a, costs: [1, 5, 1.7] }, a)).toBe(true);
  });

  test('of 40 targets out of reach, none of the starts tried alone leaves clearly less than what is returned (seed 13)', () => {
    const arm = humanArm();
    const random = seededRandom(13);
    const options = { restarts: 6 };
    const standing = ({ costs, limited, travel }: Outcome): Standing => ({
      costs,
      ranks: costs.length,
      limited: limited.length,
      travel,
    });
    let others = 0;
    for (let i = 0; i < 40; i++) {
      const goals: Goal[] = [
        { kind: 'position', joint: 3, offset: HAND, target: [random() - 0.9, 1.6 * random() - 0.8, 1.6 * random() - 0.8] },
        { kind: 'orientation', joint: 3, target: [0, 0, 0, 1] },
      ];
      const start = i % 2 === 0 ? restPose(arm) : randomPose(arm, random);
      const chosen = createSolver(arm).solve(start, goals, options);
      const alone = splitStarts(options, countStarts(options)).map((part) => createSolver(arm).solve(start, goals, part));
      expect(alone.length).toBe(7);
      if (chosen.status === 'reached') continue;
      if (chosen.start.kind === 'random') others++;
      for (const other of alone) {
        // Costs within 2 % of each other count as equal, and the present pose is kept for 0.3 %, or for 25 % where it hardly moved.
        const hardly =
          chosen.start.kind === 'present' &&
          !isWorthSwitching({ ...standing(chosen), costs: [0.99 * chosen.cost] }, standing(chosen));
        expect(other.cost).toBeGreaterThan((hardly ? 0.73 : 0.97) * chosen.cost);
      }
    }
    expect(others).toBeGreaterThan(3);
  });
});
