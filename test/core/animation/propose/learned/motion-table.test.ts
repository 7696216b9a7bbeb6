import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fitMotions } from '../../../../../build/motion-table/fit-motions.ts';
import { takesIn } from '../../../../../build/motion-table/takes.ts';
import { writeMotionTable } from '../../../../../build/motion-table/write-motion-table.ts';
import { clipFromPoses } from '../../../../../core/animation/clip-from-poses.ts';
import { posesAt } from '../../../../../core/animation/joint-paths.ts';
import { deleteKeys } from '../../../../../core/animation/keys.ts';
import { bodyWay } from '../../../../../core/animation/propose/body-way.ts';
import { FEATURES, knownGap, mirroredFeatures } from '../../../../../core/animation/propose/learned/gap-features.ts';
import { learnedWay, WEIGHTS } from '../../../../../core/animation/propose/learned/motion-table.ts';
import { readMotionTable } from '../../../../../core/animation/propose/learned/read-motion-table.ts';
import { addResidual, mirroredWaves } from '../../../../../core/animation/propose/learned/residual-way.ts';
import { proposeInbetween } from '../../../../../core/animation/propose/propose-inbetween.ts';
import { buildRig } from '../../../../../core/humanoid/rigging/build-rig.ts';
import { createRetarget } from '../../../../../core/humanoid/transfer/retarget.ts';
import { forwardKinematics } from '../../../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../../helpers/mannequin.ts';
import { sharedData } from '../../../../helpers/shared-data.ts';

const SHIPPED = join(import.meta.dirname, '../../../../../renderer/public/motion-table.bin');
const FPS = 30;
const shipped = readMotionTable(readFileSync(SHIPPED));
const walks = sharedData('bvh/cmu-12_01-walk.bvh') ? [...takesIn(sharedData('bvh')!, 0.2, 'cmu-12_01-walk')] : [];

describe('the table that comes with the program', () => {
  test('has gaps of a third of a second and more, and takes between 2 and 8 MB', () => {
    expect(shipped.map(({ seconds }) => Math.round(seconds * FPS))).toEqual([10, 16, 24, 35, 50]);
    for (const { features, weights } of shipped) expect(features.length / FEATURES).toBe(weights.length / WEIGHTS);
    const { byteLength } = readFileSync(SHIPPED);
    expect(byteLength).toBeGreaterThan(2e6);
    expect(byteLength).toBeLessThan(8e6);
  });

  test('comes back from its own bytes within a step of each number, and other bytes are refused in a sentence', () => {
    const [first] = shipped;
    const [again] = readMotionTable(writeMotionTable([first!]));
    expect(again!.seconds).toBe(first!.seconds);
    const off = again!.features.map((value, i) => Math.abs(value - first!.features[i]!));
    expect(Math.max(...off.subarray(0, 5000))).toBeLessThan(1e-3);
    expect(() => readMotionTable(new Uint8Array(400))).toThrow('the learned motion must be a file that this version has made');
    expect(() => readMotionTable(readFileSync(SHIPPED).subarray(0, 4000))).toThrow('the learned motion ends too early');
  });

  test('says nothing of a gap that is like none of it, nor of one that is much shorter or longer', () => {
    const strange = Float64Array.from({ length: FEATURES }, (_, i) => (i % 2 === 0 ? 3 : -3));
    const { waves, familiarity } = learnedWay(shipped, strange, 0.8)!;
    expect(Math.max(...waves.map(Math.abs))).toBe(0);
    expect(familiarity).toBe(0);
    expect(learnedWay(shipped, strange, 0.2)).toBeNull();
    expect(learnedWay(shipped, strange, 3)).toBeNull();
    expect(learnedWay([], strange, 0.8)).toBeNull();
  });

  test('says of a mirrored gap the mirrored way', () => {
    const known = Float64Array.from(shipped[2]!.features.subarray(FEATURES * 40, FEATURES * 41));
    const [way, other] = [known, mirroredFeatures(known)].map((features) => learnedWay(shipped, features, 0.7)!);
    expect(way!.familiarity).toBeGreaterThan(0.3);
    expect(Math.max(...way!.waves.map(Math.abs))).toBeGreaterThan(0.02);
    expect([...mirroredWaves(other!.waves)]).toEqual([...way!.waves].map((each) => expect.closeTo(each, 9)));
  });
});

describe.skipIf(walks.length === 0)('a walk of somebody of whom nothing was learned, without 20 frames', () => {
  const [walk] = walks;
  const mannequin = buildRig(readGlbScene(MANNEQUIN));

  /** Metres that joints are off on average. */
  const off = (rig: typeof mannequin, made: readonly Pose[], real: readonly Pose[]) => {
    const distances = made.flatMap((pose, i) => {
      const [a, b] = [pose, real[i]!].map((each) => forwardKinematics(rig.skeleton, each).positions);
      return Array.from({ length: rig.skeleton.count }, (_, j) =>
        Math.hypot(a![3 * j]! - b![3 * j]!, a![3 * j + 1]! - b![3 * j + 1]!, a![3 * j + 2]! - b![3 * j + 2]!),
      );
    });
    return distances.reduce((sum, each) => sum + each, 0) / distances.length;
  };

  /** The walk on its own skeleton, and on the mannequin. */
  const bodies = () => {
    const retarget = createRetarget(walk!.rig, mannequin);
    return [
      [walk!.rig, walk!.poses],
      [mannequin, walk!.poses.map((pose) => retarget(pose))],
    ] as const;
  };

  test('is found a quarter nearer to it than speeds alone lead, on its own skeleton and on another body', () => {
    for (const [rig, poses] of bodies()) {
      let [learned, bySpeeds] = [0, 0];
      for (const from of [20, 45, 70]) {
        const real = poses.slice(from - 1, from + 23);
        const dense = clipFromPoses(rig.skeleton, real, { id: 'c', name: 'Walk', fps: FPS, loop: false });
        let known = dense;
        for (let frame = 2; frame < 22; frame++) known = deleteKeys(known, frame / FPS);
        known = { ...known, duration: dense.duration };
        const times = Array.from({ length: 20 }, (_, i) => (i + 2) / FPS);
        const made = [{ learned: shipped }, {}].map((options) =>
          posesAt(rig.skeleton, proposeInbetween(rig, known, 1, 22, options).clip, times),
        );
        learned += off(rig, made[0]!, real.slice(2, 22));
        bySpeeds += off(rig, made[1]!, real.slice(2, 22));
      }
      expect(learned).toBeLessThan(0.75 * bySpeeds);
    }
  });

  test('what is learned of it gives it back where nothing else is known, and the same from the same takes', () => {
    const [once, twice] = [fitMotions(walks, 24), fitMotions(walks, 24)];
    expect(twice).toEqual(once);
    const from = 1 + 8 * 4;
    const { rig, poses } = walk!;
    const gap = {
      frames: 24,
      fps: FPS,
      first: poses[from]!,
      last: poses[from + 24]!,
      before: poses[from - 1]!,
      after: poses[from + 25]!,
    };
    const { features, heading } = knownGap(rig, gap);
    const [base, made] = [bodyWay(rig, gap, 1), bodyWay(rig, gap, 1)];
    addResidual(rig, made, learnedWay([once], features, 0.8)!.waves, heading, 1);
    const real = poses.slice(from, from + 25);
    expect(off(rig, made, real)).toBeLessThan(0.5 * off(rig, base, real));
  });
});
