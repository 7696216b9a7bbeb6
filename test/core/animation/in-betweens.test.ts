import { describe, expect, test } from 'vitest';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { solveInbetweens } from '../../../core/animation/in-betweens.ts';
import { clipKeyTimes, sampleClip } from '../../../core/animation/sampling.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { distance, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { restPose, type Pose } from '../../../core/skeleton/pose.ts';
import { sampleRigs } from '../../helpers/rigs.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const rigs: readonly (readonly [name: string, rig: Rig])[] = [
  ['a small biped', smallBiped().rig],
  ...sampleRigs().map(({ name, rig }) => [name, rig] as const),
];
const PINS = {
  leftFoot: { translation: true, rotation: true, weight: 1 },
  rightFoot: { translation: true, rotation: true, weight: 1 },
};

/** The pose with the hips moved (shares of the hip height) and both feet where they are at rest. */
function crouch(rig: Rig, move: Vec3): Pose {
  const { skeleton, humanoid } = rig;
  const rest = forwardKinematics(skeleton, restPose(skeleton));
  const start = restPose(skeleton);
  start.set(move.map((v) => v * rig.report.hipHeight));
  const goals = [humanoid.leftFoot!, humanoid.rightFoot!].flatMap((joint): Goal[] => [
    { kind: 'position', joint, target: worldPosition(rest, joint), tolerance: 1e-6, priority: 1, maxLinks: 3 },
    { kind: 'orientation', joint, target: worldRotation(rest, joint), tolerance: 1e-4, maxLinks: 3 },
  ]);
  return createSolver(skeleton).solve(start, goals).pose;
}

/** How far a foot gets from its place at rest during the clip, in metres and radians. */
function stray(rig: Rig, clip: Clip, joint: number): { metres: number; radians: number } {
  const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  let metres = 0;
  let radians = 0;
  for (let time = 0; time <= 1; time += 1 / 240) {
    const world = forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, time));
    metres = Math.max(metres, distance(worldPosition(world, joint), worldPosition(rest, joint)));
    radians = Math.max(radians, angleBetween(worldRotation(world, joint), worldRotation(rest, joint)));
  }
  return { metres, radians };
}

describe.each(rigs)('%s, crouching down and up to the side with pinned feet', (_, rig) => {
  const keyed = [crouch(rig, [0, -0.03, 0]), crouch(rig, [0.06, -0.15, 0.03]), crouch(rig, [-0.05, -0.04, 0])].reduce(
    (clip, pose, k) => setKey(rig.skeleton, clip, k / 2, pose),
    createClip('c', 'Clip', { duration: 1, loop: false }),
  );
  const { clip, held } = solveInbetweens(rig, keyed, PINS);
  const feet = [rig.humanoid.leftFoot!, rig.humanoid.rightFoot!];

  test('the feet slide between keys by SLERP alone, and stay within a millimetre when in-betweens are solved', () => {
    for (const foot of feet) {
      expect(stray(rig, keyed, foot).metres).toBeGreaterThan(0.002);
      expect(stray(rig, clip, foot).metres).toBeLessThan(0.001);
    }
    expect(held).toHaveLength(4);
    for (const { missed } of held) expect(missed).toBeLessThan(1e-3);
  });

  test('keys, the other joints and the limits stay as they were', () => {
    for (const time of clipKeyTimes(keyed)) {
      const [before, after] = [sampleClip(rig.skeleton, keyed, time), sampleClip(rig.skeleton, clip, time)];
      before.forEach((value, i) => expect(after[i]).toBeCloseTo(value, 9));
    }
    for (let frame = 0; frame <= 30; frame++) {
      expect(isInsideLimits(rig.skeleton, sampleClip(rig.skeleton, clip, frame / 30), 1e-5)).toBe(true);
    }
  });
});

test('a foot that goes somewhere else, or is not pinned, is left to its keys', () => {
  const { rig } = smallBiped();
  const moved = restPose(rig.skeleton);
  moved[0] = 0.3;
  const clip = [restPose(rig.skeleton), moved].reduce(
    (built, pose, k) => setKey(rig.skeleton, built, k, pose),
    createClip('c', 'Clip', { duration: 1 }),
  );
  expect(solveInbetweens(rig, clip, PINS)).toEqual({ clip, held: [] });
  expect(solveInbetweens(rig, clip, {}).clip).toBe(clip);
});
