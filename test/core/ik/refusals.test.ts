import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../../core/ik/request/options.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { createSkeleton } from '../../../core/skeleton/skeleton.ts';
import { HAND, humanArm } from '../../helpers/ik-chains.ts';

const arm = humanArm();
const solver = createSolver(arm);
const hand = { kind: 'position', joint: 3, offset: HAND, target: [0.4, 0.1, 0.3] } as const;
const balance = { kind: 'centreOfMass', masses: [1, 1, 1, 1], centres: new Float64Array(12), support: [[0, 0]] } as const;

/** A goal as a careless program may hand it in. */
function careless(goal: unknown): Goal {
  return goal as Goal;
}

describe('a goal that cannot be used is refused in one sentence', () => {
  test.each([
    [
      { kind: 'reach', joint: 0 },
      'goal 0: the kind must be one of position, plane, line, orientation, direction, aim, pole, centreOfMass, got "reach"',
    ],
    [{ ...hand, joint: 4 }, 'goal 0: the joint must be an index from 0 to 3, got 4'],
    [
      { ...hand, joint: 'hand' as never },
      'goal 0: the joint must be an index from 0 to 3, got "hand": write jointNamed(skeleton, "hand")',
    ],
    [{ ...hand, joint: -1 }, 'goal 0: the joint must be an index from 0 to 3, got -1'],
    [{ ...hand, joint: 1.5 }, 'goal 0: the joint must be an index from 0 to 3, got 1.5'],
    [{ ...hand, target: [0, NaN, 0] }, 'goal 0: the target must be 3 finite numbers of at most 1000000000, got 0, NaN, 0'],
    [{ ...hand, target: [0, -Infinity, 0] }, 'got 0, -Infinity, 0'],
    [{ ...hand, target: [0, 1e200, 0] }, 'got 0, 1e+200, 0'],
    [{ ...hand, target: [1, 2] }, 'goal 0: the target must be 3 finite numbers of at most 1000000000, got 1, 2'],
    [{ ...hand, target: [] }, 'goal 0: the target must be 3 finite numbers of at most 1000000000, got none'],
    [{ ...hand, offset: [1] }, 'goal 0: the offset must be 3 finite numbers of at most 1000000000, got 1'],
    [{ ...hand, weight: -1 }, 'goal 0: the weight must be 0 or from 1e-12 to 1000000000000, got -1'],
    [{ ...hand, weight: NaN }, 'goal 0: the weight must be 0 or from 1e-12 to 1000000000000, got NaN'],
    [{ ...hand, weight: 1e300 }, 'goal 0: the weight must be 0 or from 1e-12 to 1000000000000, got 1e+300'],
    [{ ...hand, priority: Infinity }, 'goal 0: the priority must be finite, got Infinity'],
    [{ ...hand, tolerance: -1 }, 'goal 0: the tolerance must be positive and finite, got -1'],
    [{ ...hand, tolerance: NaN }, 'goal 0: the tolerance must be positive and finite, got NaN'],
    [{ ...hand, maxLinks: 1.5 }, 'goal 0: maxLinks must be a whole number from 0, got 1.5'],
    [{ ...hand, order: 'sideways' }, 'goal 0: the order must be one of backward, forward, bounce'],
    [{ kind: 'orientation', joint: 0, target: [0, 0, 0, 2] }, 'goal 0: the target rotation must have length 1, got 2'],
    [{ kind: 'orientation', joint: 0, target: [0, 0, 1] }, 'goal 0: the target rotation must be 4 numbers, got 3'],
    [{ kind: 'orientation', joint: 0, target: [0, 0, 0, 1], leverArm: 1e300 }, 'the lever arm must be positive and at most'],
    [{ kind: 'aim', joint: 0, axis: [0, 0, 0], target: [0, 0, 1] }, 'goal 0: the axis must have length 1, got 0'],
    [{ kind: 'aim', joint: 0, axis: [0, 1], target: [0, 0, 1] }, 'goal 0: the axis must be 3 numbers, got 2'],
    [{ kind: 'pole', joint: 0, target: [NaN, 0, 0] }, 'goal 0: the target must be 3 finite numbers'],
    [{ ...balance, masses: [1] }, 'goal 0: there must be 4 masses and 12 numbers of centres, got 1 and 12'],
    [{ ...balance, masses: [1, -1, 1, 1] }, 'goal 0: masses must be finite and not negative, got -1'],
    [{ ...balance, masses: [0, 0, 0, 0] }, 'goal 0: the masses must have a finite sum above 0, got 0'],
    [{ ...balance, masses: [1e308, 1e308, 1, 1] }, 'goal 0: the masses must have a finite sum above 0, got Infinity'],
    [{ ...balance, support: [] }, 'goal 0: the support must have at least one point, got none'],
    [{ ...balance, support: [[0]] }, 'goal 0: each corner of the support must be 2 finite numbers of at most 1000000000, got 0'],
  ])('%j', (goal, sentence) => {
    expect(() => solver.solve(restPose(arm), [careless(goal)])).toThrow(RangeError);
    expect(() => solver.solve(restPose(arm), [careless(goal)])).toThrow(sentence);
    expect(() => solver.begin(restPose(arm), [careless(goal)])).toThrow(sentence);
  });

  test('the message names the goal that is wrong, and too many kinds of importance are refused', () => {
    expect(() => solver.solve(restPose(arm), [hand, { ...hand, weight: -1 }])).toThrow('goal 1: the weight');
    expect(() => solver.solve(restPose(arm), [balance, balance])).toThrow('goal 1: there can be one centre-of-mass goal');
    const goals = Array.from({ length: 33 }, (_, priority) => ({ ...hand, priority }));
    expect(() => solver.solve(restPose(arm), goals)).toThrow('goals may have 32 different priorities, got 33');
    expect(solver.solve(restPose(arm), goals.slice(1)).status).toBe('reached');
  });
});

