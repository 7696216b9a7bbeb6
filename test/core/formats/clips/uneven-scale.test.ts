import { expect, test } from 'vitest';
import { posesAt } from '../../../../core/animation/joint-paths.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { clipRange, comparedTimes } from '../../../../core/formats/clips/clip-range.ts';
import { writeClip } from '../../../../core/formats/clips/motion-formats.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { matrixKinematics, positionOf } from '../../../helpers/matrix-kinematics.ts';
import { scaledMannequin } from '../../../helpers/scaled-mannequin.ts';
import { playInThree } from '../oracles.ts';
import { wildClip } from '../wild-clip.ts';
import { few } from '../../../helpers/extent.ts';

test.each(
  few(
    [
      ['an uneven scale in the trunk and a thigh', { spine: [1, 1.3, 0.8], leftUpperLeg: [1.2, 0.9, 1] }, 0.005],
      ['an even scale', { spine: [1.2, 1.2, 1.2] }, 0],
    ] as const,
    1,
  ),
)('with %s the reported error is what three.js shows of the file', async (_, scales, least) => {
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
  // And the reason is told.
  expect(motion.warnings).toEqual(
    least > 0 ? [expect.stringContaining('"spine", "leftUpperLeg" are scaled unevenly, which a pose cannot follow')] : [],
  );
  expect(Math.abs(distance - Math.max(...apart))).toBeLessThan(1e-4);
});
