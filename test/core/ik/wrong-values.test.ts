import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  beginPlanar,
  escapePlanar,
  isPlanarLocked,
  planarDistance,
  planarPoints,
  planarReach,
  planarStep,
  solvePlanar,
  stepPlanarJoint,
  stepPlanarSweep,
} from '../../../core/planar/planar.ts';
import type { Goal } from '../../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../../core/ik/request/options.ts';
import { createTrace } from '../../../core/ik/request/trace.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { countStarts, joinStarts, splitSolves, splitStarts } from '../../../core/ik/split.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { createSkeleton, withLimits } from '../../../core/skeleton/skeleton.ts';
import { coneAbout, HAND, humanArm } from '../../helpers/ik-chains.ts';

/** What JavaScript, a file or a message may hold where something else belongs. */
const WRONG: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  5,
  1e300,
  -1e300,
  NaN,
  Infinity,
  -Infinity,
  5n,
  '',
  '5',
  'x',
  'x'.repeat(1000),
  Symbol('x'),
  () => 1,
  {},
  Object.create(null),
  { length: 3 },
  { length: NaN },
  { length: 1e9 },
  new Map(),
  new Date(0),
  [],
  [null],
  [undefined, 1, 2],
  [[]],
  [{}],
  [1, 2, '3'],
  ['1', '2', '3', '4'],
  [NaN, 0, 0],
  [1e300, 0, 0],
  [0n, 0n, 0n],
  Object.assign([], { length: 3 }),
  Array.from({ length: 19 }, () => 'x'),
  new Float64Array(2),
  new Float32Array(19),
  new BigInt64Array(3),
];

const arm = humanArm();
const rest = restPose(arm);
const solver = createSolver(arm);
const hand = { kind: 'position', joint: 3, offset: HAND, target: [0.4, 0.1, 0.3] };
const turn = { kind: 'orientation', joint: 3, target: [0, 0, 0, 1] };
const aim = { kind: 'aim', joint: 3, axis: [1, 0, 0], target: [0.4, 0.1, 0.3] };
const plane = { kind: 'plane', joint: 3, target: [0.4, 0.1, 0.3], normal: [0, 1, 0] };
const line = { kind: 'line', joint: 3, target: [0.4, 0.1, 0.3], direction: [0, 1, 0] };
const direction = { kind: 'direction', joint: 3, axis: [1, 0, 0], target: [0, 1, 0] };
const pole = { kind: 'pole', joint: 2, target: [0, 0, 1] };
const balance = { kind: 'centreOfMass', masses: [1, 1, 1, 1], centres: new Float64Array(12), support: [[0, 0]] };
const cone = coneAbout([1, 0, 0], 20, [-10, 10]);
const bones = [0, 1, 1].map((x) => ({ x, y: 0, angle: 0 }));
const target = { x: 1.2, y: 0.1 };
const planar = beginPlanar(bones, target, 0.01);
const outcome = solver.solve(rest, []);

/** A function as careless JavaScript calls it. */
// oxlint-disable-next-line typescript/no-unsafe-function-type -- any function of core: what it takes is what is tested.
function careless(call: Function): (...values: readonly unknown[]) => unknown {
  return (...values) => call(...values) as unknown;
}

type Door = readonly [what: string, names: RegExp, enter: (value: unknown) => unknown, right?: (value: unknown) => boolean];

const isNumber =
  (min: number, max: number, whole = false) =>
  (value: unknown): boolean =>
    typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value));
const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const isAny = (value: unknown): boolean => typeof value === 'object' && value !== null && !('length' in value);

const solve = careless(solver.solve);
const begin = careless(solver.begin);
const asks = (goal: object, field: string) => (value: unknown) => solve(rest, [{ ...goal, [field]: value }]);
const says = (field: string) => (value: unknown) => solve(rest, [hand], { restarts: 0, [field]: value });

