import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { DEGREES } from '../../../core/math/angles.ts';
import { fromAxes, fromAxisAngle, IDENTITY } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { normalize, type Vec3 } from '../../../core/math/vec3.ts';
import type { Coupling } from '../../../core/skeleton/couplings.ts';
import { clampPose, limitCoordinates, limitExcess } from '../../../core/skeleton/limit-state.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';
import { restPose, rotationOf, setRotation } from '../../../core/skeleton/pose.ts';
import { createSkeleton, withLimits } from '../../../core/skeleton/skeleton.ts';
import { poseOffence } from '../../helpers/coupled-oracle.ts';
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
    const { pose: inside, clamped } = clampPose(leg, pose);
    expect(clamped).toEqual([0]);
    expect(flexion(inside).has).toBeCloseTo(90, 6);
  });

  test('is answered from the pose in question alone, whatever poses were asked about before', () => {
    // Sides that may open to half a turn are cut a little where another side is narrower: what one pose narrowed must not stay for the next.
    const open: Limit = { ...hip, swing: [Math.PI, Math.PI, Math.PI, Math.PI] };
    const untilOpen: Coupling['points'] = [
      [0, 40 * DEGREES],
      [60 * DEGREES, Math.PI],
    ];
    const made = () =>
      createSkeleton(
        [
          { name: 'hip', parent: -1, offset: [0, 0.9, 0], limit: open },
          { name: 'knee', parent: 0, offset: [0, -0.42, 0], limit: knee },
          { name: 'ankle', parent: 1, offset: [0, -0.42, 0], limit: knee },
        ],
        0,
        [
          { ...straightKnee, points: untilOpen },
          { ...straightKnee, hinge: 2, points: untilOpen },
        ],
      );
    const asked = made();
    const random = seededRandom(7);
    for (let i = 0; i < 200; i++) {
      const pose = restPose(asked);
      const angle = i % 4 < 2 ? Math.PI : random() * Math.PI;
      setRotation(pose, 0, fromAxisAngle(normalize([random() - 0.5, 0, random() - 0.5]), angle));
      for (const joint of [1, 2]) setRotation(pose, joint, fromAxisAngle([1, 0, 0], random() * 120 * DEGREES));
      if (i % 2 === 1) expect(clampPose(asked, pose)).toEqual(clampPose(made(), pose));
      else expect([0, 1, 2].map((j) => limitExcess(asked, pose, j))).toEqual([0, 1, 2].map((j) => limitExcess(made(), pose, j)));
    }
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

  test('of several hinges that narrow the same side of a cone the narrowest holds, in every solve (300 random ones, seed 31)', () => {
    const random = seededRandom(31);
    const amid = (least: number, most: number): number => least + (most - least) * random();
    let narrowed = 0;
    for (let i = 0; i < 300; i++) {
      const follow = (hinge: number): Coupling => {
        const from = amid(-1, 0.5);
        const points = [0, 0.5, 1.5].map((rise): [number, number] => [from + rise, amid(0, 1.5)]);
        return { kind: 'swingByHinge', joint: 2, hinge, side: i % 2 === 0 ? 1 : 3, points };
      };
      const cone: Limit = { ...hip, swing: [0.8, 1.2, 1, 1] };
      const hinge = (axis: Vec3): Limit => ({ kind: 'hinge', axis, min: -1.2, max: 1.5 });
      const limits = [hinge([1, 0, 0]), hinge([0, 0, 1]), cone, hinge([1, 0, 0])];
      const chain = createSkeleton(
        limits.map((limit, j) => ({ name: `joint${j}`, parent: j - 1, offset: [0, -0.2, 0] as const, limit })),
        0,
        [follow(0), follow(3), follow(1)],
      );
      const start = randomPose(chain, random);
      const goal: Goal = { kind: 'position', joint: 3, offset: FOOT, target: placeOf(chain, randomPose(chain, random), 3, FOOT) };
      const options = ([{}, { order: 'backward' }, { damping: 1.4 }, { reserve: 0.2 }] as const)[i % 4]!;
      const { pose } = createSolver(chain).solve(start, [goal], { restarts: 2, ...options });
      for (const looked of [clampPose(chain, start).pose, pose]) {
        for (let j = 0; j < chain.count; j++) expect(poseOffence(chain, looked, j), `case ${i}, joint ${j}`).toBeLessThan(1e-6);
      }
      if (
        limitExcess(chain, start, 2) > limitExcess(withLimits(chain, limits, chain.stiffness, chain.couplings.slice(1)), start, 2)
      )
        narrowed++;
    }
    expect(narrowed).toBeGreaterThan(30);
  });

  test('looking at a solve between its steps changes no byte of it (400 random chains of cones and hinges, seed 32) @all', () => {
    const random = seededRandom(32);
    for (let i = 0; i < 400; i++) {
      const joints = [0, 1, 2, 3, 4, 5].map((j) => {
        const axis = normalize([random() - 0.5, random() - 0.5, random() - 0.5]);
        const turned: Limit = { kind: 'hinge', axis, min: -1, max: 1 + random() };
        const limit: Limit = j % 2 === 1 ? turned : { ...hip, swing: [0.2 + random(), 0.2 + random(), 0.2 + 2 * random(), 0.5] };
        return { name: `joint${j}`, parent: j - 1, offset: [0, -0.2, 0.02] as const, limit };
      });
      const couplings = [0, 2, 4, 0, 2, 4].map((joint, k): Coupling => {
        const from = random() - 1;
        const points = [0, 0.5, 2].map((rise): [number, number] => [from + rise, 1.5 * random()]);
        return {
          kind: 'swingByHinge',
          joint,
          hinge: 1 + 2 * (Math.floor(3 * random()) % 3),
          side: ([0, 1, 2, 3] as const)[(i + k) % 4]!,
          points,
        };
      });
      const chain = createSkeleton(joints, 0, couplings);
      const goal: Goal = { kind: 'position', joint: 5, offset: FOOT, target: placeOf(chain, randomPose(chain, random), 5, FOOT) };
      const start = randomPose(chain, random);
      const options = { restarts: 2, ...([{}, { order: 'smartBounce' }, { reserve: 0.2 }, { comfort: 0.4 }] as const)[i % 4]! };
      const whole = createSolver(chain).solve(start, [goal], options);
      const stepped = createSolver(chain).begin(start, [goal], options);
      for (let step = 0; stepped.step(); step++) if (step % 3 === 0) stepped.outcome();
      expect(stepped.outcome(), `case ${i}`).toEqual(whole);
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
    const refused = (couplings: readonly Coupling[]) => expect(() => withLimits(leg, leg.limits, leg.stiffness, couplings));
    const turned: Coupling = { kind: 'twistBySwing', joint: 0, points: [[0, -0.5, 0.5]] };
    refused([turned, straightKnee, turned]).toThrow(
      'coupling 2: the twist of joint 0 may follow its swing once, got coupling 0 too',
    );
    const steep = { ...straightKnee, points: [...straightKnee.points, [60 * DEGREES + 1e-9, 1] as const] };
    refused([steep]).toThrow('coupling 0: the points must be finite and rise by 0.000001 rad or more, got 1.04719');
    refused([{ ...straightKnee, points: [[0, NaN]] }]).toThrow(
      'the points must be finite and rise by 0.000001 rad or more, got 0, NaN at 0',
    );
    refused([{ ...straightKnee, points: [] }]).toThrow('coupling 0: there must be at least one point');
    refused([{ ...straightKnee, points: [[0, -1]] }]).toThrow('coupling 0: point 0 leaves no range, got 0, -1');
    refused([{ ...turned, points: [[0, 1, 0.5]] }]).toThrow('coupling 0: point 0 leaves no range, got 0, 1, 0.5');
    refused([{ ...straightKnee, side: 4 as 3 }]).toThrow('coupling 0: the side must be 0, 1, 2 or 3, got 4');
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
