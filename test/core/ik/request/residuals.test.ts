import { describe, expect, test } from 'vitest';
import type { CentreOfMassGoal, Goal } from '../../../../core/ik/request/goals.ts';
import type { GoalResidual } from '../../../../core/ik/request/outcome.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { limitedJoints } from '../../../../core/skeleton/limit-state.ts';
import { rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { anyLoopedProblem, anyProblem } from '../../../helpers/any-problem.ts';
import { cases } from '../../../helpers/extent.ts';
import { matrixKinematics, transformPoint } from '../../../helpers/matrix-kinematics.ts';

type Matrices = readonly (readonly number[])[];

/** What a pose leaves of a goal, metres and radians, from the matrices of its joints alone. */
function leftOf(goal: Goal, world: Matrices): { distance: number; angle: number } {
  switch (goal.kind) {
    case 'position':
      return { distance: apart(pointOf(goal, world), framed(goal.frame, world, goal.target)), angle: 0 };
    case 'plane':
    case 'line': {
      const way = pointOf(goal, world).map((value, i) => value - goal.target[i]!);
      const axis = goal.kind === 'plane' ? goal.normal : goal.direction;
      const along = way.reduce((sum, value, i) => sum + value * axis[i]!, 0);
      return {
        distance: goal.kind === 'plane' ? Math.abs(along) : Math.hypot(...way.map((v, i) => v - along * axis[i]!)),
        angle: 0,
      };
    }
    case 'orientation': {
      if (goal.frame === undefined) return { distance: 0, angle: turnBetween(world[goal.joint]!, goal.target) };
      // The joint's axes as the other joint sees them.
      const [own, other] = [world[goal.joint]!, world[goal.frame]!];
      const seen = Array.from({ length: 12 }, (_, at) => {
        const [row, column] = [Math.floor(at / 4), at % 4];
        return column === 3 ? 0 : [0, 1, 2].reduce((sum, i) => sum + other[4 * i + row]! * own[4 * i + column]!, 0);
      });
      return { distance: 0, angle: turnBetween(seen, goal.target) };
    }
    case 'direction': {
      const [from, tip] = [transformPoint(world[goal.joint]!, [0, 0, 0]), transformPoint(world[goal.joint]!, goal.axis)];
      return {
        distance: 0,
        angle: angleOf(
          tip.map((value, i) => value - from[i]!),
          goal.target,
        ),
      };
    }
    case 'aim': {
      const from = transformPoint(world[goal.joint]!, goal.offset ?? [0, 0, 0]);
      const tip = transformPoint(
        world[goal.joint]!,
        goal.axis.map((value, i) => value + (goal.offset?.[i] ?? 0)),
      );
      return {
        distance: 0,
        angle: angleOf(
          tip.map((value, i) => value - from[i]!),
          goal.target.map((value, i) => value - from[i]!),
        ),
      };
    }
    case 'pole':
      return { distance: apart(transformPoint(world[goal.joint]!, [0, 0, 0]), goal.target), angle: 0 };
    case 'centreOfMass':
      return { distance: outsideSupport(goal, centreOf(goal, world)), angle: 0 };
  }
}

function pointOf(goal: { readonly joint: number; readonly offset?: readonly number[] }, world: Matrices): number[] {
  return transformPoint(world[goal.joint]!, goal.offset ?? [0, 0, 0]);
}

function framed(frame: number | undefined, world: Matrices, target: readonly number[]): readonly number[] {
  return frame === undefined ? target : transformPoint(world[frame]!, target);
}

function apart(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}

function angleOf(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const cross = [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
  return Math.atan2(Math.hypot(...cross), dot);
}

/** Angle of the rotation between a joint's matrix and a quaternion: columns that differ by a chord of 2 sin(θ/2) at most. */
function turnBetween(m: readonly number[], [x, y, z, w]: readonly [number, number, number, number]): number {
  const wanted = [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
  let square = 0;
  for (let row = 0; row < 3; row++) for (let k = 0; k < 3; k++) square += (m[4 * row + k]! - wanted[3 * row + k]!) ** 2;
  // |A − B|² = 8 sin²(θ/2) in Frobenius' norm.
  return 2 * Math.asin(Math.min(1, Math.sqrt(square / 8)));
}

function centreOf(goal: CentreOfMassGoal, world: Matrices): [number, number] {
  let [x, z, total] = [0, 0, 0];
  world.forEach((matrix, j) => {
    const centre = transformPoint(matrix, [goal.centres[3 * j]!, goal.centres[3 * j + 1]!, goal.centres[3 * j + 2]!]);
    x += goal.masses[j]! * centre[0]!;
    z += goal.masses[j]! * centre[2]!;
    total += goal.masses[j]!;
  });
  return [x / total, z / total];
}

/** Metres from a point to a convex support: 0 inside, by the winding angle; else the least over finely divided edges, refined. */
function outsideSupport({ support }: CentreOfMassGoal, [x, z]: readonly [number, number]): number {
  let winding = 0;
  let least = Infinity;
  support.forEach(([ax, az], i) => {
    const [bx, bz] = support[(i + 1) % support.length]!;
    const turn = Math.atan2(bz - z, bx - x) - Math.atan2(az - z, ax - x);
    winding += Math.atan2(Math.sin(turn), Math.cos(turn));
    let [low, high] = [0, 1];
    const at = (t: number): number => Math.hypot(ax + t * (bx - ax) - x, az + t * (bz - az) - z);
    for (let k = 0; k < 100; k++) {
      const third = (high - low) / 3;
      if (at(low + third) < at(high - third)) high -= third;
      else low += third;
    }
    least = Math.min(least, at((low + high) / 2));
  });
  return support.length > 2 && Math.abs(winding) > 3 ? 0 : least;
}

const isSoft = (goal: Goal): boolean => goal.kind === 'pole' || goal.soft === true;

const DEGREE = Math.PI / 180;
const DEFAULT_TOLERANCES = {
  position: 1e-3,
  plane: 1e-3,
  line: 1e-3,
  orientation: DEGREE,
  direction: DEGREE,
  aim: DEGREE,
  pole: Infinity,
  centreOfMass: 5e-3,
};

function toleranceOf(goal: Goal): number {
  return (goal.kind === 'pole' ? undefined : goal.tolerance) ?? DEFAULT_TOLERANCES[goal.kind];
}

/** What starts are compared by; null where a goal weighs a radian by the lengths of its chain. */
function costOf(goals: readonly Goal[], residuals: readonly GoalResidual[]): number | null {
  const priorities = [...new Set(goals.filter((goal) => !isSoft(goal)).map((goal) => goal.priority ?? 0))].sort((a, b) => b - a);
  let cost = 0;
  for (const [g, goal] of goals.entries()) {
    const { reached, distance, angle } = residuals[g]!;
    if (reached || isSoft(goal)) continue;
    if (goal.kind === 'aim') return null;
    const radian = goal.kind === 'orientation' ? Math.SQRT2 * goal.leverArm! : 0;
    const rank = priorities.indexOf(goal.priority ?? 0);
    cost += (goal.weight ?? 1) * 1e-6 ** rank * (distance ** 2 + (radian * angle) ** 2);
  }
  return cost;
}

/** Σ |q − q′|² over the joints of two poses, with the sign of q′ that is nearer. */
function travelBetween(a: Pose, b: Pose, joints: number): number {
  let sum = 0;
  for (let j = 0; j < joints; j++) {
    const [p, q] = [rotationOf(a, j), rotationOf(b, j)];
    const squareOf = (sign: number): number => p.reduce((total, value, i) => total + (value - sign * q[i]!) ** 2, 0);
    sum += Math.min(squareOf(1), squareOf(-1));
  }
  return sum;
}

describe('what an outcome says is left', () => {
  test.each([
    ['the world', anyProblem, cases(500, 1500)],
    ['the world or between joints', anyLoopedProblem, cases(400, 1000)],
  ])(
    'is what its pose leaves, by independent matrices, for every kind of goal in %s (random problems)',
    (_kind, problemOf, count) => {
      const told = { reached: 0, missed: 0 };
      for (let seed = 1; seed <= count; seed++) {
        const { skeleton, start, goals, options } = problemOf(seed);
        const outcome = createSolver(skeleton).solve(start, goals, options);
        const world = matrixKinematics(skeleton, outcome.pose);
        // Far coordinates leave fewer digits.
        const size = 1 + Math.max(...world.flatMap((matrix) => [matrix[3]!, matrix[7]!, matrix[11]!].map(Math.abs)));
        goals.forEach((goal, g) => {
          const says = outcome.residuals[g]!;
          const left = leftOf(goal, world);
          const far =
            'target' in goal && goal.kind !== 'orientation' && goal.kind !== 'direction' ? Math.hypot(...goal.target) : 0;
          expect(Math.abs(says.distance - left.distance), `seed ${seed}, goal ${g}`).toBeLessThan(1e-11 * (size + far));
          expect(Math.abs(says.angle - left.angle), `seed ${seed}, goal ${g}`).toBeLessThan(1e-7);
          expect(says.reached, `seed ${seed}, goal ${g}`).toBe(Math.max(says.distance, says.angle) <= toleranceOf(goal));
          told[says.reached ? 'reached' : 'missed']++;
        });
        const demands: GoalResidual[] = outcome.residuals.filter((_, g) => !isSoft(goals[g]!));
        expect(outcome.distance).toBe(Math.max(0, ...demands.map((left) => left.distance)));
        expect(outcome.angle).toBe(Math.max(0, ...demands.map((left) => left.angle)));
        expect(outcome.status === 'reached', `seed ${seed}`).toBe(demands.every((left) => left.reached));
      }
      expect(Math.min(told.reached, told.missed)).toBeGreaterThan(0.4 * count);
    },
  );

  test('and so are its cost, its travel and the joints on their limits (random problems)', () => {
    const count = cases(400, 1000);
    let costly = 0;
    for (let seed = 1; seed <= count; seed++) {
      const { skeleton, start, goals, options } = anyProblem(seed);
      const { pose, residuals, cost, travel, limited } = createSolver(skeleton).solve(start, goals, options);
      const clamped = createSolver(skeleton).solve(start, []).pose;
      expect(Math.abs(travel - travelBetween(pose, clamped, skeleton.count)), `seed ${seed}`).toBeLessThan(1e-9);
      expect(limited, `seed ${seed}`).toEqual(limitedJoints(skeleton, pose));
      // A soft stretch is content with less than the goals say.
      const left = options.reserve ? null : costOf(goals, residuals);
      if (left === null) continue;
      expect(Math.abs(cost - left), `seed ${seed}`).toBeLessThan(1e-6 * left + 1e-20);
      if (left > 0) costly++;
    }
    expect(costly).toBeGreaterThan(0.2 * count);
  });
});