const GOALS: readonly Door[] = [
  ['the goals', /^(the goals must|goal 0: a goal must|goal 0: the joint)/, (value) => solve(rest, value), isEmpty],
  [
    'the goals of a stepped solve',
    /^(the goals must|goal 0: a goal must|goal 0: the joint)/,
    (value) => begin(rest, value),
    isEmpty,
  ],
  ['a goal', /^goal 1: /, (value) => solve(rest, [hand, value])],
  ...[hand, turn, aim, plane, line, direction, pole, balance].map((goal): Door => [
    `the kind of ${goal.kind}`,
    /^goal 0: .*(kind|joint)/,
    asks(goal, 'kind'),
  ]),
  ...[hand, turn, aim, plane, line, direction, pole].flatMap((goal): Door[] => [
    [`the joint of ${goal.kind}`, /^goal 0: the joint/, asks(goal, 'joint'), isNumber(0, 3, true)],
    [`maxLinks of ${goal.kind}`, /^goal 0: maxLinks/, asks(goal, 'maxLinks'), isNumber(0, Number.MAX_VALUE, true)],
    [`the target of ${goal.kind}`, /^goal 0: the target/, asks(goal, 'target')],
  ]),
  ...[hand, turn, aim, pole, balance].flatMap((goal): Door[] => [
    [
      `the weight of ${goal.kind}`,
      /^goal 0: the weight/,
      asks(goal, 'weight'),
      (value) => value === 0 || isNumber(1e-12, 1e12)(value),
    ],
    [`the priority of ${goal.kind}`, /^goal 0: the priority/, asks(goal, 'priority'), Number.isFinite],
    [`softness of ${goal.kind}`, /^goal 0: soft must/, asks(goal, 'soft'), (value) => typeof value === 'boolean'],
    [`the order of ${goal.kind}`, /^goal 0: the order/, asks(goal, 'order')],
  ]),
  ...[hand, turn, aim, plane, line, direction, balance].map((goal): Door => [
    `the tolerance of ${goal.kind}`,
    /^goal 0: the tolerance/,
    asks(goal, 'tolerance'),
    isNumber(Number.MIN_VALUE, [turn.kind, aim.kind, direction.kind].includes(goal.kind) ? Math.PI : Number.MAX_VALUE),
  ]),
  ['the offset of position', /^goal 0: the offset/, asks(hand, 'offset')],
  ['the offset of aim', /^goal 0: the offset/, asks(aim, 'offset')],
  ['the axis of aim', /^goal 0: the axis/, asks(aim, 'axis')],
  [
    'the frame of position',
    /^goal 0: the frame/,
    asks(hand, 'frame'),
    (value) => value === undefined || isNumber(0, 2, true)(value),
  ],
  ['the frame of orientation', /^goal 0: the frame/, asks(turn, 'frame'), isNumber(0, 2, true)],
  ['the offset of plane', /^goal 0: the offset/, asks(plane, 'offset')],
  ['the normal', /^goal 0: the normal/, asks(plane, 'normal')],
  ['the direction of line', /^goal 0: the direction/, asks(line, 'direction')],
  ['the axis of direction', /^goal 0: the axis/, asks(direction, 'axis')],
  ['the lever arm of direction', /^goal 0: the lever arm/, asks(direction, 'leverArm'), isNumber(Number.MIN_VALUE, 1e9)],
  ['the lever arm', /^goal 0: the lever arm/, asks(turn, 'leverArm'), isNumber(Number.MIN_VALUE, 1e9)],
  ['the masses', /^goal 0: .*masses/, asks(balance, 'masses')],
  ['a mass', /^goal 0: (the )?masses/, (value) => asks(balance, 'masses')([1, 1, value, 1]), isNumber(0, 1e307)],
  ['the centres', /^goal 0: .*centres/, asks(balance, 'centres')],
  ['the support', /^goal 0: .*support/, asks(balance, 'support')],
  [
    'a corner of the support',
    /^goal 0: .*support/,
    (value) => asks(balance, 'support')([[0, 0], value]),
    (v) => v instanceof Float64Array,
  ],
];

