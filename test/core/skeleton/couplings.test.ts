import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { DEGREES } from '../../../core/math/angles.ts';
import { fromAxes, fromAxisAngle, IDENTITY } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import type { Coupling } from '../../../core/skeleton/couplings.ts';
import { clampPose, limitCoordinates, limitExcess } from '../../../core/skeleton/limit-state.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';
import { restPose, rotationOf, setRotation } from '../../../core/skeleton/pose.ts';
import { createSkeleton, withLimits } from '../../../core/skeleton/skeleton.ts';
import { between, placeOf, randomPose } from '../../helpers/ik-chains.ts';

/** A leg: the hip's z axis points down, and turning about −x lifts the thigh forward. */
const down = fromAxes([1, 0, 0], [0, 0, 1], [0, -1, 0]);
const hip: Limit = {
  kind: 'swingTwist',
  parentFrame: down,
  childFrame: down,
  swing: [20 * DEGREES, 125 * DEGREES, 45 * DEGREES, 45 * DEGREES],
  twist: [-40 * DEGREES, 40 * DEGREES],
};
const knee: Limit = { kind: 'hinge', axis: [1, 0, 0], min: 0, max: 140 * DEGREES };
const straightKnee: Coupling = {
  kind: 'swingByHinge',
  joint: 0,
  hinge: 1,
  side: 1,
  points: [
    [0, 90 * DEGREES],
    [60 * DEGREES, 125 * DEGREES],
  ],
};
const leg = createSkeleton(
  [
    { name: 'hip', parent: -1, offset: [0, 0.9, 0], limit: hip },
    { name: 'knee', parent: 0, offset: [0, -0.42, 0], limit: knee },
  ],
  0,
  [straightKnee],
);
const FOOT: Vec3 = [0, -0.4, 0];

/** Hip flexion of a pose, degrees, and what the knee's bend allows of it. */
function flexion(pose: Float64Array): { has: number; may: number } {
  const [a] = limitCoordinates(hip, rotationOf(pose, 0)).swing;
  const bend = 2 * Math.atan2(pose[7]!, pose[10]!);
  return { has: -a / DEGREES, may: 90 + Math.min(1, Math.max(0, bend / (60 * DEGREES))) * 35 };
}

