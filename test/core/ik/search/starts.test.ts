import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../../../core/skeleton/pose.ts';
import { createSkeleton } from '../../../../core/skeleton/skeleton.ts';
import {
  blendOfHinges,
  coneAbout,
  HAND,
  hingeAbout,
  hingedArm,
  humanArm,
  placeOf,
  randomPose,
  TIP,
  turnsBetween,
} from '../../../helpers/ik-chains.ts';

/** Twenty joints, a cone and a hinge in turn. */
const ROW = createSkeleton(
  Array.from({ length: 20 }, (_, j) => ({
    name: `joint${j}`,
    parent: j - 1,
    offset: [0, j === 0 ? 0 : 0.1, 0] as const,
    limit: j % 2 === 0 ? coneAbout([0, 1, 0], 60, [-30, 30]) : hingeAbout([1, 0, 0], -75, 75),
  })),
);

describe('goals that are far', () => {
  test.each([
    ['a long row', ROW, TIP],
    ['an arm', humanArm(), HAND],
  ])(
    'are gone to by %s from the reference: to the same pose from wherever they were (30 places, seed 3)',
    (_, skeleton, offset) => {
      const solver = createSolver(skeleton);
      const random = seededRandom(3);
      const reference = restPose(skeleton);
      const joint = skeleton.count - 1;
      let compared = 0;
      let gone = 0;
      for (let i = 0; i < 30; i++) {
        const goal: Goal = {
          kind: 'position',
          joint,
          offset,
          target: placeOf(skeleton, randomPose(skeleton, random), joint, offset),
        };
        const { pose } = solver.solve(reference, [goal], { reference });
        const start = randomPose(skeleton, random);
        if (solver.solve(reference, [goal], { reference, restarts: 0 }).status !== 'reached') continue;
        compared++;
        const outcome = solver.solve(start, [goal], { reference });
        if (outcome.start.kind === 'reference') gone++;
        expect(Math.max(...turnsBetween(skeleton, pose, outcome.pose)), `place ${i}`).toBeLessThan(DEGREES);
      }
      expect(compared).toBeGreaterThan(25);
      expect(gone).toBeGreaterThan(25);
    },
  );

  test('a long row comes there as near to its reference as by following, so that there and back the poses are the same within 1°', () => {
    const solver = createSolver(ROW);
    const reference = restPose(ROW);
    const at = (i: number): Goal => {
      const t = (2 * Math.PI * i) / 240;
      const target: Vec3 = [0.1 + 0.1 * Math.cos(t), -0.55 + 0.12 * Math.sin(2 * t), -0.75 + 0.1 * Math.sin(t)];
      return { kind: 'position', joint: 19, offset: TIP, target };
    };
    const there: Pose[] = [];
    let pose = reference;
    for (let i = 0; i < 240; i++) {
      pose = solver.solve(pose, [at(i)], { reference }).pose;
      there.push(pose);
    }
    for (let i = 239; i >= 0; i--) {
      pose = solver.solve(pose, [at(i)], { reference }).pose;
      expect(Math.max(...turnsBetween(ROW, pose, there[i]!)), `frame ${i}`).toBeLessThan(DEGREES);
    }
  });

  test('where the reference does not lead there the pose that came in does, and one out of reach stays to the byte', () => {
    const arm = humanArm();
    const solver = createSolver(arm);
    const random = seededRandom(4);
    for (let i = 0; i < 20; i++) {
      const goal: Goal = { kind: 'position', joint: 3, offset: HAND, target: [3, 2 * random() - 1, 2 * random() - 1] };
      const reference = randomPose(arm, random);
      const { pose, status, start } = solver.solve(restPose(arm), [goal], { reference, restarts: 2 });
      expect(status).not.toBe('reached');
      expect(start.kind).not.toBe('reference');
      expect(pose).toEqual(solver.solve(restPose(arm), [goal], { restarts: 2 }).pose);
      const again = solver.solve(pose, [goal], { reference, restarts: 2 });
      expect(solver.solve(again.pose, [goal], { reference, restarts: 2 }).pose).toEqual(again.pose);
    }
  });

  test('leave nothing behind: the next solve gives the bytes that a new solver gives', () => {
    const arm = humanArm();
    const random = seededRandom(5);
    for (let i = 0; i < 20; i++) {
      const solver = createSolver(arm);
      const goalAt = (): Goal => ({
        kind: 'position',
        joint: 3,
        offset: HAND,
        target: placeOf(arm, randomPose(arm, random), 3, HAND),
      });
      const [first, second] = [goalAt(), goalAt()];
      const start = randomPose(arm, random);
      solver.solve(start, [first], { reference: restPose(arm) });
      expect(solver.solve(start, [second]).pose).toEqual(createSolver(arm).solve(start, [second]).pose);
    }
  });
});

describe('goals that have hardly moved', () => {
  test.each([24, 38, 50])('a robot arm that follows a place and a direction is not lost on the way (seed %d)', (seed) => {
    const arm = hingedArm();
    const solver = createSolver(arm);
    const random = seededRandom(seed);
    let from = randomPose(arm, random);
    let pose = from;
    for (let way = 0; way < 2; way++) {
      const to = randomPose(arm, random);
      for (let frame = 1; frame <= 150; frame++) {
        const world = forwardKinematics(arm, blendOfHinges(arm, from, to, frame / 150));
        const goals: Goal[] = [
          { kind: 'position', joint: 5, offset: HAND, target: pointOf(world, 5, HAND) },
          { kind: 'orientation', joint: 5, target: worldRotation(world, 5) },
        ];
        const outcome = solver.solve(pose, goals, { order: 'forward' });
        expect(outcome.status, `way ${way}, frame ${frame}`).toBe('reached');
        pose = outcome.pose;
      }
      from = to;
    }
  });
});