const OPTIONS: readonly Door[] = [
  ['the options', /^the options must be an object/, (value) => solve(rest, [], value), isAny],
  ['the options of a stepped solve', /^the options must be an object/, (value) => begin(rest, [], value), isAny],
  ['maxIterations', /^maxIterations/, says('maxIterations'), isNumber(1, 1e6, true)],
  ['maxUpdates', /^maxUpdates/, says('maxUpdates'), isNumber(1, 2 ** 53, true)],
  ['restarts', /^restarts/, says('restarts'), isNumber(0, 1e6, true)],
  ['randomSeed', /^randomSeed/, says('randomSeed'), isNumber(-(2 ** 53), 2 ** 53)],
  ['rootStiffness', /^rootStiffness/, says('rootStiffness'), isNumber(0, 1)],
  ['damping', /^damping/, says('damping'), isNumber(0.1, 1.9)],
  ['maxStep', /^maxStep/, says('maxStep'), isNumber(1e-6, 3)],
  ['comfort', /^comfort/, says('comfort'), isNumber(0, 3)],
  ['reserve', /^reserve/, says('reserve'), isNumber(0, 0.5)],
  ['order', /^order/, says('order')],
  ['seeds', /^seeds/, says('seeds'), isEmpty],
  ['a seed', /^seeds\[1\](:| must be) /, (value) => says('seeds')([rest, value])],
  ['starts', /^starts/, says('starts')],
  ['starts.first', /^starts\.first/, (first) => says('starts')({ first, count: 1 }), isNumber(0, 2 ** 53, true)],
  ['starts.count', /^starts\.count/, (count) => says('starts')({ first: 0, count }), isNumber(1, 2 ** 53, true)],
  ['reference', /^reference(:| must be) /, says('reference')],
  ['into', /^into(:| must be) /, says('into')],
  ['stiffness', /^stiffness/, says('stiffness')],
  ['a stiffness', /^stiffness\[2\]/, (value) => says('stiffness')([0, 0, value, 0]), isNumber(0, 1)],
  ['trace', /^trace/, says('trace')],
  ['the steps of a trace', /^trace/, (steps) => says('trace')({ ...createTrace(), steps }), Array.isArray],
];

const JOINT = { name: 'a', parent: -1, offset: [0, 0, 0] };
const joined = (joint: object) => careless(createSkeleton)([{ ...JOINT, ...joint }]);
const coupled = (value: object) =>
  careless(createSkeleton)(
    [
      { ...JOINT, limit: cone },
      { ...JOINT, limit: { kind: 'hinge', axis: [1, 0, 0], min: 0, max: 1 } },
    ],
    0,
    [{ kind: 'swingByHinge', joint: 0, hinge: 1, side: 0, points: [[0, 1]], ...value }],
  );

