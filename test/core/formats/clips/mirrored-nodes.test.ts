import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { posesAt } from '../../../../core/animation/joint-paths.ts';
import { clipFromAnimation } from '../../../../core/formats/clips/clip-import.ts';
import { clipRange, comparedTimes } from '../../../../core/formats/clips/clip-range.ts';
import { writeClip } from '../../../../core/formats/clips/motion-formats.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readAnimations } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { mirroredMannequin, randomSigns, type Signs } from '../../../helpers/mirrored-nodes.ts';
import { playInThree, type NodePositions } from '../oracles.ts';
import { jointPositions, wildClip } from '../wild-clip.ts';

const read = (bytes: Uint8Array) => {
  const scene = readCharacterScene(readGltf(bytes));
  return { bytes, scene, rig: buildRig(scene) };
};
const plain = read(new Uint8Array(readFileSync(MANNEQUIN)));

function farthest(expected: NodePositions, seen: NodePositions): number {
  return Math.max(...[...expected].map(([node, at]) => Math.hypot(...at.map((value, c) => value - seen.get(node)![c]!))));
}

const arm = plain.scene.nodes.findIndex(({ name }) => name === 'rightUpperArm');
const ALL = process.env['LIMBER_TEST_ALL'] !== undefined;

const SIGNS: readonly (readonly [string, Signs])[] = [
  ['an arm turned inside out', (node) => (node === arm ? [-1, -1, -1] : [1, 1, 1])],
  ['all nodes mirrored across x', () => [-1, 1, 1]],
  ['all nodes mirrored across y', () => [1, -1, 1]],
  ['all nodes turned by two signs', () => [-1, 1, -1]],
  ...Array.from({ length: ALL ? 24 : 2 }, (_seed, seed) => [`signs of seed ${seed}`, randomSigns(seed, 0.4)] as const),
];

describe.each(SIGNS)('a figure that stands as before with %s', (_name, signs) => {
  const mirrored = read(mirroredMannequin(signs));

  test('has the same bones in the same places', () => {
    expect(mirrored.rig.humanoid).toEqual(plain.rig.humanoid);
    expect(mirrored.rig.report.warnings).toEqual(plain.rig.report.warnings);
    const at = (rig: typeof plain.rig) => jointPositions(rig, restPose(rig.skeleton));
    expect(farthest(at(plain.rig), at(mirrored.rig))).toBeLessThan(1e-9);
  });

  test('plays a clip that is written onto it as it was shown, and gives it back when it is read again', async () => {
    const { skeleton } = mirrored.rig;
    const clip = wildClip(mirrored.rig, 5);
    const { bytes } = writeClip(mirrored, 'glb', clip);
    const times = comparedTimes(clipRange(skeleton, clip)).filter((_time, i) => i % 6 === 0);
    const meant = posesAt(skeleton, clip, times).map((pose) => jointPositions(mirrored.rig, pose));
    const seen = await playInThree(bytes, 0, times);
    meant.forEach((places, i) => expect(farthest(places, seen[i]!)).toBeLessThan(2e-4));
    const again = read(bytes);
    const back = clipFromAnimation(again.rig, again.scene, readAnimations(readGltf(bytes)).animations[0]!);
    posesAt(skeleton, back, times).forEach((pose, i) => {
      expect(farthest(meant[i]!, jointPositions(again.rig, pose))).toBeLessThan(2e-4);
    });
  });
});
