import { describe, expect, test } from 'vitest';
import { handlesOf, type HandleName, type Pins } from '../../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { paceOf } from '../../../../core/humanoid/pulling/keep-pace.ts';
import { createPuller, handlePosition } from '../../../../core/humanoid/pulling/posing.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../core/humanoid/pulling/pull-goals.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { distance, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const mannequin = buildRig(readGlbScene(MANNEQUIN));
const FEET: Pins = {
  leftFoot: { translation: true, rotation: true, weight: 1 },
  rightFoot: { translation: true, rotation: true, weight: 1 },
};
/** Degrees a centimetre. */
const PACE = 20;

type Way = (readonly [x: number, y: number, z: number])[];

/** Places a centimetre apart, metres of a figure 1.75 m tall: straight out, and back in. */
function line([x, y, z]: Vec3, length: number): Way {
  const out = Array.from({ length }, (_, i) => [(i + 1) * x * 0.01, (i + 1) * y * 0.01, (i + 1) * z * 0.01] as const);
  return [...out, ...out.toReversed()];
}

/** From out ahead round the body, beyond reach. */
function round(): Way {
  const radius = 0.4;
  const turns = Array.from({ length: Math.ceil((2 * Math.PI * radius) / 0.01) }, (_, i) => (i * 0.01) / radius);
  const circle = turns.map((turn) => [0.1, 0.1 + radius * Math.sin(turn), 0.5 + radius * (Math.cos(turn) - 1)] as const);
  return [...line([0.2, 0.2, 0.96], 50).slice(0, 50), ...circle];
}

const WAYS: readonly (readonly [HandleName, string, Way, balance: boolean])[] = [
  ['hips', 'down', line([0, -1, 0], 60), false],
  ['hips', 'round', round(), false],
  ['chest', 'down', line([0, -1, 0], 65), false],
  ['chest', 'round', round(), false],
  ['chest', 'ahead', line([0, -0.3, 0.95], 50), true],
  ['head', 'sideways', line([1, 0, 0], 55), false],
  ['leftHand', 'inwards', line([-1, 0, 0], 10), false],
  ['leftHand', 'up', line([0, 1, 0], 65), false],
  ['rightHand', 'across', line([-0.65, 0.5, 0.57], 65), false],
  ['rightFoot', 'down', line([0, -1, 0], 65), false],
  ['leftElbow', 'round', round(), false],
];

function at(rig: Rig, pose: Pose, name: HandleName): Vec3 {
  return handlePosition(
    handlesOf(rig).find((each) => each.name === name)!,
    forwardKinematics(rig.skeleton, pose),
  );
}

function moved(rig: Rig, from: Vec3, [x, y, z]: Way[number]): Vec3 {
  const size = rig.report.height / 1.75;
  const [fx, , fz] = rig.report.facing;
  return [from[0] + size * (x * fz + z * fx), from[1] + size * y, from[2] + size * (z * fz - x * fx)];
}

function farthestTurn(rig: Rig, a: Pose, b: Pose): number {
  return (
    (Math.max(...rig.skeleton.names.map((_, joint) => angleBetween(rotationOf(a, joint), rotationOf(b, joint)))) * 180) / Math.PI
  );
}

describe.each(sampleRigs())('pulling $name a centimetre a move, within reach and beyond', ({ rig }) => {
  test.each(WAYS)(
    '%s %s: no joint turns by more than 20 degrees, no limit breaks, pinned feet stay out of the floor',
    (name, _, way, balance) => {
      const rest = restPose(rig.skeleton);
      const from = at(rig, rest, name);
      const gesture = createPuller(rig).begin(rest, name, FEET, { ...DEFAULT_SOLVER_SETTINGS, balance });
      let before = rest;
      for (const place of way) {
        const { pose } = gesture.to(moved(rig, from, place));
        expect(farthestTurn(rig, before, pose)).toBeLessThan(PACE + 1e-6);
        expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
        before = pose;
        if (name === 'hips' || name === 'rightFoot') continue;
        for (const foot of ['leftFoot', 'rightFoot'] as const) {
          expect(distance(at(rig, pose, foot), at(rig, rest, foot))).toBeLessThan(1e-3 * rig.report.height);
        }
      }
    },
  );
});

describe('the pace of a pull', () => {
  test('is what a straight leg needs to get shorter: a centimetre, and by the square root below that', () => {
    const centimetre = (0.01 * mannequin.report.height) / 1.75;
    const degrees = (way: number): number => (paceOf(mannequin, way) * 180) / Math.PI;
    expect(degrees(centimetre)).toBeCloseTo(20, 9);
    expect(degrees(3 * centimetre)).toBeCloseTo(60, 9);
    expect(degrees(centimetre / 4)).toBeCloseTo(10, 9);
    for (const way of [0.02, 0.2, 1]) {
      expect(degrees(way * centimetre)).toBeGreaterThan((2 * Math.acos(1 - (way * centimetre) / 0.85) * 180) / Math.PI);
    }
  });

  test('lets a pose that stayed behind come to the target while that is held', () => {
    const rest = restPose(mannequin.skeleton);
    const from = at(mannequin, rest, 'leftHand');
    const gesture = createPuller(mannequin).begin(rest, 'leftHand', FEET, DEFAULT_SOLVER_SETTINGS);
    // Straight arms bend by 46 degrees for four centimetres.
    const target = moved(mannequin, from, [-0.04, 0, 0]);
    for (const part of [-0.01, -0.02, -0.03]) gesture.to(moved(mannequin, from, [part, 0, 0]));
    let { pose } = gesture.to(target);
    for (let held = 0; held < 40; held++) {
      const next = gesture.to(target);
      expect(farthestTurn(mannequin, pose, next.pose)).toBeLessThan(2 + 1e-6);
      pose = next.pose;
    }
    expect(gesture.to(target)).toMatchObject({ status: 'reached', pose });
    expect(distance(at(mannequin, pose, 'leftHand'), target)).toBeLessThan(DEFAULT_SOLVER_SETTINGS.tolerance);
  });
});