const OTHERS: readonly Door[] = [
  ['the start', /^the start(:| must be) /, (value) => solve(value, [])],
  ['the start of a stepped solve', /^the start(:| must be) /, (value) => begin(value, [])],
  ['the skeleton of a solver', /^the skeleton/, careless(createSolver)],
  ['the count of a skeleton', /^the skeleton/, (count) => careless(createSolver)({ ...arm, count })],
  ['the limits of a skeleton', /^the skeleton/, (limits) => careless(createSolver)({ ...arm, limits })],
  ['the joints', /joint/, careless(createSkeleton)],
  ['a joint', /^joint 1/, (value) => careless(createSkeleton)([JOINT, value])],
  ['the name', /^joint 0: the name/, (name) => joined({ name }), (value) => typeof value === 'string'],
  ['the parent', /the parent/, (parent) => joined({ parent }), (value) => value === -1],
  ['the offset', /the offset/, (offset) => joined({ offset })],
  ['the rest rotation', /the rest rotation/, (value) => joined({ rest: value })],
  ['the stiffness of a joint', /stiffness/, (stiffness) => joined({ stiffness }), isNumber(0, 1)],
  ['a limit', /limit/, (limit) => joined({ limit })],
  ['the kind of a limit', /a limit must be/, (kind) => joined({ limit: { kind } })],
  ['the axis of a hinge', /the hinge axis/, (axis) => joined({ limit: { kind: 'hinge', axis, min: 0, max: 1 } })],
  [
    'an end of a hinge',
    /hinge range/,
    (max) => joined({ limit: { kind: 'hinge', axis: [1, 0, 0], min: 0, max } }),
    isNumber(0, 6.3),
  ],
  ['the frame of a cone', /the cone's frame/, (parentFrame) => joined({ limit: { ...cone, parentFrame } })],
  ['the swing of a cone', /swing half-angles/, (swing) => joined({ limit: { ...cone, swing } })],
  [
    'the twist of a cone',
    /twist range/,
    (twist) => joined({ limit: { ...cone, twist } }),
    (value) => value instanceof Float64Array && value.length === 2,
  ],
  ['the root', /root/, (root) => careless(createSkeleton)([JOINT], root), (value) => value === 0],
  ['the couplings', /couplings|coupling 0/, (value) => careless(createSkeleton)([JOINT], 0, value), isEmpty],
  ['the kind of a coupling', /^coupling 0: the kind/, (kind) => coupled({ kind })],
  ['the joint of a coupling', /^coupling 0: joint/, (joint) => coupled({ joint }), (value) => value === 0],
  ['the hinge of a coupling', /^coupling 0: joint/, (hinge) => coupled({ hinge })],
  ['the side of a coupling', /^coupling 0: the side/, (side) => coupled({ side }), isNumber(0, 3, true)],
  ['the points of a coupling', /^coupling 0: .*point/, (points) => coupled({ points })],
  [
    'a point of a coupling',
    /^coupling 0: .*point/,
    (value) => coupled({ points: [[-1, 1], value] }),
    (v) => v instanceof Float64Array && v.length === 2,
  ],
  ['the limits of other limits', /limits/, (value) => careless(withLimits)(arm, value)],
  ['the skeleton of other limits', /^the skeleton/, (value) => careless(withLimits)(value, arm.limits)],
  ['the stiffnesses of other limits', /stiffness/, (value) => careless(withLimits)(arm, arm.limits, value)],
  ['the options to split', /^the options/, (value) => careless(splitStarts)(value, 2), isAny],
  ['the options to count', /^the options/, careless(countStarts), isAny],
  ['the seeds to count', /^seeds/, (seeds) => careless(countStarts)({ seeds }), Array.isArray],
  ['the restarts to count', /^restarts/, (restarts) => careless(countStarts)({ restarts }), isNumber(0, 1e6, true)],
  ['the parts', /^parts/, (value) => careless(splitStarts)({}, value), isNumber(1, 1e300, true)],
  ['the count of solves', /^count/, (value) => careless(splitSolves)(value, 2), isNumber(0, 1e300, true)],
  ['the parts of solves', /^parts/, (value) => careless(splitSolves)(9, value), isNumber(1, 1e300, true)],
  ['the outcomes', /outcome/, careless(joinStarts)],
  ['an outcome', /^outcome 1/, (value) => careless(joinStarts)([{ ...outcome, cost: 1 }, value])],
  ['the cost of an outcome', /^outcome 0/, (cost) => careless(joinStarts)([{ ...outcome, cost }]), Number.isFinite],
  [
    'the start of an outcome',
    /^outcome 0/,
    (start) => careless(joinStarts)([{ ...outcome, start }]),
    (value) => typeof value === 'object' && value !== null,
  ],
];

const isPlace = isNumber(-1e9, 1e9);
const ofBones = { beginPlanar, planarStep, solvePlanar };
const ofSolve = { stepPlanarJoint, stepPlanarSweep, isPlanarLocked, escapePlanar };
const PLANE: readonly Door[] = [
  ...Object.entries(ofBones).flatMap(([name, call]): Door[] => [
    [`the bones of ${name}`, /bone/, (value) => careless(call)(value, target, 0.1)],
    [`a bone of ${name}`, /^bones\[1\]/, (value) => careless(call)([bones[0], value], target, 0.1)],
    [
      `the angle of a bone of ${name}`,
      /^bones\[0\]\.angle/,
      (angle) => careless(call)([{ x: 0, y: 0, angle }], target, 0.1),
      isPlace,
    ],
    [`the target of ${name}`, /^the target/, (value) => careless(call)(bones, value, 0.1)],
    [`a coordinate of the target of ${name}`, /^the target's y/, (y) => careless(call)(bones, { x: 0, y }, 0.1), isPlace],
    [
      `the tolerance of ${name}`,
      /^the tolerance/,
      (value) => careless(call)(bones, target, value),
      isNumber(Number.MIN_VALUE, Number.MAX_VALUE),
    ],
  ]),
  ...Object.entries(ofSolve).flatMap(([name, call]): Door[] => [
    [`the solve of ${name}`, /solve|bones/, careless(call)],
    [`the status of ${name}`, /status/, (status) => careless(call)({ ...planar, status })],
    [`the next of ${name}`, /next/, (next) => careless(call)({ ...planar, next }), isNumber(0, 1, true)],
    [`the bones of ${name}`, /bone/, (value) => careless(call)({ ...planar, bones: value })],
  ]),
  ['the bones of planarPoints', /bone/, careless(planarPoints)],
  ['the bones of planarReach', /bone/, careless(planarReach)],
  ['the solve of planarDistance', /solve|target/, careless(planarDistance)],
  ['the target of planarDistance', /^the target/, (value) => careless(planarDistance)({ bones, target: value })],
  ['the sweeps', /^maxSweeps/, (value) => careless(solvePlanar)(bones, target, 0.1, value), isNumber(1, 1e300, true)],
];

describe.each([
  ['of goals', GOALS],
  ['of options', OPTIONS],
  ['of poses, skeletons and shares', OTHERS],
  ['of the plane', PLANE],
])('whatever comes to the doors %s', (_, doors) => {
  test.each(doors.map(([what, names, enter, isRight = () => false]) => ({ what, names, enter, isRight })))(
    '$what is taken, or refused with a RangeError of one sentence that names it',
    ({ names, enter, isRight }) => {
      let refused = 0;
      for (const value of WRONG) {
        let error: unknown;
        try {
          enter(value);
        } catch (thrown) {
          error = thrown;
        }
        const came = inspect(value);
        if (isRight(value)) {
          expect(error, `taken: ${came}`).toBe(undefined);
          continue;
        }
        expect(error, `refused: ${came}`).toBeInstanceOf(RangeError);
        const { message } = error as RangeError;
        expect(message, came).toMatch(names);
        expect(message).not.toMatch(/\n|\[object|NaN-/);
        expect(message.length).toBeLessThan(400);
        refused++;
      }
      expect(refused).toBeGreaterThan(WRONG.length / 3);
    },
  );
});

describe('fields that nobody knows', () => {
  const skeleton = createSkeleton([{ name: 'joint', parent: -1, offset: [0, 0, 0] }]);
  const goal: Goal = { kind: 'position', joint: 0, target: [0, 0, 0] };

  test.each([
    [[{ ...goal, tolerence: 1 }], {}, 'a goal cannot have the field "tolerence"; near it is "tolerance"'],
    [[{ ...goal, leverArm: 1 }], {}, 'a goal cannot have the field "leverArm"'],
    [[goal], { maxIteration: 3 }, 'the options cannot have the field "maxIteration"; near it is "maxIterations"'],
    [[goal], { qqqq: 1 }, 'the options cannot have the field "qqqq"'],
  ])('are refused with the nearest known ones (%#)', (goals, options, sentence) => {
    expect(() => createSolver(skeleton).solve(restPose(skeleton), goals as Goal[], options as SolveOptions)).toThrow(sentence);
  });
});
