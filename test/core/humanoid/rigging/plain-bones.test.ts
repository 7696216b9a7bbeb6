import { describe, expect, test } from 'vitest';
import { createProject } from '../../../../core/document/create-project.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { isPlain, plainBones } from '../../../../core/humanoid/rigging/plain-bones.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../core/humanoid/pulling/request/pull-goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { dog } from '../../../helpers/dog.ts';
import { plainFigure, sceneOf, stagedAs } from '../../../helpers/figure.ts';
import { matrixKinematics, positionOf } from '../../../helpers/matrix-kinematics.ts';

describe.each([
  ['named as a person', sceneOf(dog(true))],
  ['without names', sceneOf(dog(false))],
  ['a hundred times as large, looking along -X', sceneOf(stagedAs(dog(false), 270, 100))],
])('a dog %s', (_, scene) => {
  test('is refused with the reason, and opens with plain bones', () => {
    expect(() => buildRig(scene)).toThrow(/it stands on four legs at rest, so it is an animal and no biped$/);
    const corrections = plainBones(scene);
    const rig = buildRig(scene, { corrections });
    expect(isPlain(rig)).toBe(true);
    expect(rig.skeleton.count).toBe(scene.nodes.length);
    expect(rig.skeleton.limits.every(({ kind }) => kind === 'free')).toBe(true);
    expect(rig.report).toMatchObject({ missing: [], warnings: rig.report.height > 10 ? [expect.any(String)] : [] });
    expect(createProject(rig, { name: 'dog', fileName: 'dog.glb', hash: '' }, corrections).pins).toEqual({});
  });

  test('with plain bones is pulled by any of them, without moving its root', () => {
    const rig = buildRig(scene, { corrections: plainBones(scene) });
    const paw = rig.binding.nodes.indexOf(scene.nodes.findIndex(({ name }) => /^LeftHand$|^Bone 9$/.test(name)));
    const size = rig.report.height;
    const [x, y, z] = positionOf(matrixKinematics(rig.skeleton, restPose(rig.skeleton))[paw]!) as [number, number, number];
    const target = [x + 0.05 * size, y + 0.2 * size, z] as const;
    const { pose, status } = createSolver(rig.skeleton).solve(restPose(rig.skeleton), [{ kind: 'position', joint: paw, target }]);
    expect(status).toBe('reached');
    const world = matrixKinematics(rig.skeleton, pose);
    expect(Math.hypot(...positionOf(world[paw]!).map((value, c) => value - target[c]!))).toBeLessThan(1e-3);
    expect([...pose.subarray(0, 3)]).toEqual([0, 0, 0]);
    // Its one handle is the root.
    const pull = createPuller(rig).begin(restPose(rig.skeleton), 'hips', {}, DEFAULT_SOLVER_SETTINGS);
    const [hx, hy, hz] = positionOf(matrixKinematics(rig.skeleton, restPose(rig.skeleton))[rig.humanoid.hips!]!);
    const moved = pull.to([hx! + 0.1 * size, hy!, hz!]).pose;
    expect(moved[0]! / size).toBeCloseTo(0.1, 2);
  });
});

test('a person is never taken for an animal, and one by one its limbs can be named after all', () => {
  const scene = sceneOf(plainFigure());
  expect(isPlain(buildRig(scene))).toBe(false);
  const corrections = plainBones(scene);
  const named = { ...corrections, leftUpperArm: scene.nodes.findIndex(({ name }) => name === 'upperarm.l') };
  expect(Object.keys(buildRig(scene, { corrections: named }).humanoid).toSorted()).toEqual(['hips', 'leftUpperArm']);
  expect(() => plainBones({ ...scene, nodes: scene.nodes.slice(0, 1), skinJoints: [0] })).toThrow(/at least two joints/);
});