test.each([
  [{ maxIterations: 0 }, 'maxIterations must be a whole number from 1 to 1000000, got 0'],
  [{ restarts: 1e300 }, 'restarts must be a whole number from 0 to 1000000, got 1e+300'],
  [{ randomSeed: NaN }, 'randomSeed must be a number from'],
  [{ rootStiffness: 1.1 }, 'rootStiffness must be a number from 0 to 1, got 1.1'],
  [{ damping: 2 }, 'damping must be a number from 0.1 to 1.9, got 2'],
  [{ maxStep: 0 }, 'maxStep must be a number from 0.000001'],
  [{ comfort: -1 }, 'comfort must be a number from 0'],
  [{ reserve: 0.6 }, 'reserve must be a number from 0 to 0.5, got 0.6'],
  [{ order: 'sideways' as 'forward' }, 'order must be one of backward, forward, bounce'],
  [{ starts: { first: -1, count: 1 } }, 'starts.first must be a whole number from 0'],
  [{ starts: { first: 0, count: 0 } }, 'starts.count must be a whole number from 1'],
  [{ into: new Float64Array(20) }, 'a pose of this skeleton has 19 numbers, got 20'],
  [{ reference: new Float64Array(3) }, 'a pose of this skeleton has 19 numbers, got 3'],
  [{ stiffness: [0, 0, 0] }, 'stiffness'],
  [{ stiffness: [0, 0, NaN, 0] }, 'stiffness'],
  [{ seeds: [new Float64Array(3)] }, 'a pose of this skeleton has 19 numbers, got 3'],
  [{ seeds: [new Float64Array(19).fill(NaN)] }, 'a pose must be finite numbers, got NaN at index 0'],
] as [SolveOptions, string][])('an option that cannot be used is refused in one sentence: %j', (options, sentence) => {
  expect(() => solver.solve(restPose(arm), [hand], options)).toThrow(RangeError);
  expect(() => solver.solve(restPose(arm), [hand], options)).toThrow(sentence);
});

test('a start pose of the wrong length, or with a number that is none or too large, is refused in one sentence', () => {
  expect(() => solver.solve(new Float64Array(18), [hand])).toThrow('a pose of this skeleton has 19 numbers, got 18');
  const pose = restPose(arm);
  pose[5] = Infinity;
  expect(() => solver.solve(pose, [hand])).toThrow('a pose must be finite numbers, got Infinity at index 5');
  const far = restPose(arm);
  far[1] = 1e12;
  expect(() => solver.solve(far, [hand])).toThrow('the root translation must be at most 1000000000 metres, got 1000000000000');
});

test('a stepped solve that another one ended says so', () => {
  const stepped = solver.begin(restPose(arm), [hand]);
  solver.solve(restPose(arm), []);
  expect(() => stepped.step()).toThrow('this solve was ended by a later one of the same solver');
  expect(() => stepped.outcome()).toThrow('this solve was ended by a later one of the same solver');
});

test('quaternions without direction or of absurd size in the start pose are taken as no rotation or made unit', () => {
  for (const size of [0, 1e-300, 1e200]) {
    const start = restPose(arm).map((value) => value * size);
    const { pose, status } = solver.solve(start, [hand]);
    expect(status).toBe('reached');
    expect(pose.every(Number.isFinite)).toBe(true);
  }
});

describe('the support of a centre-of-mass goal', () => {
  const skeleton = createSkeleton([{ name: 'joint', parent: -1, offset: [0, 0, 0] }]);
  const balanceOver = (support: readonly (readonly [number, number])[]) => () =>
    createSolver(skeleton).solve(restPose(skeleton), [{ kind: 'centreOfMass', masses: [1], centres: [0, 0, 0], support }]);
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;

  test('goes round in either way, with corners on its edges and corners that coincide', () => {
    expect(balanceOver(square)).not.toThrow();
    expect(balanceOver(square.toReversed())).not.toThrow();
    expect(balanceOver([...square, [0, 0.5], [0, 0.5]])).not.toThrow();
  });

  test('is refused when its corners are out of order, go round twice or dent it', () => {
    const sentence = /^goal 0: the corners of the support must go once round a convex polygon, in order/;
    const [a, b, c, d] = square;
    expect(balanceOver([a, c, b, d])).toThrow(sentence);
    expect(balanceOver([a, b, [0.2, 0.2], d])).toThrow(sentence);
    const star = [0, 2, 4, 1, 3].map((i) => [Math.cos((2 * Math.PI * i) / 5), Math.sin((2 * Math.PI * i) / 5)] as const);
    expect(balanceOver(star)).toThrow(sentence);
    expect(balanceOver([...square, ...square])).toThrow(sentence);
  });
});
