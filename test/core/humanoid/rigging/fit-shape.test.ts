import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { fitRound, fitSlice, fitSolid } from '../../../../core/humanoid/rigging/fit-capsule.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { distance, type Vec3 } from '../../../../core/math/vec3.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const random = seededRandom(3);
const turn = (): number => 2 * Math.PI * random();

describe('a capsule fitted to points', () => {
  it('of a limb lies in the middle of its flesh, whose mean radius it has', () => {
    const points = Array.from({ length: 400 }, (): Vec3 => {
      const angle = turn();
      return [0.02 + 0.05 * Math.cos(angle), random(), 0.05 * Math.sin(angle)];
    });
    const found = fitRound(points, [0, 0, 0], [0, 1, 0])!;
    expect(found.radius).toBeCloseTo(0.05, 3);
    expect(distance(found.start, [0.02, 0, 0])).toBeLessThan(2e-3);
    expect(distance(found.end, [0.02, 1, 0])).toBeLessThan(2e-3);
  });

  it('of a flat hand is two side by side, as thick as the hand', () => {
    const points = Array.from({ length: 500 }, (): Vec3 => [random() * 0.2, (random() - 0.5) * 0.09, (random() - 0.5) * 0.03]);
    const found = fitSolid(points, [1, 0, 0]);
    expect(found).toHaveLength(2);
    for (const { radius, start, end } of found) {
      expect(radius).toBeCloseTo(0.014, 2);
      expect(Math.abs(start[1])).toBeCloseTo(0.03, 2);
      expect(distance(start, end)).toBeCloseTo(0.16, 1);
    }
  });

  it('of a slice of the trunk lies across it', () => {
    const points = Array.from({ length: 400 }, (): Vec3 => {
      const angle = turn();
      return [0.18 * Math.cos(angle), random() * 0.05, 0.11 * Math.sin(angle)];
    });
    const found = fitSlice(points, [0, 0, 0], [1, 0, 0], [0, 0, 1])!;
    expect(found.radius).toBeCloseTo(0.11, 2);
    expect(Math.abs(found.start[0])).toBeCloseTo(0.07, 2);
  });

  it('is none where there are too few points', () => {
    expect(fitRound([[0, 0.5, 0]], [0, 0, 0], [0, 1, 0])).toBeNull();
    expect(fitSolid([], [1, 0, 0])).toEqual([]);
    expect(fitSlice([], [0, 0, 0], [1, 0, 0], [0, 0, 1])).toBeNull();
  });
});

describe('the shape of a body', () => {
  const scene = readCharacterScene(readGltf(readFileSync(MANNEQUIN)));
  const drawn = buildRig(scene);
  const bare = buildRig({ ...scene, meshExtents: [] });

  it('is about as thick on its bones as what is drawn, on both sides alike', () => {
    for (const { bone, radius } of drawn.shape) {
      const usual = bare.shape.filter((each) => each.bone === bone).map((each) => each.radius);
      if (usual.length > 0) expect(radius / Math.max(...usual)).toBeGreaterThan(0.4);
      if (usual.length > 0) expect(radius / Math.max(...usual)).toBeLessThan(2.6);
    }
    const radii = (side: string) => drawn.shape.filter(({ bone }) => bone.startsWith(side)).map(({ radius }) => radius);
    radii('left').forEach((radius, i) => expect(radius).toBeCloseTo(radii('right')[i]!, 3));
  });

  it('covers most of what is drawn within two centimetres, and has something on every limb', () => {
    for (const bone of ['hips', 'head', 'leftUpperArm', 'leftLowerArm', 'leftHand', 'rightUpperLeg', 'rightFoot'])
      for (const rig of [drawn, bare]) expect(rig.shape.some((capsule) => capsule.bone === bone)).toBe(true);
  });
});
