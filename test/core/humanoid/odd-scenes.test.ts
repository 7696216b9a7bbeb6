import { describe, expect, it } from 'vitest';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { handlesOf } from '../../../core/humanoid/body/handles.ts';
import { centreOfMass, segmentMasses, supportPolygon } from '../../../core/humanoid/anatomy/masses.ts';
import { mirrorPose } from '../../../core/humanoid/transfer/mirror-pose.ts';
import { retargetPose } from '../../../core/humanoid/transfer/retarget.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { seededRandom, type Random } from '../../../core/math/random.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits, limitExcess } from '../../../core/skeleton/limit-state.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import type { CharacterScene, SceneNode } from '../../../core/skeleton/scene.ts';
import { plainFigure, sceneOf } from '../../helpers/figure.ts';
import { few } from '../../helpers/extent.ts';

const WORDS = [
  'hips',
  'pelvis',
  'spine',
  'chest',
  'neck',
  'head',
  'head',
  'jaw',
  'LeftArm',
  'RightArm',
  'LeftForeArm',
  'RightForeArm',
  'LeftHand',
  'RightHand',
  'LeftUpLeg',
  'RightUpLeg',
  'LeftLeg',
  'RightLeg',
  'LeftFoot',
  'RightFoot',
  'LeftToe',
  'LeftShoulder',
  'RightShoulder',
  'LeftHandIndex1',
  'LeftHandThumb1',
  'finger1-1.L',
  'Eye.L',
  'Palm.R',
  'twist',
  'IK',
  'root',
  '',
];

/** A figure that was damaged at random: names, parents, places, turns and scales changed, nodes and skin joints dropped. */
function damaged(random: Random): CharacterScene {
  const scene = sceneOf(plainFigure());
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const harm = random() * 0.4;
  const number = () => pick([0, 0, 1, -1, 1e-9, 1e6, random() - 0.5]);
  const nodes = scene.nodes.map((node, i): SceneNode => {
    const hit = () => random() < harm;
    return {
      name: hit() ? pick(WORDS) : node.name,
      parent: hit() ? Math.floor(random() * (i + 1)) - 1 : node.parent,
      translation: hit() ? [number(), number(), number()] : node.translation,
      rotation: hit() ? [number(), number(), number(), number()] : node.rotation,
      scale: hit() ? [number(), number(), number()] : node.scale,
    };
  });
  const joints = scene.skinJoints.filter(() => random() > harm / 2);
  return { ...scene, nodes, skinJoints: random() < 0.2 ? [] : joints };
}

function expectSound(rig: Rig): void {
  const { skeleton } = rig;
  const rest = restPose(skeleton);
  const world = forwardKinematics(skeleton, rest);
  const finite = (values: ArrayLike<number>) => Array.from(values).every(Number.isFinite);
  expect(finite(world.positions) && finite(world.rotations)).toBe(true);
  for (let j = 0; j < skeleton.count; j++)
    expect(limitExcess(skeleton, rest, j), JSON.stringify(skeleton.limits[j])).toBeLessThan(1e-6);
  expect(finite(mirrorPose(rig, rest))).toBe(true);
  for (const { offset, pole } of handlesOf(rig)) expect(finite(offset) && finite(pole ?? [])).toBe(true);
  const masses = segmentMasses(rig);
  expect(finite(centreOfMass(masses, world))).toBe(true);
  expect(finite(supportPolygon(rig, world).flat())).toBe(true);
  const { height, hipHeight, floor } = rig.report;
  expect(finite([height, hipHeight, floor])).toBe(true);
}

describe('a damaged character', () => {
  const whole = buildRig(sceneOf(plainFigure()));

  it.each(
    few(
      Array.from({ length: 20 }, (_, seed) => seed),
      7,
    ),
  )('is made ready soundly or refused in a sentence (seed %i)', (seed) => {
    const random = seededRandom(seed);
    for (let n = 0; n < 25; n++) {
      const scene = damaged(random);
      let rig: Rig | null = null;
      try {
        rig = buildRig(scene);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        expect((error as Error).message).toMatch(/no usable skeleton|circle|must/);
      }
      if (!rig) continue;
      expectSound(rig);
      const brought = retargetPose(rig, restPose(rig.skeleton), whole);
      expect(isInsideLimits(whole.skeleton, brought, 1e-6)).toBe(true);
      const onto = retargetPose(whole, restPose(whole.skeleton), rig);
      expect(isInsideLimits(rig.skeleton, onto, 1e-6)).toBe(true);
    }
  });
});
