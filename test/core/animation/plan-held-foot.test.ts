import { describe, expect, test } from 'vitest';
import { footPoints, type FootPoints } from '../../../core/animation/holding/contact-points.ts';
import { planHeldFoot, type FootHold, type FootPart, type PlannedFoot } from '../../../core/animation/holding/plan-foot.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { angleBetween, fromRotationVector, quatAt, rotate } from '../../../core/math/quat.ts';
import { add, distance, vec3At, type Vec3 } from '../../../core/math/vec3.ts';
import {
  forwardKinematics,
  pointOf,
  worldPosition,
  worldRotation,
  type WorldTransforms,
} from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { plainFigure, sceneOf } from '../../helpers/figure.ts';

const FPS = 30;
const COUNT = 61;
const DEEP = -10;
const rig = buildRig(sceneOf(plainFigure()), { preset: 'free' });
const { leftToes: _, rightToes: __, ...map } = rig.humanoid;
const stiffRig: Rig = { ...rig, humanoid: map };

/** The left foot carried along, turned and its toes bent, every frame otherwise. */
const worlds: readonly WorldTransforms[] = Array.from({ length: COUNT }, (___, frame) => {
  const t = frame / FPS;
  const pose = restPose(rig.skeleton);
  pose.set([0.1 * t, 0.02 * Math.sin(5 * t), 0.4 * t]);
  const turns: readonly (readonly [joint: number, vector: Vec3])[] = [
    [rig.humanoid.leftUpperLeg!, [0.3 * Math.sin(2 * t), 0.2 * t, 0]],
    [rig.humanoid.leftFoot!, [0.4 * Math.sin(3 * t), 0.1 * Math.sin(t), 0.1 * Math.cos(4 * t)]],
    [rig.humanoid.leftToes!, [-0.3 * Math.sin(4 * t) ** 2, 0, 0.05 * t]],
  ];
  for (const [joint, vector] of turns) setRotation(pose, joint, fromRotationVector(vector));
  return forwardKinematics(rig.skeleton, pose);
});

const footOf = (of: Rig): FootPoints => footPoints(of).find(({ side }) => side === 'left')!;
const all = (first: number, last: number): readonly number[] => Array.from({ length: last - first + 1 }, (___, i) => first + i);

function plan(holds: readonly FootHold[], { foot = footOf(rig), ground = DEEP, shown = all } = {}): PlannedFoot {
  return planHeldFoot(foot, holds, worlds, shown, ground, FPS);
}

/** Where a point of the planned foot is. */
function placeIn(planned: PlannedFoot, part: FootPart | 'ballSole', frame: number, foot = footOf(rig)): Vec3 {
  const [ankle, turn] = [vec3At(planned.positions, frame), quatAt(planned.rotations, frame)];
  if (part !== 'toe' || foot.toes < 0) return add(ankle, rotate(turn, foot[part]));
  return add(add(ankle, rotate(turn, foot.ball)), rotate(quatAt(planned.toeRotations, frame), foot.toe));
}

/** Where it is without any plan. */
function freePlace(part: FootPart | 'ballSole', frame: number, foot = footOf(rig)): Vec3 {
  return pointOf(worlds[frame]!, part === 'toe' && foot.toes >= 0 ? foot.toes : foot.limb.end, foot[part]);
}

function expectFree(planned: PlannedFoot, frame: number): void {
  const foot = footOf(rig);
  const world = worlds[frame]!;
  expect(distance(vec3At(planned.positions, frame), worldPosition(world, foot.limb.end)), `frame ${frame}`).toBeLessThan(1e-9);
  expect(angleBetween(quatAt(planned.rotations, frame), worldRotation(world, foot.limb.end))).toBeLessThan(1e-7);
  expect(angleBetween(quatAt(planned.toeRotations, frame), worldRotation(world, foot.toes))).toBeLessThan(1e-7);
}

const hold = (part: FootPart, first: number, last: number): FootHold => ({ part, first, last });

