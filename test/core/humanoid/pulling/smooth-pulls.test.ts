import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseBvh } from '../../../../core/formats/bvh/bvh.ts';
import { readBvhCharacter } from '../../../../core/formats/bvh/bvh-scene.ts';
import type { HandleName } from '../../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { toRadians } from '../../../../core/math/angles.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { distance, scale, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { followPath, noContinuity } from '../../../benchmarks/posing/continuity.ts';
import { figureOf, moved, placeOf } from '../../../benchmarks/posing/figure.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { FEET, handleAt, movedBy } from '../../../helpers/pulled-figure.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { few } from '../../../helpers/extent.ts';

/** Metres between two targets, for a figure 1.75 m tall. */
const STEP = 0.01;

/** How many times as far as the handle one of `joints` goes at most in a step of a drag through `places` (left, up, ahead). */
function fastest(rig: Rig, start: Pose, name: HandleName, places: readonly Vec3[], joints: readonly number[]): number {
  const from = handleAt(rig, start, name);
  const gesture = createPuller(rig).begin(start, name, FEET);
  const targets = places.map((place) => movedBy(rig, from, place));
  const worlds = targets.map((target) => forwardKinematics(rig.skeleton, gesture.to(target).pose));
  const rates = joints.flatMap((joint) =>
    targets.slice(1).map((target, i) => {
      const went = distance(worldPosition(worlds[i + 1]!, joint), worldPosition(worlds[i]!, joint));
      return went / distance(target, targets[i]!);
    }),
  );
  return Math.max(...rates);
}

function steps(count: number, place: (metres: number) => Vec3): Vec3[] {
  return Array.from({ length: count + 1 }, (_, i) => place(i * STEP));
}

describe.each(sampleRigs())('smooth pulls of $name', ({ rig }) => {
  const rest = restPose(rig.skeleton);
  const { humanoid } = rig;
  const { leg, size } = figureOf(rig);
  const legs = leg / size;

  test('knees do not leap where hips that sway in a squat pass over a foot', () => {
    const sway = steps(36, (metres) => scale([metres - 18 * STEP, -0.25, -0.1], legs));
    expect(fastest(rig, rest, 'hips', sway, [humanoid.leftLowerLeg!, humanoid.rightLowerLeg!])).toBeLessThan(2);
  });

  test('a foot that circles beside the body, where its hip meets its limits, takes the hips along without a leap', () => {
    const figure = figureOf(rig);
    const from = placeOf(figure, forwardKinematics(rig.skeleton, rest), 'leftFoot');
    const circle = Array.from({ length: 97 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 96;
      return moved(figure, from, scale([0.3 + 0.25 * Math.sin(angle), 0.3, 0.1 + 0.25 * Math.cos(angle)], leg));
    });
    const found = noContinuity();
    followPath(figure, rest, 'leftFoot', circle, ['leftFoot'], {}, found);
    expect(found).toMatchObject({ breaks: 0, reached: circle.length });
  });
});

/** Metres between slow targets, for a figure 1.75 m tall. */
const SLOW = 1e-3;

/** The most that a joint turns in each step of a drag from rest through `places`, in radians; targets are reached, or missed by a tenth of their way for the balance. */
function slowTurns(rig: Rig, name: HandleName, places: readonly Vec3[]): number[] {
  let before = restPose(rig.skeleton);
  const from = handleAt(rig, before, name);
  const gesture = createPuller(rig).begin(before, name, FEET);
  return places.map((place) => {
    const target = movedBy(rig, from, place);
    const { pose, status } = gesture.to(target);
    if (status !== 'reached') expect(distance(handleAt(rig, pose, name), target)).toBeLessThan(0.11 * distance(from, target));
    const turns = rig.skeleton.names.map((_, joint) => angleBetween(rotationOf(before, joint), rotationOf(pose, joint)));
    before = pose;
    return Math.max(...turns);
  });
}

function slowly(way: Vec3, from: number, to: number): Vec3[] {
  return Array.from({ length: to - from + 1 }, (_, i) => scale(way, (from + i) * SLOW));
}

describe.each(['chest', 'head'] as const)('the %s of the mannequin pulled slowly', (name) => {
  const rig = buildRig(readGlbScene(MANNEQUIN));
  test.each(
    few(
      [
        ['aside', [1, 0, 0]],
        ['ahead', [0, 0, 1]],
        ['back', [0, 0, -1]],
        ['up', [0, 0.7, 0]],
        ['up and ahead', [0.6, 0.5, 0.6]],
      ] as const,
      4,
    ),
  )('%s strains nothing before its heels come up', (_, way) => {
    expect(Math.max(...slowTurns(rig, name, slowly(way, 1, 80)))).toBeLessThan(toRadians(2.2));
  });
});

test.each([
  ['a straight arm that goes back does not spin about itself', [0, 0, -1], 270, 300],
  ['an elbow does not change sides for a hand that turns hardly less there', [-1, 0, 0], 95, 130],
] as const)('%s', (_, way, from, to) => {
  const turns = slowTurns(buildRig(readGlbScene(MANNEQUIN)), 'leftHand', slowly(way, from, to));
  expect(Math.max(...turns.slice(1))).toBeLessThan(toRadians(3));
});

const knight = sharedData('rigs/kaykit-knight.glb');

test.skipIf(knight === null).each(['hips', 'chest', 'head'] as const)(
  'the %s of short legs goes straight back without flipping',
  (name) => {
    const turns = slowTurns(buildRig(readGlbScene(knight!)), name, slowly([0, 0, -1], 40, 115));
    expect(Math.max(...turns.slice(1))).toBeLessThan(toRadians(5));
  },
);

test.skipIf(knight === null)('straight knees bend without a leap where an ankle meets its limit at once', () => {
  const turns = slowTurns(buildRig(readGlbScene(knight!)), 'hips', slowly([0, -1, 0], 1, 40));
  expect(Math.max(...turns)).toBeLessThan(toRadians(13));
});

test('a pulled pose has its quaternions in the signs of the pose that was grabbed', () => {
  const rig = buildRig(readGlbScene(MANNEQUIN));
  const rest = restPose(rig.skeleton);
  const puller = createPuller(rig);
  for (const name of ['leftHand', 'hips', 'chest', 'head'] as const) {
    const from = handleAt(rig, rest, name);
    for (const place of [
      [-0.2, 0, 0.3],
      [-0.05, -0.1, 0],
      [0.1, -0.2, 0.1],
      [0.05, 0.03, -0.05],
    ] as const) {
      const { pose } = puller.begin(rest, name, FEET).to(movedBy(rig, from, place));
      const turned = rig.skeleton.names.filter((_, joint) => rotationOf(pose, joint)[3] < 0);
      expect(turned, `${name} to ${place.join(', ')}`).toEqual([]);
    }
  }
});

const recorded = sharedData('bvh/rokoko-dance.bvh');

test.skipIf(recorded === null)('hips do not leap back for an ankle on its limit while a hand pulls them along', () => {
  const rig = buildRig(readBvhCharacter(parseBvh(readFileSync(recorded!))).scene);
  const { leg, size } = figureOf(rig);
  const legs = leg / size;
  const rest = restPose(rig.skeleton);
  const ahead = movedBy(rig, handleAt(rig, rest, 'hips'), scale([0, -0.01, 0.12], legs));
  const start = createPuller(rig).begin(rest, 'hips', FEET).to(ahead).pose;
  const out = steps(50, (metres) => scale([metres, 0.3 * metres, 0.5 * metres], legs));
  expect(fastest(rig, start, 'leftHand', out, [rig.humanoid.hips!])).toBeLessThan(2);
});
