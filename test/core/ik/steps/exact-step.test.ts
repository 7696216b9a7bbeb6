import { describe, expect, test } from 'vitest';
import { writePose } from '../../../../core/ik/mechanism/configuration.ts';
import { createMechanism } from '../../../../core/ik/mechanism/mechanism.ts';
import { loadStart } from '../../../../core/ik/mechanism/start-pose.ts';
import { compileTask } from '../../../../core/ik/mechanism/compile-task.ts';
import { createWorkspace, setCostWeights, refresh } from '../../../../core/ik/mechanism/workspace.ts';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { stepJoint } from '../../../../core/ik/steps/joint-step.ts';
import { angleBetween, fromAxisAngle, multiply, normalizeQuat, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { normalize, type Vec3 } from '../../../../core/math/vec3.ts';
import type { Limit } from '../../../../core/skeleton/limits.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../../../core/skeleton/skeleton.ts';
import { matrixKinematics, transformPoint } from '../../../helpers/matrix-kinematics.ts';

/** Metres a radian of an orientation, and of an aim whose chain has no length. */
const LEVER = 0.3;
const AIM_LEVER = 0.1;

const dice = seededRandom(41);
const signed = (size = 1): number => size * (2 * dice() - 1);
const vector = (size = 1): Vec3 => [signed(size), signed(size), signed(size)];
const turn = (): Quat => fromAxisAngle(normalize(vector()), signed(Math.PI));

/** A joint that moves, below one and above three that do not; the last hangs in another branch and counts for the balance alone. */
function figure(limit: Limit): Skeleton {
  const still = { stiffness: 1 };
  return createSkeleton([
    { name: 'base', parent: -1, offset: vector(), rest: turn(), ...still },
    { name: 'joint', parent: 0, offset: vector(), rest: turn(), limit },
    { name: 'left', parent: 1, offset: vector(0.5), rest: turn(), ...still },
    { name: 'right', parent: 1, offset: vector(0.5), rest: turn(), ...still },
    { name: 'tip', parent: 2, offset: vector(0.5), rest: turn(), ...still },
    { name: 'other', parent: 0, offset: vector(0.5), rest: turn(), ...still },
  ]);
}

const MASSES = [3, 2, 1, 4, 2, 5];

function anyGoals(slides: boolean): Goal[] {
  const weight = 0.2 + dice();
  const goals: Goal[] = [
    { kind: 'position', joint: 4, offset: vector(0.3), target: vector(), weight },
    { kind: 'position', joint: 3, target: vector(), weight: 0.5 },
    { kind: 'orientation', joint: 3, target: turn(), weight: 2 * weight, leverArm: LEVER },
    {
      kind: 'centreOfMass',
      masses: MASSES,
      centres: Array.from({ length: 18 }, () => signed(0.3)),
      support: [[signed(), signed()]],
      weight: 1 + 3 * dice(),
    },
  ];
  // The direction to what is aimed at stays as it is only while the aim's origin does.
  if (!slides) goals.push({ kind: 'aim', joint: 1, axis: normalize(vector()), target: vector(), weight: 20 });
  return goals.filter(() => dice() < 0.6);
}

/** Σ w |R u − v|² over the pairs of the goals, from matrices: what the step of a joint is to make least. */
function costOf(skeleton: Skeleton, pose: Pose, goals: readonly Goal[], before: readonly (readonly number[])[]): number {
  const world = matrixKinematics(skeleton, pose);
  return goals.reduce((sum, goal) => sum + (goal.weight ?? 1) * leftOf(goal, world, before), 0);
}

type Matrices = readonly (readonly number[])[];

function leftOf(goal: Goal, world: Matrices, before: Matrices): number {
  switch (goal.kind) {
    case 'position':
      return square(transformPoint(world[goal.joint]!, goal.offset ?? [0, 0, 0]), goal.target);
    case 'orientation':
      // Three axes of length λ.
      return [0, 1, 2].reduce((sum, k) => {
        const axis = [0, 1, 2].map((i) => (i === k ? LEVER : 0));
        const wanted = rotated(goal.target, axis);
        return sum + square(wanted, direction(world[goal.joint]!, axis));
      }, 0);
    case 'aim': {
      const from = transformPoint(world[goal.joint]!, [0, 0, 0]);
      const to = goal.target.map((value, i) => value - from[i]!);
      const wanted = to.map((value) => value / Math.hypot(...to));
      return 2 * AIM_LEVER ** 2 * square(direction(world[goal.joint]!, goal.axis), wanted);
    }
    case 'centreOfMass': {
      const at = (matrices: Matrices): number[] =>
        [0, 1, 2].map(
          (i) =>
            matrices.reduce((sum, matrix, j) => {
              const centre = [goal.centres[3 * j]!, goal.centres[3 * j + 1]!, goal.centres[3 * j + 2]!];
              return sum + goal.masses[j]! * transformPoint(matrix, centre)[i]!;
            }, 0) / MASSES.reduce((a, b) => a + b),
        );
      // It keeps its height.
      return square(at(world), [goal.support[0]![0], at(before)[1]!, goal.support[0]![1]]);
    }
    // Steps towards what follows the pose are no longer the least of one function.
    case 'plane':
    case 'line':
    case 'direction':
    case 'pole':
      return 0;
  }
}

function square(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0);
}

