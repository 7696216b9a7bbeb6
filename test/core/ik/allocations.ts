// Prints, as JSON, what solves allocate that write into a pose of the caller's: a program of its own, run by `allocations.test.ts`, whose engine compiles
// early and inlines no call, so that every number that one function hands to another counts.
import type { Goal } from '../../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../../core/ik/request/options.ts';
import type { GoalResidual, Outcome } from '../../../core/ik/request/outcome.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { cone } from '../../../core/skeleton/make-limit.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../../core/skeleton/skeleton.ts';
import { countAllocations } from '../../helpers/count-allocations.ts';
import { coupledLeg, HIGH_KICK } from '../../helpers/coupled-leg.ts';
import { HAND, humanArm, testBiped } from '../../helpers/ik-chains.ts';

interface Case {
  readonly name: string;
  readonly skeleton: Skeleton;
  readonly goals: readonly Goal[];
  readonly options?: SolveOptions;
}

const arm = humanArm();
const { skeleton: biped } = testBiped();
const cones = createSkeleton(
  Array.from({ length: 10 }, (_, j) => ({
    name: `link${j}`,
    parent: j - 1,
    offset: [0, j && 0.1, 0] as const,
    limit: cone({ axis: [0, 1, 0], half: 0.25, min: -0.1, max: 0.1 }),
  })),
);
const dice = seededRandom(4);
const near = (): Vec3 => [dice() - 0.5, 2 * dice(), dice() - 0.5];
const points = (count: number): Goal[] =>
  Array.from({ length: count }, (_, i) => ({ kind: 'position', joint: (7 * i) % biped.count, target: near() }));
const few = { restarts: 2 };
const seeds = [0.2, -0.4, 0.7, 0.1].map((angle) => {
  const pose = restPose(arm);
  setRotation(pose, 0, fromAxisAngle([1, 0, 0], angle));
  return pose;
});

const cases: readonly Case[] = [
  { name: 'arm, in reach', skeleton: arm, goals: [{ kind: 'position', joint: 3, offset: HAND, target: [0.35, 0.2, 0.3] }] },
  { name: 'arm, out of reach', skeleton: arm, goals: [{ kind: 'position', joint: 3, offset: HAND, target: [3, 2, 1] }] },
  {
    name: 'seeds',
    skeleton: arm,
    goals: [{ kind: 'position', joint: 3, offset: HAND, target: [3, 2, 1] }],
    options: { seeds, restarts: 0 },
  },
  { name: 'cones', skeleton: cones, goals: [{ kind: 'position', joint: 9, target: [0, 0.1, 0.05] }], options: few },
  { name: 'biped', skeleton: biped, goals: points(3), options: few },
  {
    name: 'priorities',
    skeleton: biped,
    goals: points(4).map((goal, i) => ({ ...goal, priority: i })),
    options: { restarts: 0 },
  },
  { name: 'coupled limits', skeleton: coupledLeg(), goals: HIGH_KICK.slice(0, 1), options: { restarts: 3 } },
  { name: 'many goals', skeleton: biped, goals: points(40), options: { restarts: 0, rootStiffness: 0 } },
];

/** In an array, so that the engine does not know it: a number times this one is a new number. */
const ONE = new Float64Array([1]);

/** Makes a second outcome of the same numbers: what one that is new takes. */
function copy(outcome: Outcome): Outcome {
  const once = ONE[0]!;
  const residuals: GoalResidual[] = [];
  for (let g = 0; g < outcome.residuals.length; g++) {
    const { distance, angle, reached, reason, conflicts } = outcome.residuals[g]!;
    residuals.push({
      distance: once * distance,
      angle: once * angle,
      reached,
      reason,
      conflicts: conflicts.length === 0 ? conflicts : copyList(conflicts),
    });
  }
  const { status, pose, distance, angle, cost, settled, travel, iterations, updates, start } = outcome;
  const costs = copyList(outcome.costs);
  const limited = copyList(outcome.limited);
  const clamped = copyList(outcome.clamped);
  const { kind, index } = start;
  const first = { kind, index };
  return {
    status,
    pose,
    residuals,
    distance: once * distance,
    angle: once * angle,
    cost: once * cost,
    costs,
    settled,
    travel: once * travel,
    iterations,
    updates,
    limited,
    clamped,
    start: first,
  };
}

function copyList(list: readonly number[]): number[] {
  const own: number[] = [];
  for (let i = 0; i < list.length; i++) own.push(list[i]!);
  return own;
}

const measured: { name: string; status: string; goals: number; bytes: number; outcome: number }[] = [];
for (const { name, skeleton, goals, options } of cases) {
  const solver = createSolver(skeleton);
  const start = restPose(skeleton);
  const into = { ...options, into: start.slice() };
  const bytes = await countAllocations(() => solver.solve(start, goals, into));
  const outcome = solver.solve(start, goals, into);
  measured.push({
    name,
    status: outcome.status,
    goals: goals.length,
    bytes,
    outcome: await countAllocations(() => copy(outcome)),
  });
}
console.log(JSON.stringify(measured));
