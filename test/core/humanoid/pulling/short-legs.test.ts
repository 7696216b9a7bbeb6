import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { legLength } from '../../../../core/humanoid/body/leg-length.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../core/humanoid/pulling/request/pull-goals.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { distance, scale } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, type Pose } from '../../../../core/skeleton/pose.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { FEET, handleAt, movedBy } from '../../../helpers/pulled-figure.ts';

/** The mannequin with some bones as many times as long. */
function proportioned(bones: RegExp, times: number): Rig {
  const scene = readCharacterScene(readGltf(new Uint8Array(readFileSync(MANNEQUIN))));
  const nodes = scene.nodes.map((node) =>
    bones.test(node.name) ? { ...node, translation: scale(node.translation, times) } : node,
  );
  return buildRig({ ...scene, nodes, meshNodes: [], meshExtents: [] });
}

// Where hips are so low that knees bend no further, and ankles no further with the heels as high as that allows, knees that are turned inwards come a little lower.
describe.each([
  ['short legs', proportioned(/LowerLeg$|Foot$/, 0.55)],
  ['a child’s legs', proportioned(/LowerLeg$|Foot$/, 0.65)],
  ['long feet', proportioned(/Toes$/, 2.2)],
])('hips of a body with %s', (_, rig) => {
  const rest = restPose(rig.skeleton);
  const gap = (pose: Pose, part: 'LowerLeg' | 'Foot'): number => {
    const world = forwardKinematics(rig.skeleton, pose);
    const [left, right] = (['left', 'right'] as const).map((side) => worldPosition(world, rig.humanoid[`${side}${part}`]!));
    return left![0] - right![0];
  };

  test.each([[0], [0.5]])('that go down, and ahead by %f of that, stop before the knees come together', (ahead) => {
    const from = handleAt(rig, rest, 'hips');
    const size = rig.report.height / 1.75;
    const leg = legLength(rig) / size;
    for (let share = 0.5; share < 0.585; share += 0.01) {
      const target = movedBy(rig, from, [0, -share * leg, ahead * share * leg]);
      const { pose } = createPuller(rig).begin(rest, 'hips', FEET, DEFAULT_SOLVER_SETTINGS).to(target);
      expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
      if (distance(handleAt(rig, pose, 'hips'), target) > DEFAULT_SOLVER_SETTINGS.tolerance) continue;
      expect(gap(pose, 'LowerLeg'), `down by ${share}`).toBeGreaterThan(0.5 * gap(rest, 'Foot'));
    }
  });
});
