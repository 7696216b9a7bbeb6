import { expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { add, normalize, scale } from '../../../../core/math/vec3.ts';
import { setRotation } from '../../../../core/skeleton/pose.ts';
import {
  between,
  blendOfHinges,
  HAND,
  hingedArm,
  placeOf,
  randomPose,
  testBiped,
  turnsBetween,
} from '../../../helpers/ik-chains.ts';

const ARM = ['shoulderL', 'elbowL', 'wristL'];

test.each([1, 2, 3, 5])(
  'a bent arm goes to a target %d cm away by smart bounce without the clavicle or the trunk, wherever it can (100 directions)',
  (centimetres) => {
    const { skeleton: biped, start, joint } = testBiped();
    const wrist = joint('wristL');
    setRotation(start, joint('elbowL'), fromAxisAngle([0, -1, 0], 40 * DEGREES));
    const solver = createSolver(biped);
    const random = seededRandom(6);
    const stiffness = biped.names.map((name) => (ARM.includes(name) ? 0 : 1));
    let compared = 0;
    for (let i = 0; i < 100; i++) {
      const way = normalize([random() - 0.5, random() - 0.5, random() - 0.5]);
      const target = add(placeOf(biped, start, wrist, HAND), scale(way, centimetres / 100));
      const goal: Goal = { kind: 'position', joint: wrist, offset: HAND, target };
      if (solver.solve(start, [goal], { stiffness }).status !== 'reached') continue;
      compared++;
      const turns = turnsBetween(biped, start, solver.solve(start, [goal], { order: 'smartBounce' }).pose);
      const others = biped.names.filter((name, j) => turns[j]! > 1e-9 && !ARM.includes(name));
      expect(others, `direction ${i}`).toEqual([]);
    }
    expect(compared).toBeGreaterThan(80);
  },
);

test.each([10, 1200, 1492, 1874, 1972])(
  'resetting joints of a robot arm by smart bounce never makes another jump for a centimetre (pose %d)',
  (seed) => {
    const arm = hingedArm();
    const random = seededRandom(seed);
    const [pose, other] = [randomPose(arm, random), randomPose(arm, random)];
    const tool = placeOf(arm, pose, 5, HAND);
    let share = 1;
    while (between(tool, placeOf(arm, blendOfHinges(arm, pose, other, share), 5, HAND)) > 0.01) share *= 0.8;
    const near = blendOfHinges(arm, pose, other, share);
    const goal: Goal = { kind: 'position', joint: 5, offset: HAND, target: placeOf(arm, near, 5, HAND) };
    const outcome = createSolver(arm).solve(pose, [goal], { order: 'smartBounce' });
    expect(outcome.status).toBe('reached');
    expect(Math.max(...turnsBetween(arm, pose, near))).toBeLessThan(5 * DEGREES);
    expect(Math.max(...turnsBetween(arm, pose, outcome.pose))).toBeLessThan(30 * DEGREES);
  },
);