function direction(matrix: readonly number[], v: readonly number[]): number[] {
  const [tip, from] = [transformPoint(matrix, v), transformPoint(matrix, [0, 0, 0])];
  return tip.map((value, i) => value - from[i]!);
}

function rotated([x, y, z, w]: Quat, v: readonly number[]): number[] {
  const matrix = [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    0,
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    0,
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
    0,
  ];
  return transformPoint(matrix, v);
}

/** The pose after one step of joint 1, taken with the solver's own step and nothing else; the effectors must have been carried along. */
function step(skeleton: Skeleton, start: Pose, goals: readonly Goal[]): Pose {
  const ws = createWorkspace(createMechanism(skeleton));
  compileTask(ws.task, ws.mechanism, goals, {});
  loadStart(ws, start, null);
  setCostWeights(ws, ws.task.rankCount - 1);
  refresh(ws);
  const hasMoved = stepJoint(ws, 1);
  const seen = (): number[] => [...ws.effectors.points, ...ws.effectors.directions, ...ws.effectors.rotations];
  const carried = seen();
  refresh(ws);
  seen().forEach((value, i) => expect(Math.abs(value - carried[i]!)).toBeLessThan(1e-9));
  const found = writePose(ws.mechanism, ws.now, ws.moved, start, start.slice());
  // Twice the sine of half the angle, or the way of a slide.
  const turned = 2 * Math.sin(angleBetween(rotationOf(start, 1), rotationOf(found, 1)) / 2);
  const slid = skeleton.limits[1]!.kind === 'prismatic' ? Math.abs(found.at(-1)! - start.at(-1)!) : 0;
  expect(ws.stepSize).toBeCloseTo(turned + slid, 6);
  expect(hasMoved).toBe(ws.stepSize > 0);
  return found;
}

/** Checks 200 steps of a joint against other places where it could have gone; how many of them gained anything. */
function compare(
  limitOf: () => Limit,
  startOf: (limit: Limit, pose: Pose) => void,
  others: (limit: Limit, found: Pose) => Pose[],
): number {
  let moved = 0;
  for (let i = 0; i < 200; i++) {
    const limit = limitOf();
    const skeleton = figure(limit);
    const goals = anyGoals(limit.kind === 'prismatic');
    if (goals.length === 0) continue;
    const start = restPose(skeleton);
    for (const j of [0, 2, 3, 4, 5]) setRotation(start, j, turn());
    startOf(limit, start);
    const before = matrixKinematics(skeleton, start);
    const found = step(skeleton, start, goals);
    const cost = costOf(skeleton, found, goals, before);
    if (costOf(skeleton, start, goals, before) > cost + 1e-6) moved++;
    const least = Math.min(...[start, ...others(limit, found)].map((other) => costOf(skeleton, other, goals, before)));
    expect(cost, `case ${i}: ${goals.map((goal) => goal.kind).join()}`).toBeLessThan(least + 1e-9);
  }
  return moved;
}

describe('one step serves all goals below a joint best: positions, orientations, aims and the centre of mass, weighted', () => {
  test('a hinge: no angle of its range is better', () => {
    const moved = compare(
      () => {
        const min = -signed(Math.PI) - 1;
        return { kind: 'hinge', axis: normalize(vector()), min, max: min + dice() * Math.PI };
      },
      (limit, pose) => {
        if (limit.kind === 'hinge') setRotation(pose, 1, fromAxisAngle(limit.axis, limit.min + dice() * (limit.max - limit.min)));
      },
      (limit, found) =>
        limit.kind === 'hinge'
          ? Array.from({ length: 101 }, (_, k) => {
              const other = found.slice();
              setRotation(other, 1, fromAxisAngle(limit.axis, limit.min + ((limit.max - limit.min) * k) / 100));
              return other;
            })
          : [],
    );
    expect(moved).toBeGreaterThan(100);
  });

  test('a ball: no rotation nearby or elsewhere is better', () => {
    const moved = compare(
      () => ({ kind: 'free' }),
      (_, pose) => setRotation(pose, 1, turn()),
      (_, found) =>
        Array.from({ length: 60 }, (__, k) => {
          const other = found.slice();
          const away = k < 40 ? fromAxisAngle(normalize(vector()), 10 ** -(1 + (k % 4))) : turn();
          setRotation(other, 1, normalizeQuat(multiply(away, rotationOf(found, 1))));
          return other;
        }),
    );
    expect(moved).toBeGreaterThan(100);
  });

  test('a slide: no place of its range is better', () => {
    const moved = compare(
      () => {
        const min = signed() - 0.5;
        return { kind: 'prismatic', axis: normalize(vector()), min, max: min + dice() };
      },
      (limit, pose) => {
        if (limit.kind === 'prismatic') pose[pose.length - 1] = limit.min + dice() * (limit.max - limit.min);
      },
      (limit, found) =>
        limit.kind === 'prismatic'
          ? Array.from({ length: 101 }, (_, k) => {
              const other = found.slice();
              other[other.length - 1] = limit.min + ((limit.max - limit.min) * k) / 100;
              return other;
            })
          : [],
    );
    expect(moved).toBeGreaterThan(100);
  });
});
