import type { CentreOfMassGoal, Goal } from '../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import { VISITING_ORDERS } from '../../core/ik/request/orders.ts';
import type { Quat } from '../../core/math/quat.ts';
import { seededRandom } from '../../core/math/random.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import type { Coupling } from '../../core/skeleton/couplings.ts';
import type { Limit } from '../../core/skeleton/limits.ts';
import { poseLength, type Pose } from '../../core/skeleton/pose.ts';
import { createSkeleton, type JointDefinition, type Skeleton } from '../../core/skeleton/skeleton.ts';

/** Something to solve: any tree, any limits (of no width, of a full turn, lopsided, coupled), any goals and options, any pose. */
export interface Problem {
  readonly skeleton: Skeleton;
  readonly start: Pose;
  readonly goals: readonly Goal[];
  readonly options: SolveOptions;
}

/** Random choices from one seed. */
interface Dice {
  readonly unit: () => number;
  readonly signed: (size?: number) => number;
  readonly chance: (share: number) => boolean;
  readonly below: (count: number) => number;
  readonly pick: <T>(...choices: readonly T[]) => T;
}

function createDice(seed: number): Dice {
  const unit = seededRandom(Math.imul(seed, 0x9e3779b1));
  const below = (count: number) => Math.floor(unit() * count);
  return {
    unit,
    signed: (size = 1) => size * (2 * unit() - 1),
    chance: (share) => unit() < share,
    below,
    pick: (...choices) => choices[below(choices.length)]!,
  };
}

/** The same problem for the same seed. */
export function anyProblem(seed: number): Problem {
  const dice = createDice(seed);
  const count = 1 + Math.floor(dice.unit() * dice.unit() * 14);
  const joints = Array.from({ length: count }, (_, j) => anyJoint(dice, j));
  const limits = joints.map((joint) => joint.limit!);
  const skeleton = createSkeleton(joints, dice.chance(0.8) ? 0 : dice.below(count), anyCouplings(dice, limits));
  const goals: Goal[] = [];
  for (let g = dice.below(6); g > 0; g--) {
    const balanced = goals.some((goal) => goal.kind === 'centreOfMass');
    goals.push(dice.chance(0.12) && !balanced ? anyBalance(dice, count) : anyGoal(dice, count));
  }
  const pose = (): Pose => {
    const size = dice.pick(1, 1, 1, 1e-3, 1e3);
    return Float64Array.from({ length: poseLength(skeleton) }, () => dice.signed(size));
  };
  return { skeleton, start: pose(), goals, options: anyOptions(dice, count, pose) };
}

/** The same problem with one to three goals more: between two joints, on planes and lines, of directions. */
export function anyLoopedProblem(seed: number): Problem {
  const problem = anyProblem(seed);
  const dice = createDice(seed + 0x10000000);
  const { count } = problem.skeleton;
  const more = Array.from({ length: 1 + dice.below(3) }, () => anyLoop(dice, count));
  return { ...problem, goals: [...problem.goals, ...more] };
}

function anyLoop(dice: Dice, count: number): Goal {
  const joint = dice.below(count);
  const shared = { ...anyShared(dice), ...(dice.chance(0.2) ? { maxLinks: dice.below(5) } : {}), joint };
  // A joint alone has none to meet.
  const meets = count > 1 ? { frame: (joint + 1 + dice.below(count - 1)) % count } : {};
  const target: Vec3 = [dice.signed(), dice.signed(), dice.signed()];
  const offset: Vec3 = dice.chance(0.5) ? [0, 0, 0] : [dice.signed(0.2), dice.signed(0.2), dice.signed(0.2)];
  const tolerance = dice.pick(1e-9, 1e-5, 1e-3, 0.1);
  return dice.pick<Goal>(
    { kind: 'position', offset, target, tolerance, ...meets, ...shared },
    { kind: 'position', target: [0, 0, 0], ...meets, ...shared },
    { kind: 'orientation', target: anyTurn(dice), tolerance, leverArm: dice.pick(0.1, 10), ...meets, ...shared },
    { kind: 'plane', offset, target, normal: anyDirection(dice), tolerance, ...shared },
    { kind: 'line', offset, target, direction: anyDirection(dice), tolerance, ...shared },
    {
      kind: 'direction',
      axis: anyDirection(dice),
      target: anyDirection(dice),
      leverArm: dice.pick(0.1, 10),
      tolerance,
      ...shared,
    },
  );
}

