import { expect, test } from 'vitest';
import { createProject } from '../../../../core/document/create-project.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { distance, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { handlesOf } from '../../../../core/humanoid/body/handles.ts';
import type { OpenDocument } from '../../../../electron/cli/vocabulary/open-document.ts';
import { poseByGoals } from '../../../../electron/cli/vocabulary/pose-by-goals.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const project = createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' });
const document = { rig, libraryRig: rig, project, playhead: 0 } as unknown as OpenDocument;
const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));

test('takes an elbow to its place, and says how far a toe is from its own', () => {
  const { leftUpperArm, leftLowerArm } = rig.humanoid;
  const [root, bend] = [leftUpperArm!, leftLowerArm!].map((joint) => worldPosition(rest, joint)) as [Vec3, Vec3];
  const along = distance(root, bend) / Math.hypot(0.3, 0.8, 0.5);
  const elbow: Vec3 = [root[0] + 0.3 * along, root[1] - 0.8 * along, root[2] + 0.5 * along];
  const toes: Vec3 = [0.1, 0.5, 0.9];
  const { pose, goals, reached } = poseByGoals(document, { goals: { leftElbow: elbow, leftToes: toes }, pins: ['hips'] });
  const world = forwardKinematics(rig.skeleton, pose);
  const { joint, offset } = handlesOf(rig).find(({ name }) => name === 'leftToes')!;
  const off = [distance(worldPosition(world, leftLowerArm!), elbow), distance(pointOf(world, joint, offset), toes)];
  expect(goals.map(({ name }) => name)).toEqual(expect.arrayContaining(['leftElbow', 'leftToes']));
  for (const { name, millimetres } of goals)
    expect(Math.abs(millimetres - 1000 * off[name === 'leftElbow' ? 0 : 1]!)).toBeLessThan(0.1);
  expect(off[0]).toBeLessThan(1e-3);
  expect(reached).toBe(off[1]! <= 1e-3);
});

test('points an elbow in a direction, and says by how much it could not', () => {
  const pose = (way: Vec3) => poseByGoals(document, { goals: { rightHand: [-0.3, 1.3, 0.3] }, poles: { rightElbow: way } });
  expect(pose([-1, -0.5, 0]).poles).toEqual([{ name: 'rightElbow', reached: true, degrees: expect.any(Number) }]);
  const short = pose([1, 1, 0]);
  expect([short.reached, short.poles[0]!.reached, short.poles[0]!.degrees > 30]).toEqual([false, false, true]);
});

test('crouches as a hand in the studio does: the heels of pinned feet may rise, which loses no pin', () => {
  const { hips, head, leftToes } = rig.humanoid;
  const at = worldPosition(rest, hips!);
  const { pose, goals, lost } = poseByGoals(document, {
    goals: { hips: [at[0], at[1] - 0.3, at[2]] },
    pins: ['leftFoot', 'rightFoot'],
  });
  const world = forwardKinematics(rig.skeleton, pose);
  expect([goals[0]!.reached, lost]).toEqual([true, []]);
  expect(distance(worldPosition(world, leftToes!), worldPosition(rest, leftToes!))).toBeLessThan(1e-3);
  expect(Math.abs(worldPosition(world, head!)[0] - at[0])).toBeLessThan(0.02);
});
