import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseBvh } from '../../../../core/formats/bvh/bvh.ts';
import { readBvhCharacter } from '../../../../core/formats/bvh/bvh-scene.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { distance } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { carriedAway } from '../../../benchmarks/posing/carried-direction.ts';
import { figureOf, kneeGap, pinMoved } from '../../../benchmarks/posing/figure.ts';
import { inventRig } from '../../../benchmarks/posing/invented-rigs.ts';
import { drag } from '../../../benchmarks/posing/measures.ts';
import { randomPath, way } from '../../../benchmarks/posing/paths.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sharedData } from '../../../helpers/shared-data.ts';

const WIDE = sharedData('bvh/cmu-01_01-hops.bvh');
const LUNGING = sharedData('bvh/rokoko-dance.bvh');
const SHORT = sharedData('rigs/kaykit-knight.glb');
/** Metres within which a target counts as reached. */
const REACHED = 1.001e-3;

const figureOfBvh = (file: string) => figureOf(buildRig(readBvhCharacter(parseBvh(readFileSync(file))).scene));

describe('limbs whose joints stand on their limits', () => {
  test.skipIf(!WIDE)('feet wide apart turn on their balls as the hips go down, and the knees stay apart', () => {
    const figure = figureOfBvh(WIDE!);
    const path = way([0, (-0.56 * figure.leg) / figure.size, 0], [0, 0, 0]).filter((_, i) => i % 3 === 0);
    const down = drag(figure, 'hips', path);
    for (const { pose, missed } of down) {
      expect(isInsideLimits(figure.rig.skeleton, pose)).toBe(true);
      if (missed > REACHED) continue;
      expect(kneeGap(figure, pose)).toBeGreaterThan(0.5);
      for (const foot of ['leftFoot', 'rightFoot'] as const) expect(pinMoved(figure, pose, foot)).toBeLessThan(1e-4);
    }
  });

  test.skipIf(!LUNGING)('feet behind the hips at rest turn on their balls where the body would not get down otherwise', () => {
    const figure = figureOfBvh(LUNGING!);
    const path = way([0, (-0.42 * figure.leg) / figure.size, 0], [0, 0, 0]).filter(
      (_, i, { length }) => i % 3 === 0 || i === length - 1,
    );
    const down = drag(figure, 'hips', path);
    expect(Math.max(...down.map(({ missed }) => missed))).toBeLessThan(0.01 * figure.size);
  });

  test.skipIf(!SHORT)(
    'a foot that its leg cannot keep in its direction is turned as near to it as any swivel of the leg allows, in most places',
    () => {
      const bytes = readFileSync(SHORT!);
      const figure = figureOf(buildRig(readCharacterScene(readGltf(bytes, () => bytes))));
      const path = randomPath('leftFoot', 208).filter((_, i) => i % 4 === 0);
      const reached = drag(figure, 'leftFoot', path).filter(({ missed }) => missed <= REACHED);
      expect(reached.length).toBeGreaterThan(25);
      const away = reached.map(({ pose }) => carriedAway(figure, 'leftFoot', pose)).toSorted((a, b) => a - b);
      expect(away[away.length >> 1]).toBeLessThan((12 * Math.PI) / 180);
    },
  );

  test('a hand that its wrist cannot keep in its direction turns steadily: neither it nor its elbow flips', () => {
    const figure = figureOf(inventRig(readCharacterScene(readGltf(readFileSync(MANNEQUIN))), 4));
    const { leftHand: hand, leftUpperArm: upper } = figure.rig.humanoid;
    const frames = drag(figure, 'leftHand', randomPath('leftHand', 108).slice(285)).filter(({ missed }) => missed <= REACHED);
    expect(frames.length).toBeGreaterThan(10);
    for (let i = 1; i < frames.length; i++) {
      const [before, now] = [frames[i - 1]!, frames[i]!];
      const worlds = [before, now].map(({ pose }) => forwardKinematics(figure.rig.skeleton, pose));
      // Radians a metre that the hand goes: an arm a step of 1 cm turns by at most 20°.
      const most = 35 * distance(before.place, now.place);
      for (const joint of [hand!, upper!]) {
        const [a, b] = worlds.map((world) => worldRotation(world, joint));
        expect(angleBetween(a!, b!)).toBeLessThan(most);
      }
    }
  });
});
