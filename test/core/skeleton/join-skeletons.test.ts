import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCharacter } from '../../../core/formats/read-character.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { fromAxisAngle, rotate, type Quat } from '../../../core/math/quat.ts';
import { add, distance, lerp, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { joinSkeletons } from '../../../core/skeleton/join-skeletons.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { createSkeleton, withExpressions } from '../../../core/skeleton/skeleton.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { randomPose } from '../../helpers/random-pose.ts';

const { skeleton, humanoid } = buildRig(readCharacter('mannequin.glb', readFileSync(MANNEQUIN)).scene);
const TURN: Quat = fromAxisAngle([0, 1, 0], Math.PI);
const AT: Vec3 = [0, 0, 1.1];
const smiling = withExpressions(
  createSkeleton(
    [
      { name: 'base', parent: -1, offset: [0.1, 0.2, 0.3], rest: fromAxisAngle([0, 0, 1], 0.5) },
      { name: 'root', parent: 0, offset: [0, 0.4, 0], rest: fromAxisAngle([1, 0, 0], -0.7) },
      { name: 'lift', parent: 1, offset: [0, 0.1, 0], limit: { kind: 'prismatic', axis: [0, 1, 0], min: -1, max: 1 } },
    ],
    1,
  ),
  ['happy', 'sad'],
);

test('every joint of every body stands in the common world where its own pose, placed, has it, and poses are split back', () => {
  const joined = joinSkeletons([{ skeleton }, { skeleton: smiling, at: AT, turn: TURN }, { skeleton, at: [-2, 0, 0] }]);
  const dice = seededRandom(4);
  const poses = [skeleton, smiling, skeleton].map((each) => {
    const pose = randomPose(each, dice);
    pose.set([dice(), dice(), -dice()]);
    return pose;
  });
  poses[1]!.set([0.25, 0.5, 0.75], poses[1]!.length - 3);
  const pose = joined.join(poses);
  const world = forwardKinematics(joined.skeleton, pose);
  for (const [b, each] of [skeleton, smiling, skeleton].entries()) {
    const own = forwardKinematics(each, poses[b]!);
    for (let j = 0; j < each.count; j++) {
      const placed = add(
        [[0, 0, 0] as const, AT, [-2, 0, 0] as const][b]!,
        rotate(b === 1 ? TURN : [0, 0, 0, 1], worldPosition(own, j)),
      );
      expect(distance(worldPosition(world, joined.jointOf(b, j)), placed)).toBeLessThan(1e-9);
    }
  }
  for (const [b, back] of joined.split(pose).entries()) {
    expect(Math.max(...back.map((value, i) => Math.abs(value - poses[b]![i]!)))).toBeLessThan(1e-12);
  }
});

test('two bodies shake hands in one solve, feet where they stand, each inside its limits and couplings', () => {
  const joined = joinSkeletons([{ skeleton }, { skeleton, at: AT, turn: TURN }]);
  const pose = joined.join([restPose(skeleton), restPose(skeleton)]);
  const world = forwardKinematics(joined.skeleton, pose);
  const jointOf = (body: number, name: 'rightHand' | 'leftFoot' | 'rightFoot' | 'hips') => joined.jointOf(body, humanoid[name]!);
  const feet = [0, 1].flatMap((body) => (['leftFoot', 'rightFoot'] as const).map((name) => jointOf(body, name)));
  const [mine, yours] = [jointOf(0, 'rightHand'), jointOf(1, 'rightHand')];
  const outcome = createSolver(joined.skeleton).solve(pose, [
    ...feet.map((joint) => ({ kind: 'position', joint, target: worldPosition(world, joint), priority: 1 }) as const),
    { kind: 'position', joint: mine, target: [0, 0, 0], frame: yours },
    {
      kind: 'position',
      joint: mine,
      target: add(lerp(worldPosition(world, jointOf(0, 'hips')), worldPosition(world, jointOf(1, 'hips')), 0.5), [0, 0.15, 0]),
      tolerance: 0.2,
    },
  ]);
  const met = forwardKinematics(joined.skeleton, outcome.pose);
  expect(outcome.status).toBe('reached');
  expect(distance(worldPosition(met, mine), worldPosition(met, yours))).toBeLessThan(1.01e-3);
  for (const joint of feet) expect(distance(worldPosition(met, joint), worldPosition(world, joint))).toBeLessThan(1.01e-3);
  for (const own of joined.split(outcome.pose)) expect(isInsideLimits(skeleton, own)).toBe(true);
  expect(joined.skeleton.couplings.length).toBe(2 * skeleton.couplings.length);
  expect(skeleton.couplings.length).toBeGreaterThan(0);
});

test('each root moves and turns unless it is stiff, and what is no body or pose is refused', () => {
  const goal = (joined: ReturnType<typeof joinSkeletons>) =>
    ({ kind: 'position', joint: joined.jointOf(1, humanoid.leftHand!), target: [0, 1, 4] }) as const;
  for (const [rootStiffness, status] of [
    [0, 'reached'],
    [1, 'stalled'],
  ] as const) {
    const joined = joinSkeletons([{ skeleton }, { skeleton, rootStiffness }]);
    const start = joined.join([restPose(skeleton), restPose(skeleton)]);
    const outcome = createSolver(joined.skeleton).solve(start, [goal(joined)]);
    expect(outcome.status).toBe(status);
    expect(joined.split(outcome.pose)[0]).toEqual(restPose(skeleton));
  }
  expect(() => joinSkeletons([])).toThrow('the bodies must be at least one, got none');
  expect(() => joinSkeletons([{ skeleton, turn: [0, 0, 0, 2] }])).toThrow('body 0: turn must have length 1, got 2');
  expect(() => joinSkeletons([{ skeleton, form: 1 } as never])).toThrow('body 0 cannot have the field "form"');
  const joined = joinSkeletons([{ skeleton }]);
  expect(() => joined.jointOf(1, 0)).toThrow('the joint must be one of a body from 0 to 0, got 0 of body 1');
  expect(() => joined.join([])).toThrow('the poses must be one a body, 1, got 0');
});
