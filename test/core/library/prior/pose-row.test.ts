import { describe, expect, test } from 'vitest';
import { mirrorPose } from '../../../../core/humanoid/transfer/mirror-pose.ts';
import { bodyPlanOf } from '../../../../core/library/prior/body-plan.ts';
import { LIMB, LIMB_POLE, LIMB_SHARPNESS, LIMBS, STRIDE, writeRows } from '../../../../core/library/prior/pose-row.ts';
import { createWorldTransforms } from '../../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../../core/skeleton/pose.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { gestureLibrary } from '../../../helpers/gesture-library.ts';
import { figureRigs } from '../../../helpers/figure-rigs.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

function rowsOf(rig: Rig, pose: Pose): Float32Array {
  const table = new Float32Array(2 * STRIDE);
  writeRows(rig, bodyPlanOf(rig)!, pose, createWorldTransforms(rig.skeleton), table, 0);
  return table;
}

/** Largest difference of two rows; a straight limb bends nowhere. */
function apart(a: Float32Array, b: Float32Array): number {
  const straight = new Set(
    [0, 1, 2, 3].flatMap((limb) => {
      const at = LIMBS + LIMB * limb;
      return a[at + LIMB_SHARPNESS]! < 0.01 ? [at + LIMB_POLE, at + LIMB_POLE + 1] : [];
    }),
  );
  return a.reduce((most, value, i) => (straight.has(i) ? most : Math.max(most, Math.abs(value - b[i]!))), 0);
}

const rigs = [...sampleRigs().filter(({ name }) => /mannequin\.glb|unreal/.test(name)), ...figureRigs()];

describe('The numbers of a pose', () => {
  test.each(rigs.map(({ name, rig }) => [name, rig] as const))(
    'have those of the mirrored pose beside them: %s (seed 4)',
    (_, rig) => {
      for (const { pose } of gestureLibrary(rig, 4, 4)) {
        const [own, mirrored] = [rowsOf(rig, pose), rowsOf(rig, mirrorPose(rig, pose))];
        expect(apart(own.subarray(STRIDE), mirrored.subarray(0, STRIDE))).toBeLessThan(2e-3);
      }
    },
  );
});
