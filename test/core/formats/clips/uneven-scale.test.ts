import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { posesAt } from '../../../../core/animation/joint-paths.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { clipRange, comparedTimes } from '../../../../core/formats/clips/clip-range.ts';
import { writeClip } from '../../../../core/formats/clips/motion-formats.ts';
import { readGlb, writeGlb } from '../../../../core/formats/gltf/glb.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { matrixKinematics, positionOf } from '../../../helpers/matrix-kinematics.ts';
import { playInThree } from '../oracles.ts';
import { wildClip } from '../wild-clip.ts';

/** The mannequin with the nodes of some bones scaled. */
function scaledMannequin(scales: Readonly<Record<string, readonly [number, number, number]>>): Uint8Array {
  const glb = readGlb(new Uint8Array(readFileSync(MANNEQUIN)));
  const json = JSON.parse(new TextDecoder().decode(glb.json)) as { nodes: { name: string; scale?: readonly number[] }[] };
  for (const node of json.nodes) node.scale = scales[node.name] ?? node.scale ?? [1, 1, 1];
  return writeGlb({ ...glb, json: new TextEncoder().encode(JSON.stringify(json)) });
}

test.each([
  ['an uneven scale in the trunk and a thigh', { spine: [1, 1.3, 0.8], leftUpperLeg: [1.2, 0.9, 1] }, 0.005],
  ['an even scale', { spine: [1.2, 1.2, 1.2] }, 0],
] as const)('with %s the reported error is what three.js shows of the file', async (_, scales, least) => {
  const bytes = scaledMannequin(scales);
  const scene = readCharacterScene(readGltf(bytes));
  const rig = buildRig(scene);
  const clip = wildClip(rig, 3);
  const motion = writeClip({ bytes, scene, rig }, 'glb', clip);
  const { distance } = motion.compare(motion.bytes);
  const times = comparedTimes(clipRange(rig.skeleton, clip));
  const shown = await playInThree(motion.bytes, 0, times);
  const poses = posesAt(rig.skeleton, clip, times);
  const apart = poses.flatMap((pose, i) =>
    matrixKinematics(rig.skeleton, pose).map((matrix, joint) => {
      const seen = shown[i]!.get(rig.binding.nodes[joint]!)!;
      return Math.hypot(...positionOf(matrix).map((value, c) => value - seen[c]!));
    }),
  );
  expect(distance).toBeGreaterThanOrEqual(least);
  expect(Math.abs(distance - Math.max(...apart))).toBeLessThan(1e-4);
});