describe('a limit that depends on another joint', () => {
  test('a straight knee leaves the hip less flexion than a bent one', () => {
    const pose = restPose(leg);
    setRotation(pose, 0, fromAxisAngle([-1, 0, 0], 110 * DEGREES));
    expect(limitExcess(leg, pose, 0)).toBeGreaterThan(19 * DEGREES);
    setRotation(pose, 1, fromAxisAngle([1, 0, 0], 70 * DEGREES));
    expect(limitExcess(leg, pose, 0)).toBe(0);
    setRotation(pose, 1, IDENTITY);
    const { pose: inside, broughtIn } = clampPose(leg, pose);
    expect(broughtIn).toEqual([0]);
    expect(flexion(inside).has).toBeCloseTo(90, 6);
  });

  test('no solve breaks it, whichever of the two joints wants to move (300 random targets, every order)', () => {
    const random = seededRandom(12);
    const solver = createSolver(leg);
    for (let i = 0; i < 300; i++) {
      const target = placeOf(leg, randomPose(leg, random), 1, FOOT);
      const start = clampPose(leg, randomPose(leg, random)).pose;
      const goal: Goal = { kind: 'position', joint: 1, offset: FOOT, target };
      const order = (['backward', 'forward', 'smartBounce'] as const)[i % 4];
      const { pose } = solver.solve(start, [goal], { restarts: 3, ...(order ? { order } : {}) });
      const { has, may } = flexion(pose);
      expect(limitExcess(leg, pose, 0)).toBeLessThan(1e-6);
      const side = Math.abs(limitCoordinates(hip, rotationOf(pose, 0)).swing[1]);
      if (side < 1e-3) expect(has).toBeLessThan(may + 1e-3);
    }
  });

  test('a hip that no goal may move keeps its bytes: the knee straightens only as far as the hip allows', () => {
    const start = restPose(leg);
    setRotation(start, 0, fromAxisAngle([-1, 0, 0], 110 * DEGREES));
    setRotation(start, 1, fromAxisAngle([1, 0, 0], 100 * DEGREES));
    const straight = restPose(leg);
    setRotation(straight, 0, fromAxisAngle([-1, 0, 0], 90 * DEGREES));
    const goal = { kind: 'position', joint: 1, offset: FOOT, target: placeOf(leg, straight, 1, FOOT), maxLinks: 1 } as const;
    for (const options of [{}, { order: 'backward' }, { reserve: 0.1 }, { restarts: 0 }] as const) {
      const { pose, status } = createSolver(leg).solve(start, [goal], options);
      expect(status).not.toBe('reached');
      expect(rotationOf(pose, 0)).toEqual(rotationOf(start, 0));
      expect(limitExcess(leg, pose, 0)).toBeLessThan(1e-6);
      // 110° of flexion need a bend of (110 − 90) / 35 of 60°, and no more helpful bend is left beyond that.
      const bend = 2 * Math.atan2(pose[7]!, pose[10]!);
      expect(bend / DEGREES).toBeGreaterThan((20 / 35) * 60 - 1e-4);
      const left = (angle: number): number => {
        const bent = start.slice();
        setRotation(bent, 1, fromAxisAngle([1, 0, 0], angle * DEGREES));
        return between(placeOf(leg, bent, 1, FOOT), goal.target);
      };
      const best = Math.min(...Array.from({ length: 1000 }, (_, i) => left((20 / 35) * 60 + i / 10)));
      expect(between(placeOf(leg, pose, 1, FOOT), goal.target)).toBeLessThan(best + 1e-4);
    }
  });

  test('a twist range that follows the swing: an arm lifted high turns less', () => {
    const arm = createSkeleton(
      [
        {
          name: 'shoulder',
          parent: -1,
          offset: [0, 0, 0],
          limit: { kind: 'swingTwist', parentFrame: IDENTITY, childFrame: IDENTITY, swing: [2, 2, 2, 2], twist: [-1.4, 1.4] },
        },
      ],
      0,
      [
        {
          kind: 'twistBySwing',
          joint: 0,
          points: [
            [0, -1.4, 1.4],
            [2, -0.3, 0.3],
          ],
        },
      ],
    );
    const random = seededRandom(5);
    const solver = createSolver(arm);
    for (let i = 0; i < 200; i++) {
      const target = randomPose(arm, random);
      const { pose } = solver.solve(restPose(arm), [{ kind: 'orientation', joint: 0, target: rotationOf(target, 0) }], {
        restarts: 2,
      });
      const { swing, twist } = limitCoordinates(arm.limits[0]!, rotationOf(pose, 0));
      expect(Math.abs(twist)).toBeLessThan(1.4 - (1.1 * Math.hypot(...swing)) / 2 + 1e-6);
      expect(limitExcess(arm, pose, 0)).toBeLessThan(1e-6);
    }
  });

  test('is refused in a sentence when it fits no limit, and dropped when the limit it speaks of is changed away', () => {
    const joints = [{ name: 'a', parent: -1, offset: [0, 0, 0] as const }];
    expect(() => createSkeleton(joints, 0, [straightKnee])).toThrow('coupling 0: joint 0 must have a swing-twist limit');
    expect(withLimits(leg, [{ kind: 'free' }, knee]).couplings).toEqual([]);
    const wheel: Limit = { kind: 'hinge', axis: [1, 0, 0], min: -Math.PI, max: Math.PI };
    expect(withLimits(leg, [hip, wheel]).couplings).toEqual([]);
    expect(() => withLimits(leg, [hip, wheel], leg.stiffness, [straightKnee])).toThrow(
      'coupling 0: joint 1 must have a hinge limit of less than a full turn',
    );
    expect(withLimits(leg, leg.limits).couplings).toEqual([straightKnee]);
  });
});

test('cascaded hinges of zero length reach exactly what the ball they stand for reaches', () => {
  const at: Vec3 = [0.3, 0.1, 0.2];
  const cascade = createSkeleton([
    { name: 'x', parent: -1, offset: [0, 0, 0], limit: { kind: 'hinge', axis: [1, 0, 0], min: -4, max: 4 } },
    { name: 'y', parent: 0, offset: [0, 0, 0], limit: { kind: 'hinge', axis: [0, 1, 0], min: -4, max: 4 } },
    { name: 'z', parent: 1, offset: [0, 0, 0], limit: { kind: 'hinge', axis: [0, 0, 1], min: -4, max: 4 } },
  ]);
  const ball = createSkeleton([{ name: 'ball', parent: -1, offset: [0, 0, 0] }]);
  const random = seededRandom(14);
  for (let i = 0; i < 100; i++) {
    const wanted = randomPose(ball, random);
    const goals = (joint: number): Goal[] => [
      { kind: 'position', joint, offset: at, target: placeOf(ball, wanted, 0, at), tolerance: 1e-6 },
      { kind: 'orientation', joint, target: rotationOf(wanted, 0), tolerance: 1e-6 },
    ];
    expect(createSolver(ball).solve(restPose(ball), goals(0)).status).toBe('reached');
    expect(createSolver(cascade).solve(restPose(cascade), goals(2)).status).toBe('reached');
  }
});