describe('a foot', () => {
  test('that holds nothing goes its own way, but not under the ground', () => {
    const planned = plan([]);
    for (const frame of all(0, COUNT - 1)) expectFree(planned, frame);
    expect(planned.held).toEqual(worlds.map(() => []));
    const ground = 0.05;
    const raised = plan([], { ground });
    for (const frame of all(0, COUNT - 1)) {
      const lowest = Math.min(...(['heel', 'ballSole', 'toe'] as const).map((part) => freePlace(part, frame)[1]));
      const [x, y, z] = worldPosition(worlds[frame]!, footOf(rig).limb.end);
      expect(distance(vec3At(raised.positions, frame), [x, y + Math.max(0, ground - lowest), z])).toBeLessThan(1e-9);
    }
  });

  test.each(['heel', 'ball', 'toe'] as const)(
    'that holds its %s rolls about it, and goes its own way from a fifth of a second away',
    (part) => {
      const planned = plan([hold(part, 20, 35)]);
      for (const frame of all(20, 35)) {
        expect(distance(placeIn(planned, part, frame), placeIn(planned, part, 20))).toBeLessThan(1e-9);
        expect(angleBetween(quatAt(planned.rotations, frame), worldRotation(worlds[frame]!, footOf(rig).limb.end))).toBeLessThan(
          1e-7,
        );
        expect(planned.held[frame]).toEqual([{ part, place: expect.anything() }]);
        expect(distance(planned.held[frame]![0]!.place, placeIn(planned, part, frame))).toBeLessThan(1e-9);
      }
      for (const frame of [...all(0, 14), ...all(41, COUNT - 1)]) expectFree(planned, frame);
      // On the way it comes nearer frame by frame, and never leaps.
      const moved = all(14, 41).map((frame) =>
        distance(vec3At(planned.positions, frame), worldPosition(worlds[frame]!, footOf(rig).limb.end)),
      );
      const before = moved.slice(0, 6);
      expect(before).toEqual(before.toSorted((a, b) => a - b));
      for (const frame of all(1, COUNT - 1)) {
        const way = distance(placeIn(planned, part, frame), placeIn(planned, part, frame - 1));
        expect(way, `frame ${frame}`).toBeLessThan(0.09);
      }
      expect([19, 36].map((frame) => planned.held[frame])).toEqual([[], []]);
    },
  );

  test('holds a point where the frames that show it have it: of several the one nearest to their middle', () => {
    const one = plan([hold('heel', 20, 35)], { shown: () => [33] });
    expect(distance(placeIn(one, 'heel', 25), freePlace('heel', 33))).toBeLessThan(1e-9);
    const frames = [20, 21, 22, 35];
    const middle = [0, 1, 2].map(
      (c) => frames.reduce((sum, frame) => sum + freePlace('heel', frame)[c]!, 0) / frames.length,
    ) as unknown as Vec3;
    const nearest = frames.toSorted(
      (a, b) => distance(freePlace('heel', a), middle) - distance(freePlace('heel', b), middle),
    )[0]!;
    const several = plan([hold('heel', 20, 35)], { shown: () => frames });
    expect(distance(placeIn(several, 'heel', 25), freePlace('heel', nearest))).toBeLessThan(1e-9);
  });

  test.each([
    ['heel', 'ball'],
    ['heel', 'toe'],
  ] as const)('that stands on %s and %s does not turn, and both keep their places', (a, b) => {
    const planned = plan([hold(a, 15, 40), hold(b, 20, 40)]);
    for (const frame of all(20, 40)) {
      expect(angleBetween(quatAt(planned.rotations, frame), quatAt(planned.rotations, 20))).toBeLessThan(1e-7);
      for (const part of [a, b])
        expect(distance(placeIn(planned, part, frame), placeIn(planned, part, 20)), part).toBeLessThan(1e-6);
    }
    for (const frame of all(15, 20)) expect(distance(placeIn(planned, a, frame), placeIn(planned, a, 20))).toBeLessThan(1e-6);
  });

  test('whose ball and toes stand keeps its toes flat while the heel rises', () => {
    const planned = plan([hold('ball', 20, 40), hold('toe', 20, 40)]);
    for (const frame of all(20, 40)) {
      for (const part of ['ball', 'toe'] as const)
        expect(distance(placeIn(planned, part, frame), placeIn(planned, part, 20)), part).toBeLessThan(1e-6);
      expect(angleBetween(quatAt(planned.rotations, frame), worldRotation(worlds[frame]!, footOf(rig).limb.end))).toBeLessThan(
        1e-7,
      );
    }
    expect(distance(placeIn(planned, 'heel', 20), placeIn(planned, 'heel', 40))).toBeGreaterThan(0.01);
  });

  test('without toes does not turn where ball and tip stand', () => {
    const foot = footOf(stiffRig);
    const planned = plan([hold('ball', 20, 40), hold('toe', 20, 40)], { foot });
    for (const frame of all(20, 40)) {
      expect(angleBetween(quatAt(planned.rotations, frame), quatAt(planned.rotations, 20))).toBeLessThan(1e-7);
      for (const part of ['ball', 'toe'] as const)
        expect(distance(placeIn(planned, part, frame, foot), placeIn(planned, part, 20, foot)), part).toBeLessThan(1e-6);
    }
  });

  test('rolls over from heel to ball to toe without a leap, each in its place while it leads', () => {
    const planned = plan([hold('heel', 5, 25), hold('ball', 15, 45), hold('toe', 25, 50)]);
    for (const [part, first, last] of [
      ['heel', 5, 14],
      ['ball', 15, 45],
    ] as const)
      for (const frame of all(first + 1, last))
        expect(distance(placeIn(planned, part, frame), placeIn(planned, part, frame - 1)), `${part}, ${frame}`).toBeLessThan(
          3.1e-4,
        );
    for (const frame of all(6, 50)) {
      const way = distance(vec3At(planned.positions, frame), vec3At(planned.positions, frame - 1));
      expect(way, `frame ${frame}`).toBeLessThan(0.05);
    }
  });

  test('that stands is not under the ground anywhere: it is pitched about what it stands on, or its toes are bent', () => {
    const ground = 0.03;
    for (const holds of [
      [hold('heel', 15, 45)],
      [hold('ball', 15, 45)],
      [hold('toe', 15, 45)],
      [hold('heel', 15, 30), hold('ball', 20, 45)],
      [hold('ball', 15, 45), hold('toe', 25, 45)],
    ]) {
      const planned = plan(holds, { ground });
      const what = holds.map(({ part }) => part).join();
      for (const frame of all(0, COUNT - 1)) {
        for (const part of ['heel', 'ballSole', 'toe'] as const)
          expect(placeIn(planned, part, frame)[1], `${what}: ${part}, ${frame}`).toBeGreaterThan(ground - 2e-3);
      }
      for (const { part, first, last } of holds.slice(0, 1))
        for (const frame of all(first + 1, last))
          expect(distance(placeIn(planned, part, frame), placeIn(planned, part, frame - 1)), what).toBeLessThan(3.1e-4);
    }
  });

  test('whose toe sinks beside a standing ball bends its toes alone', () => {
    const ground = 0.03;
    const [planned, high] = [plan([hold('ball', 15, 45)], { ground }), plan([hold('ball', 15, 45)])];
    const rise = placeIn(planned, 'ball', 15)[1] - placeIn(high, 'ball', 15)[1];
    const isUp = (part: 'heel' | 'toe') => (frame: number) => placeIn(high, part, frame)[1] + rise > ground;
    const turned = (rotations: 'rotations' | 'toeRotations') => (frame: number) =>
      angleBetween(quatAt(planned[rotations], frame), quatAt(high[rotations], frame)) > 1e-7;
    const heelUp = all(15, 45).filter(isUp('heel'));
    expect(heelUp.filter(turned('rotations'))).toEqual([]);
    expect(heelUp.filter(turned('toeRotations'))).toEqual(heelUp.filter((frame) => !isUp('toe')(frame)));
    expect([heelUp.length, heelUp.filter(turned('toeRotations')).length].map((count) => count > 2)).toEqual([true, true]);
  });
});