function anyDirection(dice: Dice): Vec3 {
  if (dice.chance(0.3)) return dice.pick<Vec3>([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, -1]);
  for (;;) {
    const v: Vec3 = [dice.signed(), dice.signed(), dice.signed()];
    const n = Math.hypot(...v);
    if (n > 0.1 && n < 1) return [v[0] / n, v[1] / n, v[2] / n];
  }
}

function anyTurn(dice: Dice): Quat {
  if (dice.chance(0.3)) return [0, 0, 0, 1];
  const [x, y, z] = anyDirection(dice);
  const half = dice.signed(Math.PI / 2);
  return [x * Math.sin(half), y * Math.sin(half), z * Math.sin(half), Math.cos(half)];
}

function anyRange(dice: Dice, most: number): [number, number] {
  const a = dice.signed(most);
  const b = dice.signed(most);
  const close = Math.min(most, a + 1e-7);
  return dice.pick<[number, number]>([a, a], [-most, most], [a, close], [0, most], [Math.min(a, b), Math.max(a, b)]);
}

function anyLimit(dice: Dice): Limit {
  const half = () => dice.pick(0, 1e-4, 0.3, 1.5 * dice.unit(), Math.PI / 2, 3 * dice.unit(), Math.PI);
  const [min, max] = anyRange(dice, 2 * Math.PI);
  const [from, to] = anyRange(dice, 0.5);
  const parentFrame = anyTurn(dice);
  const a = half();
  const cone: Limit = {
    kind: 'swingTwist',
    parentFrame,
    childFrame: dice.chance(0.5) ? parentFrame : anyTurn(dice),
    swing: dice.chance(0.5) ? [a, a, a, a] : [half(), half(), half(), half()],
    twist: anyRange(dice, Math.PI),
  };
  const hinge: Limit = { kind: 'hinge', axis: anyDirection(dice), min, max };
  return dice.pick<Limit>(
    { kind: 'free' },
    hinge,
    hinge,
    { kind: 'prismatic', axis: anyDirection(dice), min: from, max: to },
    cone,
    cone,
    cone,
  );
}

function anyJoint(dice: Dice, j: number): JointDefinition {
  const parent = dice.chance(0.6) ? j - 1 : dice.below(j + 1) - 1;
  const offset: Vec3 = dice.chance(0.1) ? [0, 0, 0] : [dice.signed(0.4), dice.signed(0.4), dice.signed(0.4)];
  const stiffness = dice.pick(0, 0, 0, 0, 0.5, 0.9, 1);
  return { name: `joint${j}`, parent, offset, rest: anyTurn(dice), limit: anyLimit(dice), stiffness };
}

function anyCouplings(dice: Dice, limits: readonly Limit[]): Coupling[] {
  const hinges = limits.flatMap((limit, j) => (limit.kind === 'hinge' && limit.max - limit.min < 2 * Math.PI ? [j] : []));
  return limits.flatMap((limit, joint): Coupling[] => {
    if (limit.kind !== 'swingTwist' || dice.chance(0.6)) return [];
    const a = dice.signed(2);
    const middle = dice.signed();
    const twist: Coupling = {
      kind: 'twistBySwing',
      joint,
      points: [
        [0, -2 * dice.unit(), 2 * dice.unit()],
        [1 + dice.unit(), middle, middle + dice.unit()],
      ],
    };
    const points = [
      [a, 2 * dice.unit()],
      [a + 0.1 + dice.unit(), 2 * dice.unit()],
    ] as const;
    if (hinges.length === 0) return [twist];
    const swing: Coupling = { kind: 'swingByHinge', joint, hinge: dice.pick(...hinges), side: dice.pick(0, 1, 2, 3), points };
    return dice.pick<Coupling[]>([twist], [swing], [twist, swing]);
  });
}

