import { describe, expect, test } from 'vitest';
import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import { frameTimes, posesAt } from '../../../core/animation/joint-paths.ts';
import { retargetClip, type RetargetOptions } from '../../../core/animation/retarget-clip.ts';
import { pinned } from '../../../core/humanoid/body/handles.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { legLength } from '../../../core/humanoid/body/leg-length.ts';
import { fromAxisAngle, multiply, conjugate } from '../../../core/math/quat.ts';
import { distance, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { plainFigure, sceneOf, stagedAs } from '../../helpers/figure.ts';

const from = buildRig(sceneOf(plainFigure()));
/** Half as large again: it stands elsewhere in proportion. */
const to = buildRig(sceneOf(stagedAs(plainFigure(), 0, 1.5)));
const size = legLength(to) / legLength(from);
const FPS = 30;

function bring(poses: readonly Pose[], options: RetargetOptions = {}): { readonly poses: Pose[]; readonly contacts: number } {
  const clip = clipFromPoses(from.skeleton, poses, { id: 'a', name: 'a', fps: FPS, loop: false });
  const { clip: brought, report } = retargetClip(from, clip, to, options);
  return { poses: posesAt(to.skeleton, brought, frameTimes(brought)), contacts: report.contacts };
}

const frames = (make: (seconds: number) => Pose): Pose[] => Array.from({ length: 2 * FPS + 1 }, (_, frame) => make(frame / FPS));

function raised(pose: Pose, by: number): Pose {
  const result = pose.slice();
  result[1]! += by;
  return result;
}

/** The body turned about an axis of the world through its hips. */
function turned(pose: Pose, axis: Vec3, angle: number): Pose {
  const { hips } = from.humanoid;
  const result = pose.slice();
  const world = worldRotation(forwardKinematics(from.skeleton, pose), hips!);
  const own = rotationOf(pose, hips!);
  setRotation(result, hips!, multiply(own, multiply(multiply(conjugate(world), fromAxisAngle(axis, angle)), world)));
  return result;
}

function hipHeight(rig: typeof from, pose: Pose): number {
  return worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid.hips!)[1];
}

const rest = restPose(from.skeleton);
const bent = (pose: Pose, angle: number): Pose => {
  const result = pose.slice();
  for (const bone of ['leftLowerLeg', 'rightLowerLeg'] as const)
    setRotation(result, from.humanoid[bone]!, fromAxisAngle([1, 0, 0], angle));
  return result;
};

describe('a body that never stands stays as high over the floor as it is, in legs:', () => {
  test.each([
    ['hovering with still feet', frames(() => raised(rest, 0.5))],
    ['hovering with feet that hang', frames((t) => raised(bent(rest, 0.3 + 0.05 * Math.sin(2 * t)), 0.5))],
    ['hanging still from a bar', frames(() => raised(rest, 1.2))],
    ['spinning in place in the air', frames((t) => turned(raised(rest, 0.6), [0, 1, 0], 4 * t))],
    [
      'swimming',
      frames((t) => bent(turned(raised(rest, 0.4), [1, 0, 0], 1.4), 0.4 + 0.4 * Math.sin(9 * t))).map((pose, frame) => {
        const result = pose.slice();
        result[2]! += frame / FPS;
        return result;
      }),
    ],
  ])('%s', (_, poses) => {
    const { poses: brought, contacts } = bring(poses);
    expect(contacts).toBe(0);
    const places = (rig: typeof from, pose: Pose) =>
      rig.skeleton.names.map((__, joint) => worldPosition(forwardKinematics(rig.skeleton, pose), joint));
    brought.forEach((pose, frame) => {
      expect(hipHeight(to, pose) / (size * hipHeight(from, poses[frame]!))).toBeCloseTo(1, 3);
      if (frame === 0) return;
      // No joint goes farther in a frame than the source's does.
      const [now, before] = [places(to, pose), places(to, brought[frame - 1]!)];
      const [own, ownBefore] = [places(from, poses[frame]!), places(from, poses[frame - 1]!)];
      const most = Math.max(...own.map((place, j) => distance(place, ownBefore[j]!)));
      expect(Math.max(...now.map((place, j) => distance(place, before[j]!)))).toBeLessThan(1.05 * size * most + 1e-4);
    });
  });
});

describe('a body stands on the floor', () => {
  const soles = (poses: readonly Pose[]) =>
    poses.map((pose) => worldPosition(forwardKinematics(to.skeleton, pose), to.humanoid.leftFoot!)[1] - 1.5 * 0.07);

  test('whose hips go over its still feet, however high they are', () => {
    const pull = createPuller(from).begin(rest, 'hips', pinned('leftFoot', 'rightFoot'));
    const [x, y, z] = worldPosition(forwardKinematics(from.skeleton, rest), from.humanoid.hips!);
    const poses = frames((t) => raised(pull.to([x + 0.06 * Math.sin(3 * t), y - 0.05, z]).pose, 0.5));
    const { poses: brought, contacts } = bring(poses);
    expect(contacts).toBeGreaterThan(0);
    for (const height of soles(brought)) expect(Math.abs(height)).toBeLessThan(2e-3);
  });

  test('that is still where it rests, or a little higher', () => {
    for (const height of [0, 0.05, -0.6]) {
      for (const sole of soles(bring(frames(() => raised(rest, height))).poses)) expect(Math.abs(sole)).toBeLessThan(2e-3);
    }
  });

  test('whose rest does not tell where the floor is', () => {
    const { poses } = bring(
      frames(() => raised(rest, 0.5)),
      { sourceStands: false },
    );
    for (const sole of soles(poses)) expect(Math.abs(sole)).toBeLessThan(2e-3);
  });
});
