import { describe, expect, test } from 'vitest';
import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import { frameTimes, posesAt } from '../../../core/animation/joint-paths.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { restPose, type Pose } from '../../../core/skeleton/pose.ts';
import { matrixKinematics, positionOf } from '../../helpers/matrix-kinematics.ts';
import { sampleRigs } from '../../helpers/rigs.ts';

const rigs = sampleRigs();
const mannequin = rigs.find(({ name }) => name === 'mannequin.glb')!.rig;
const others = rigs.filter(({ rig }) => rig !== mannequin);

function placesIn(rig: Rig, pose: Pose, bones: readonly (keyof Rig['humanoid'])[]): number[][] {
  const world = matrixKinematics(rig.skeleton, pose);
  return bones.map((bone) => positionOf(world[rig.humanoid[bone]!]!));
}

function apart(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, c) => value - b[c]!));
}

function armOf(rig: Rig): number {
  const [shoulder, elbow, wrist] = placesIn(rig, restPose(rig.skeleton), ['leftUpperArm', 'leftLowerArm', 'leftHand']);
  return apart(shoulder!, elbow!) + apart(elbow!, wrist!);
}

/** The mannequin brings its hands to these places, rests there for a second, and takes them down again. */
function reaching(left: Vec3, right: Vec3) {
  const { skeleton, humanoid } = mannequin;
  const solver = createSolver(skeleton);
  const start = restPose(skeleton);
  const { pose } = solver.solve(start, [
    { kind: 'position', joint: humanoid.leftHand!, target: left, maxLinks: 4 },
    { kind: 'position', joint: humanoid.rightHand!, target: right, maxLinks: 4 },
  ]);
  const between = Array.from(
    { length: 15 },
    (_, i) =>
      solver.solve(start, [
        { kind: 'position', joint: humanoid.leftHand!, target: mixed('leftHand', left, i / 15), maxLinks: 4 },
        { kind: 'position', joint: humanoid.rightHand!, target: mixed('rightHand', right, i / 15), maxLinks: 4 },
      ]).pose,
  );
  const poses = [...between, ...Array<Pose>(30).fill(pose), ...between.toReversed()];
  return clipFromPoses(skeleton, poses, { id: 'reach', name: 'Reach', fps: 30, loop: false });
}

function mixed(bone: 'leftHand' | 'rightHand', to: Vec3, share: number): Vec3 {
  const [from] = placesIn(mannequin, restPose(mannequin.skeleton), [bone]);
  return [0, 1, 2].map((c) => from![c]! + share * (to[c]! - from![c]!)) as unknown as Vec3;
}

const MEETING = reaching([0.05, 1.2, 0.3], [-0.05, 1.2, 0.3]);

describe.each(others)('hands that meet in front of the body, on $name', ({ rig }) => {
  const { clip, report } = retargetClip(mannequin, MEETING, rig);
  const poses = posesAt(rig.skeleton, clip, frameTimes(clip));
  const source = posesAt(mannequin.skeleton, MEETING, frameTimes(MEETING));
  const scale = armOf(rig) / armOf(mannequin);

  test('are as far from each other in arm lengths as they were, within a centimetre', () => {
    expect(report.hands.count).toBeGreaterThan(0);
    expect(report.hands.kept).toBe(report.hands.count);
    for (let frame = 18; frame < 42; frame++) {
      const [left, right] = placesIn(rig, poses[frame]!, ['leftHand', 'rightHand']);
      const [leftBefore, rightBefore] = placesIn(mannequin, source[frame]!, ['leftHand', 'rightHand']);
      expect(Math.abs(apart(left!, right!) - scale * apart(leftBefore!, rightBefore!))).toBeLessThan(0.01);
    }
  });

  test('come and go without a leap', () => {
    const hands = poses.map((pose) => placesIn(rig, pose, ['leftHand', 'rightHand']));
    const before = source.map((pose) => placesIn(mannequin, pose, ['leftHand', 'rightHand']));
    for (let frame = 1; frame < poses.length; frame++) {
      for (const side of [0, 1]) {
        const step = apart(hands[frame]![side]!, hands[frame - 1]![side]!);
        expect(step).toBeLessThan(4 * scale * apart(before[frame]![side]!, before[frame - 1]![side]!) + 0.04 * armOf(rig));
      }
    }
  });
});

test.skipIf(others.length === 0)(
  'a hand on the hips keeps its place about the trunk, and none is pulled where nothing is touched',
  () => {
    const [hips] = placesIn(mannequin, restPose(mannequin.skeleton), ['hips']);
    const akimbo = reaching([0.17, hips![1]! + 0.08, 0.02], [-0.6, 1.4, 0.2]);
    const { rig } = others[0]!;
    const { report } = retargetClip(mannequin, akimbo, rig);
    expect(report.hands.count).toBeGreaterThan(0);
    expect(report.hands.largest).toBeLessThan(0.01);
    expect(retargetClip(mannequin, reaching([0.6, 1.3, 0.3], [-0.6, 1.3, 0.3]), rig).report.hands.count).toBe(0);
    expect(retargetClip(mannequin, akimbo, rig, { hands: false }).report.hands.count).toBe(0);
  },
);