function anyShared(dice: Dice) {
  return {
    ...(dice.chance(0.3) ? { weight: dice.pick(0.1, 10, 1e-6, 1e6) } : {}),
    ...(dice.chance(0.3) ? { priority: dice.pick(0, 1, 2, -3) } : {}),
    ...(dice.chance(0.15) ? { soft: true } : {}),
    ...(dice.chance(0.3) ? { order: dice.pick(...VISITING_ORDERS) } : {}),
  };
}

function anyGoal(dice: Dice, count: number): Goal {
  const shared = { ...anyShared(dice), ...(dice.chance(0.2) ? { maxLinks: dice.below(5) } : {}), joint: dice.below(count) };
  const target = dice.pick<Vec3>(
    [dice.signed(), dice.signed(), dice.signed()],
    [dice.signed(0.3), dice.signed(0.3), dice.signed(0.3)],
    [0, 0, 0],
    [1e4 * dice.signed(), 1e4, 1e4],
  );
  const offset: Vec3 = dice.chance(0.5) ? [0, 0, 0] : [dice.signed(0.2), dice.signed(0.2), dice.signed(0.2)];
  const tolerance = dice.pick(1e-9, 1e-5, 1e-3, 0.1);
  return dice.pick<Goal>(
    { kind: 'position', offset, target, tolerance, ...shared },
    { kind: 'position', target, ...shared },
    { kind: 'orientation', target: anyTurn(dice), tolerance, leverArm: dice.pick(1e-6, 0.1, 100), ...shared },
    { kind: 'aim', axis: anyDirection(dice), offset, target, ...shared },
    { kind: 'pole', target, ...shared },
  );
}

function anyBalance(dice: Dice, count: number): CentreOfMassGoal {
  const corners = dice.pick(1, 2, 4);
  return {
    kind: 'centreOfMass',
    masses: Array.from({ length: count }, (_, j) => (j === 0 ? 1 : dice.pick(0, 100) * dice.unit())),
    centres: Array.from({ length: 3 * count }, () => dice.signed(0.2)),
    support: Array.from({ length: corners }, (_, i): [number, number] => [
      0.2 * Math.cos((2 * Math.PI * i) / corners),
      0.2 * Math.sin((2 * Math.PI * i) / corners),
    ]),
    ...anyShared(dice),
  };
}

function anyOptions(dice: Dice, count: number, pose: () => Pose): SolveOptions {
  return {
    restarts: dice.pick(0, 1, 3),
    ...(dice.chance(0.4) ? { order: dice.pick(...VISITING_ORDERS) } : {}),
    ...(dice.chance(0.5) ? { maxIterations: dice.pick(1, 2, 5, 30) } : {}),
    ...(dice.chance(0.4) ? { rootStiffness: dice.pick(0, 0.5, 0.9) } : {}),
    ...(dice.chance(0.3) ? { damping: dice.pick(0.1, 0.8, 1.2, 1.9) } : {}),
    ...(dice.chance(0.2) ? { maxStep: dice.pick(0.05, 0.5, 1e-6) } : {}),
    ...(dice.chance(0.2) ? { comfort: dice.pick(0.05, 0.5, 3) } : {}),
    ...(dice.chance(0.25) ? { reserve: dice.pick(0.05, 0.3, 0.5) } : {}),
    ...(dice.chance(0.3) ? { seeds: [pose(), pose()] } : {}),
    ...(dice.chance(0.25) ? { reference: pose() } : {}),
    ...(dice.chance(0.25) ? { stiffness: Array.from({ length: count }, () => dice.pick(0, 0.3, 0.9, 1)) } : {}),
  };
}
