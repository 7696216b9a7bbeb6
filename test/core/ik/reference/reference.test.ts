import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle, multiply, rotate, shortestArc, slerp, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { normalize, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { clampPose, isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import type { Limit } from '../../../../core/skeleton/limits.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../../../core/skeleton/skeleton.ts';
import {
  between,
  coneAbout,
  HAND,
  hingeAbout,
  humanArm,
  placeOf,
  randomPose,
  straightChain,
  testBiped,
  TIP,
  turnsBetween,
} from '../../../helpers/ik-chains.ts';

const LENGTH = 0.1;
const RANGE = 75 * DEGREES;

/** A closed curve in front of the arm along which it runs into the cones of clavicle and wrist, in steps of a centimetre at most. */
function path(frames: number): Vec3[] {
  return Array.from({ length: frames }, (_, i): Vec3 => {
    const t = (2 * Math.PI * i) / 190;
    return [0.42 + 0.16 * Math.cos(t), -0.08 + 0.2 * Math.sin(2 * t), 0.3 + 0.12 * Math.sin(t)];
  });
}

function thereAndBack(skeleton: Skeleton, targets: readonly (readonly Goal[])[], reference: Pose) {
  const solver = createSolver(skeleton);
  const poses: Pose[] = [];
  let pose = reference;
  let farthest = 0;
  for (const goals of targets) {
    const outcome = solver.solve(pose, goals, { reference });
    expect(outcome.status).toBe('reached');
    expect(isInsideLimits(skeleton, outcome.pose)).toBe(true);
    if (poses.length > 0) farthest = Math.max(farthest, ...turnsBetween(skeleton, pose, outcome.pose));
    pose = outcome.pose;
    poses.push(pose);
  }
  let apart = 0;
  for (let i = targets.length - 1; i >= 0; i--) {
    pose = solver.solve(pose, targets[i]!, { reference }).pose;
    apart = Math.max(apart, ...turnsBetween(skeleton, pose, poses[i]!));
  }
  return { farthest, apart };
}

describe('the pose nearest to a reference', () => {
  test.each([
    ['the rest pose', restPose(humanArm())],
    ['a bent arm', bent(humanArm(), 60)],
  ])('along a path of 600 frames and back the arm comes through the same poses within 1°, with %s as reference', (_, pose) => {
    const targets = path(600).map((target): Goal[] => [{ kind: 'position', joint: 3, offset: HAND, target }]);
    const { farthest, apart } = thereAndBack(humanArm(), targets, pose);
    expect(apart).toBeLessThan(DEGREES);
    expect(farthest).toBeLessThan(3 * DEGREES);
  });

  test('going through other poses to a target leads to the same pose as going there at once', () => {
    const arm = humanArm();
    const solver = createSolver(arm);
    const reference = bent(arm, 40);
    const reach = (pose: Pose, target: Vec3): Pose =>
      solver.solve(pose, [{ kind: 'position', joint: 3, offset: HAND, target, tolerance: 1e-5 }], { reference }).pose;
    const target: Vec3 = [0.4, 0.1, 0.35];
    const straightThere = reach(reference, target);
    let round = reference;
    for (const point of path(190)) round = reach(round, point);
    expect(Math.max(...turnsBetween(arm, reach(round, target), straightThere))).toBeLessThan(DEGREES);
  });

  test('three hinges in a plane come as near as the best of the poses around theirs, and mostly as the best of all', () => {
    const chain = straightChain(3, hingeAbout([1, 0, 0], -75, 75), LENGTH);
    const solver = createSolver(chain);
    const random = seededRandom(5);
    let compared = 0;
    let best = 0;
    for (let i = 0; i < 60; i++) {
      const wanted = [0, 1, 2].map(() => RANGE * (2 * random() - 1));
      const reference = angles(chain, wanted);
      const near = angles(
        chain,
        wanted.map((angle) => Math.max(-RANGE, Math.min(RANGE, angle + 0.5 * (2 * random() - 1)))),
      );
      const target = placeOf(chain, near, 2, TIP);
      const goal: Goal = { kind: 'position', joint: 2, offset: TIP, target, tolerance: 1e-6 };
      const { pose, status } = solver.solve(reference, [goal], { reference });
      if (status !== 'reached') continue;
      compared++;
      const found = distance(pose, reference);
      const around = [0, 1, 2].map((j) => 2 * Math.atan2(rotationOf(pose, j)[0], rotationOf(pose, j)[3]));
      expect(found).toBeLessThan(nearestByScanning(target, wanted, around, 0.1) + 2e-3);
      if (found < nearestByScanning(target, wanted, [0, 0, 0], RANGE) + 2e-3) best++;
    }
    expect(compared).toBeGreaterThan(50);
    expect(best / compared).toBeGreaterThan(0.8);
  });

  test('moves only joints that a goal may move: locked ones, those beyond maxLinks and those without a goal keep their bytes (100 random poses, seed 48)', () => {
    const { skeleton, joint } = testBiped();
    const solver = createSolver(skeleton);
    const random = seededRandom(48);
    const left = ['clavicleL', 'shoulderL', 'elbowL', 'wristL'].map(joint);
    const right = ['clavicleR', 'shoulderR', 'elbowR', 'wristR'].map(joint);
    const stiffness = skeleton.names.map((_, j) => (left.includes(j) ? 1 : 0));
    let nearer = 0;
    for (let i = 0; i < 100; i++) {
      const start = randomPose(skeleton, random);
      const reference = randomPose(skeleton, random);
      const stay = (name: string, maxLinks: number): Goal => {
        return { kind: 'position', joint: joint(name), target: placeOf(skeleton, start, joint(name)), maxLinks };
      };
      const away: Goal = { kind: 'position', joint: joint('wristL'), target: [1, 2, 3], maxLinks: 4 };
      const held = stay('wristL', 4);
      for (const goals of [[held], [away], [held, away], []]) {
        expect(solver.solve(start, goals, { reference, stiffness, restarts: 2 }).pose).toEqual(start);
      }
      // Beside them, an arm that its goal leaves free to choose goes there.
      const { pose, status } = solver.solve(start, [held, stay('wristR', 4)], { reference, stiffness });
      expect(status).toBe('reached');
      const keeps = (j: number): boolean => rotationOf(pose, j).every((value, k) => value === rotationOf(start, j)[k]);
      for (let j = 0; j < skeleton.count; j++) if (!right.includes(j)) expect(keeps(j)).toBe(true);
      if (distance(pose, reference) < distance(start, reference)) nearer++;
    }
    expect(nearer).toBeGreaterThan(90);
  });

  test('a ball turns to its target from the reference by the shortest arc, wherever it came from (300 random ones, seed 46)', () => {
    const random = seededRandom(46);
    const direction = (): Vec3 => normalize([random() - 0.5, random() - 0.5, random() - 0.5]);
    const turn = (): Quat => fromAxisAngle(direction(), 6 * random());
    const ball = createSkeleton([{ name: 'ball', parent: -1, offset: [0, 0, 0], rest: turn() }]);
    const rest = worldRotation(forwardKinematics(ball, restPose(ball)), 0);
    for (let i = 0; i < 300; i++) {
      const [start, reference] = [restPose(ball), restPose(ball)];
      setRotation(start, 0, turn());
      setRotation(reference, 0, turn());
      const [offset, target] = [direction(), direction()];
      const goal: Goal = { kind: 'position', joint: 0, offset, target, tolerance: 1e-6 };
      const { pose } = createSolver(ball).solve(start, [goal], { reference });
      const wanted = multiply(rest, rotationOf(reference, 0));
      const nearest = multiply(shortestArc(rotate(wanted, offset), target), wanted);
      // A step that leaves little more than this to go is the last.
      expect(angleBetween(multiply(rest, rotationOf(pose, 0)), nearest), `case ${i}`).toBeLessThan(DEGREES / 2);
    }
  });

  test('a hinge of a full turn goes to the angle of its reference the short way round', () => {
    const limits: Limit[] = [{ kind: 'free' }, hingeAbout([0, 1, 0], -180, 180)];
    const spin = createSkeleton(
      limits.map((limit, j) => ({ name: `j${j}`, parent: j - 1, offset: [0, 0.1 * j, 0] as const, limit })),
    );
    const at = (angle: number): Pose => {
      const pose = restPose(spin);
      setRotation(pose, 1, fromAxisAngle([0, 1, 0], angle));
      return pose;
    };
    // A point on the hinge's axis stays where it is, whatever the angle.
    const goal: Goal = { kind: 'position', joint: 1, offset: TIP, target: [0, 0.2, 0] };
    for (const [from, to] of [
      [3, -3],
      [-2.5, 2.9],
      [0.4, -1],
    ] as const) {
      const solver = createSolver(spin);
      let pose = at(from);
      // Little by little, never through the other half of the circle.
      for (let i = 0; i < 40; i++) {
        pose = solver.solve(pose, [goal], { reference: at(to) }).pose;
        const way = angleBetween(rotationOf(at(from), 1), rotationOf(at(to), 1));
        expect(angleBetween(rotationOf(pose, 1), rotationOf(at(to), 1))).toBeLessThanOrEqual(way + 1e-3);
      }
      for (const j of [0, 1]) expect(angleBetween(rotationOf(pose, j), rotationOf(at(to), j))).toBeLessThan(1e-3);
    }
  });

  test('free joints, cones, hinges, and the root translation all take part', () => {
    const { skeleton, start, joint } = testBiped();
    const ends = ['wristL', 'wristR', 'footL', 'footR', 'head'].map(joint);
    const solver = createSolver(skeleton);
    const goalsOf = (pose: Pose): Goal[] => {
      const world = forwardKinematics(skeleton, pose);
      return ends.map((end): Goal => ({ kind: 'position', joint: end, target: pointOf(world, end, [0, 0, 0]) }));
    };
    const random = seededRandom(9);
    const sums = { plain: 0, nearest: 0 };
    for (let i = 0; i < 20; i++) {
      const wanted = clampPose(skeleton, mixed(skeleton, start, randomPose(skeleton, random), 0.3)).pose;
      const options = { rootStiffness: 0.5 };
      const plain = solver.solve(start, goalsOf(wanted), options);
      const nearest = solver.solve(start, goalsOf(wanted), { ...options, reference: start });
      expect(nearest.status).toBe('reached');
      sums.plain += distance(plain.pose, start);
      sums.nearest += distance(nearest.pose, start);
    }
    expect(sums.nearest).toBeLessThan(0.7 * sums.plain);
  });

  test.each([
    ['cones', straightChain(12, coneAbout([0, 1, 0], 60, [-30, 30]))],
    ['free joints', straightChain(12)],
  ])('a chain of %s ends where no nearby pose that reaches the target is nearer', (_, chain) => {
    const solver = createSolver(chain);
    const random = seededRandom(3);
    const reference = clampPose(chain, mixed(chain, restPose(chain), randomPose(chain, random), 0.3)).pose;
    const target = placeOf(chain, clampPose(chain, mixed(chain, reference, randomPose(chain, random), 0.3)).pose, 11, TIP);
    const goal: Goal = { kind: 'position', joint: 11, offset: TIP, target, tolerance: 1e-6 };
    const { pose } = solver.solve(reference, [goal], { reference });
    const reached = distance(pose, reference);
    for (let i = 0; i < 200; i++) {
      const nudged = clampPose(chain, mixed(chain, pose, randomPose(chain, random), 0.02)).pose;
      const back = solver.solve(nudged, [goal], { restarts: 0 });
      expect(between(placeOf(chain, back.pose, 11, TIP), target)).toBeLessThan(1e-5);
      expect(distance(back.pose, reference)).toBeGreaterThan(reached - 1e-4);
    }
  });

  test('a pose that reaches the goals already goes to the nearest one too, and there holding still changes no byte', () => {
    const arm = humanArm();
    const solver = createSolver(arm);
    const reference = restPose(arm);
    const goals: Goal[] = [{ kind: 'position', joint: 3, offset: HAND, target: [0.3, 0.2, 0.3] }];
    const first = solver.solve(reference, goals, { reference });
    const again = solver.solve(first.pose, goals, { reference });
    expect(again.pose).toEqual(first.pose);
    const elsewhere = solver.solve(bent(arm, 80), goals).pose;
    let pose = elsewhere;
    for (let i = 0; i < 20; i++) pose = solver.solve(pose, goals, { reference }).pose;
    expect(Math.max(...turnsBetween(arm, elsewhere, first.pose))).toBeGreaterThan(5 * DEGREES);
    expect(Math.max(...turnsBetween(arm, pose, first.pose))).toBeLessThan(DEGREES);
  });

  test('a target that moves a centimetre is followed in one step to within a third of a degree of the nearest pose, and held it changes no byte', () => {
    const arm = humanArm();
    const solver = createSolver(arm);
    const reference = bent(arm, 30);
    let pose = reference;
    let exact = reference;
    let steps = 0;
    path(190).forEach((target, frame) => {
      const goals: Goal[] = [{ kind: 'position', joint: 3, offset: HAND, target }];
      const outcome = solver.solve(pose, goals, { reference });
      pose = outcome.pose;
      // From both sides of it, the nearest pose to a fine tolerance.
      for (let i = 0; i < 4; i++) {
        const side: Vec3 = i === 3 ? target : [target[0], target[1], target[2] + 1e-3];
        exact = solver.solve(exact, [{ ...goals[0], target: side, tolerance: 1e-6 } as Goal], { reference }).pose;
      }
      expect(solver.solve(pose, goals, { reference }).pose).toEqual(pose);
      if (frame === 0) return;
      steps += outcome.iterations;
      expect(Math.max(...turnsBetween(arm, pose, exact)), `frame ${frame}`).toBeLessThan(DEGREES / 3);
    });
    expect(steps / 189).toBeLessThan(1.3);
  });

  test('a reference that is no pose of the skeleton is refused', () => {
    const arm = humanArm();
    const reference = restPose(straightChain(2));
    expect(() => createSolver(arm).solve(restPose(arm), [], { reference })).toThrow(RangeError);
    expect(() => createSolver(arm).solve(restPose(arm), [], { reference: restPose(arm).fill(NaN) })).toThrow(RangeError);
  });
});

function bent(arm: Skeleton, degrees: number): Pose {
  const pose = restPose(arm);
  setRotation(pose, 2, fromAxisAngle([0, -1, 0], degrees * DEGREES));
  setRotation(pose, 1, fromAxisAngle([0, 0, 1], (-degrees / 2) * DEGREES));
  return pose;
}

function mixed(skeleton: Skeleton, a: Pose, b: Pose, share: number): Pose {
  const pose = Float64Array.from(a);
  for (let j = 0; j < skeleton.count; j++) setRotation(pose, j, slerp(rotationOf(a, j), rotationOf(b, j), share));
  return pose;
}

/** Σ angle² between the joints of two poses, radians squared. */
function distance(a: Pose, b: Pose): number {
  let sum = 0;
  for (let o = 3; o + 3 < a.length; o += 4) {
    const dot = Math.abs(a[o]! * b[o]! + a[o + 1]! * b[o + 1]! + a[o + 2]! * b[o + 2]! + a[o + 3]! * b[o + 3]!);
    sum += (2 * Math.acos(Math.min(1, dot))) ** 2;
  }
  return sum;
}

function angles(chain: Skeleton, values: readonly number[]): Pose {
  const pose = restPose(chain);
  values.forEach((value, j) => setRotation(pose, j, fromAxisAngle([1, 0, 0], value)));
  return pose;
}

/**
 * The least Σ (angle − wanted)² over the poses of the three hinges whose tip is at the target and whose angles are within `radius` of `around`: the
 * first is scanned, the others follow.
 */
function nearestByScanning(target: Vec3, wanted: readonly number[], around: readonly number[], radius: number): number {
  const fits = (angle: number, j: number): boolean =>
    Math.abs(angle) < RANGE + 1e-3 && Math.abs(angle - around[j]!) < radius + 1e-3;
  let best = Infinity;
  for (let first = -RANGE; first <= RANGE; first += 2e-4) {
    // Turning about +x takes y to z. The second hinge stands at the end of the first bone.
    const y = target[1] - LENGTH * Math.cos(first);
    const z = target[2] - LENGTH * Math.sin(first);
    const cosine = (y * y + z * z) / (2 * LENGTH * LENGTH) - 1;
    if (Math.abs(cosine) > 1) continue;
    for (const third of [Math.acos(cosine), -Math.acos(cosine)]) {
      let second = Math.atan2(z, y) - Math.atan2(LENGTH * Math.sin(third), LENGTH * (1 + Math.cos(third))) - first;
      second -= 2 * Math.PI * Math.round(second / (2 * Math.PI));
      const found = [first, second, third];
      if (found.every(fits))
        best = Math.min(
          best,
          found.reduce((sum, angle, j) => sum + (angle - wanted[j]!) ** 2, 0),
        );
    }
  }
  return best;
}
