import { describe, expect, test } from 'vitest';
import { mirrorPose } from '../../../../core/humanoid/transfer/mirror-pose.ts';
import { bodyPlanOf, otherSideOf, type BodyLimb } from '../../../../core/library/prior/body-plan.ts';
import {
  fromCarrier,
  LIMB,
  LIMB_EASY,
  LIMB_POLE,
  LIMB_SHARPNESS,
  limbPlace,
  LIMBS,
  STRIDE,
  writeRows,
} from '../../../../core/library/prior/pose-row.ts';
import {
  createWorldTransforms,
  forwardKinematics,
  worldPosition,
  worldRotation,
} from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../../../core/skeleton/pose.ts';
import { foldLimb } from '../../../../core/humanoid/limbs/fold-limb.ts';
import { angleBetween, conjugate, multiply, rotate, shortestArc } from '../../../../core/math/quat.ts';
import { add, normalize, scale } from '../../../../core/math/vec3.ts';
import { toRadians } from '../../../../core/math/angles.ts';
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

/** For bends all around a limb's line, in steps: radians by which its end, kept as it is, is then turned from rest against the bone that carries it. */
function turnsAround(rig: Rig, pose: Pose, limb: BodyLimb, steps: number): number[] {
  const plan = bodyPlanOf(rig)!;
  const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  const atRest = multiply(conjugate(worldRotation(rest, limb.bend)), worldRotation(rest, limb.end));
  const world = forwardKinematics(rig.skeleton, pose);
  const [end, kept] = [worldPosition(world, limb.end), worldRotation(world, limb.end)];
  const seen = limbPlace(plan, world, limb, worldPosition(world, limb.upper), end);
  const toLine = conjugate(shortestArc(normalize(seen), limb.middle));
  return Array.from({ length: steps }, (_, i) => {
    const angle = (2 * Math.PI * i) / steps;
    const asLeft = rotate(toLine, add(scale(limb.front, Math.cos(angle)), scale(limb.aside, Math.sin(angle))));
    const pole = rotate(conjugate(fromCarrier(plan, world, limb)), limb.isRight ? otherSideOf(asLeft) : asLeft);
    const folded = forwardKinematics(rig.skeleton, foldLimb(rig, pose, limb, limb.axis, end, pole));
    return angleBetween(multiply(worldRotation(folded, limb.bend), atRest), kept);
  });
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

  test.each(rigs.map(({ name, rig }) => [name, rig] as const))(
    'tell the bend that turns hand or foot least, of all bends that are tried: %s (seed 6)',
    (_, rig) => {
      const STEPS = 120;
      let told = 0;
      for (const { pose } of gestureLibrary(rig, 2, 6)) {
        const row = rowsOf(rig, pose);
        bodyPlanOf(rig)!.limbs.forEach((limb, l) => {
          const at = LIMBS + LIMB * l;
          // A straight limb turns with any bend.
          if (!limb || row[at + LIMB_SHARPNESS]! < 0.2) return;
          const [x, y, certainty] = row.subarray(at + LIMB_EASY, at + LIMB_EASY + 3) as unknown as [number, number, number];
          const turns = turnsAround(rig, pose, limb, STEPS);
          const least = Math.min(...turns);
          expect(2 * Math.acos(Math.min(1, Math.sqrt(certainty)))).toBeCloseTo(least, 1);
          if (certainty < 0.1) return;
          const off = Math.abs(Math.atan2(y, x) - (2 * Math.PI * turns.indexOf(least)) / STEPS) % (2 * Math.PI);
          expect(Math.min(off, 2 * Math.PI - off)).toBeLessThan(toRadians(360 / STEPS));
          told++;
        });
      }
      expect(told).toBeGreaterThan(0);
    },
  );
});
