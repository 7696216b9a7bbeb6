import { describe, expect, test } from 'vitest';
import { createPuller } from '../../../../../core/humanoid/pulling/puller.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../../core/humanoid/pulling/request/pull-goals.ts';
import { DEGREES } from '../../../../../core/math/angles.ts';
import { seededRandom } from '../../../../../core/math/random.ts';
import { angleBetween } from '../../../../../core/math/quat.ts';
import { add, distance, dot, subtract, type Vec3 } from '../../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../../../core/skeleton/pose.ts';
import { FEET, handleAt, movedBy } from '../../../../helpers/pulled-figure.ts';
import { sampleRigs } from '../../../../helpers/rigs.ts';

const MILLIMETRE = 1e-3;

describe.each(sampleRigs())('hips and chest of $name', ({ rig }) => {
  const rest = restPose(rig.skeleton);
  const { humanoid, report } = rig;
  const size = report.height / 1.75;
  const at = (pose: Pose, joint: number): Vec3 => worldPosition(forwardKinematics(rig.skeleton, pose), joint);
  const [hip, knee, ankle] = [humanoid.leftUpperLeg!, humanoid.leftLowerLeg!, humanoid.leftFoot!].map((joint) => at(rest, joint));
  const leg = (distance(hip!, knee!) + distance(knee!, ankle!)) / size;
  const left: Vec3 = [report.facing[2], 0, -report.facing[0]];
  /** How far the left joint is to the left of the right one, metres. */
  const gap = (pose: Pose, one: 'leftLowerLeg' | 'leftFoot', other: 'rightLowerLeg' | 'rightFoot'): number =>
    dot(subtract(at(pose, humanoid[one]!), at(pose, humanoid[other]!)), left);

  test.each<['hips' | 'chest', Vec3]>([
    ['hips', [0, -1, 0]],
    ['hips', [0, -1, -0.3]],
    ['hips', [0, -1, 0.3]],
    ['hips', [0.2, -1, 0]],
    ['chest', [0, -1, 0]],
    ['chest', [0, -1, 0.3]],
  ])('%s go down along %j: the knees stay over the feet, the balls of the feet stay, no limit breaks', (name, way) => {
    const from = handleAt(rig, rest, name);
    const gesture = createPuller(rig).begin(rest, name, FEET, { ...DEFAULT_SOLVER_SETTINGS, restarts: 0 });
    for (let share = 0.08; share < 0.57; share += 0.08) {
      const target = movedBy(rig, from, [way[0] * share * leg, way[1] * share * leg, way[2] * share * leg]);
      const { pose, status } = gesture.to(target);
      expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
      if (name === 'hips' && share < 0.42) expect(status).toBe('reached');
      if (status !== 'reached') continue;
      expect(gap(pose, 'leftLowerLeg', 'rightLowerLeg')).toBeGreaterThan(0.5 * gap(rest, 'leftFoot', 'rightFoot'));
      for (const toes of [humanoid.leftToes, humanoid.rightToes]) {
        if (toes !== undefined) expect(distance(at(pose, toes), at(rest, toes))).toBeLessThan(0.5 * MILLIMETRE * size);
      }
    }
  });

  test.each<[Vec3]>([[[0, -1, 0]], [[1, -0.3, 0]]])(
    'hips far out of reach along %j stop on the way: they hardly turn, no knees cross, and what is missing is told',
    (way) => {
      const from = handleAt(rig, rest, 'hips');
      const gesture = createPuller(rig).begin(rest, 'hips', FEET, { ...DEFAULT_SOLVER_SETTINGS, restarts: 0 });
      for (let share = 0.7; share < 1.5; share += 0.15) {
        const target = movedBy(rig, from, [way[0] * share * leg, way[1] * share * leg, way[2] * share * leg]);
        const { pose, status, distance: missed } = gesture.to(target);
        expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
        const away = distance(handleAt(rig, pose, 'hips'), target);
        if (away > DEFAULT_SOLVER_SETTINGS.tolerance) {
          expect(status).not.toBe('reached');
          expect(missed).toBeCloseTo(away, 6);
        }
        expect(angleBetween(rotationOf(pose, humanoid.hips!), rotationOf(rest, humanoid.hips!)) / DEGREES).toBeLessThan(50);
        expect(gap(pose, 'leftLowerLeg', 'rightLowerLeg')).toBeGreaterThan(0);
      }
    },
  );

  test.each(['hips', 'chest'] as const)(
    "%s that would bring a leg's root exactly to its ankle are pulled as others are",
    (name) => {
      const target = add(handleAt(rig, rest, name), subtract(ankle!, hip!));
      const { pose } = createPuller(rig)
        .begin(rest, name, FEET, { ...DEFAULT_SOLVER_SETTINGS, restarts: 0 })
        .to(target);
      expect(pose.every(Number.isFinite)).toBe(true);
      expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
    },
  );

  test('hips that are pulled up out of reach stop where they come to: nothing leaps where the target leaves them, and little moves after that', () => {
    const from = handleAt(rig, rest, 'hips');
    const gesture = createPuller(rig).begin(rest, 'hips', FEET, { ...DEFAULT_SOLVER_SETTINGS, restarts: 0 });
    const turned = (a: Pose, b: Pose): number =>
      Math.max(...rig.skeleton.names.map((_, joint) => angleBetween(rotationOf(a, joint), rotationOf(b, joint)))) / DEGREES;
    let last = rest;
    let isBeyond = false;
    for (let share = 0.012; share < 0.6; share += 0.012) {
      const { pose, status } = gesture.to(movedBy(rig, from, [0, share * leg, 0]));
      expect(turned(last, pose)).toBeLessThan(isBeyond ? 10 : 25);
      isBeyond = status !== 'reached';
      last = pose;
    }
    expect(isBeyond).toBe(true);
  });

  test.each<['hips' | 'chest' | 'head', Vec3]>([
    ['hips', [1, 0, 0]],
    ['chest', [1, 0, -1]],
    ['head', [0, 0, -1]],
    ['head', [1, 1, 0]],
  ])('%s far out of reach along %j: no place that was tried and reached is nearer to there', (name, way) => {
    const from = handleAt(rig, rest, name);
    const gesture = createPuller(rig).begin(rest, name, FEET, { ...DEFAULT_SOLVER_SETTINGS, restarts: 0 });
    const target = movedBy(rig, from, [1.5 * leg * way[0], 1.5 * leg * way[1], 1.5 * leg * way[2]]);
    const found = gesture.to(target);
    expect(found.status).not.toBe('reached');
    expect(found.distance).toBeCloseTo(distance(handleAt(rig, found.pose, name), target), 6);
    const random = seededRandom(name.length);
    const spread = (): number => (random() - 0.5) * 0.5 * leg;
    let nearest = Infinity;
    for (let i = 0; i < 60; i++) {
      const along = random() * leg;
      const place = movedBy(rig, from, [along * way[0] + spread(), along * way[1] + spread(), along * way[2] + spread()]);
      if (gesture.to(place).status === 'reached') nearest = Math.min(nearest, distance(place, target));
    }
    expect(nearest).toBeLessThan(Infinity);
    expect(found.distance).toBeLessThan(nearest + 0.03 * size);
  });

  test('pinned hands stay while the hips go down, and the elbows bend', () => {
    const pins = { ...FEET, leftHand: { translation: true, rotation: true, weight: 1 } };
    const lifted = createPuller(rig).begin(rest, 'leftHand', FEET, DEFAULT_SOLVER_SETTINGS);
    const start = lifted.to(movedBy(rig, handleAt(rig, rest, 'leftHand'), [-0.25, -0.05, 0.15])).pose;
    const from = handleAt(rig, start, 'hips');
    const gesture = createPuller(rig).begin(start, 'hips', pins, DEFAULT_SOLVER_SETTINGS);
    for (const down of [0.02, 0.04, 0.06]) {
      const { pose } = gesture.to(movedBy(rig, from, [0, -down, 0]));
      expect(distance(handleAt(rig, pose, 'leftHand'), handleAt(rig, start, 'leftHand'))).toBeLessThan(0.15 * MILLIMETRE);
    }
  });

  test('without pinned feet the body goes along, unbent, with pulled hips', () => {
    const from = handleAt(rig, rest, 'hips');
    const { pose, status } = createPuller(rig)
      .begin(rest, 'hips', {}, DEFAULT_SOLVER_SETTINGS)
      .to(movedBy(rig, from, [0.3, 0.2, -0.4]));
    expect(status).toBe('reached');
    expect(pose.subarray(3)).toEqual(rest.subarray(3));
  });

  test.each<[Vec3]>([[[0, -0.25, 0.35]], [[0.15, -0.15, 0.3]], [[-0.2, -0.3, 0.3]]])(
    'a head that is pulled evenly by %j turns hips, trunk and neck evenly',
    (way) => {
      const from = handleAt(rig, rest, 'head');
      const gesture = createPuller(rig).begin(rest, 'head', FEET, DEFAULT_SOLVER_SETTINGS);
      const poses = Array.from({ length: 40 }, (_, i): Pose => {
        const [x, y, z] = way.map((metres) => (metres * (i + 1)) / 40) as [number, number, number];
        return gesture.to(movedBy(rig, from, [x, y, z])).pose;
      });
      const joints = [humanoid.hips, humanoid.spine, humanoid.chest, humanoid.neck].filter((joint) => joint !== undefined);
      const turns = poses
        .slice(1)
        .flatMap((pose, i) =>
          joints.map((joint) => angleBetween(rotationOf(pose, joint), rotationOf(poses[i]!, joint)) / DEGREES),
        );
      expect(Math.max(...turns)).toBeLessThan(6);
    },
  );

  test('a pulled head keeps its direction as long as neck and head can turn back', () => {
    const { head } = humanoid;
    const from = handleAt(rig, rest, 'head');
    const direction = (pose: Pose) => worldRotation(forwardKinematics(rig.skeleton, pose), head!);
    const begun = createPuller(rig).begin(rest, 'head', FEET, DEFAULT_SOLVER_SETTINGS);
    const { pose } = begun.to(movedBy(rig, from, [0.03, -0.03, 0.06]));
    expect(angleBetween(direction(pose), direction(rest))).toBeLessThan(0.05);
  });
});
