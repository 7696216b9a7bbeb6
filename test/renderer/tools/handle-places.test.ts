import { describe, expect, test } from 'vitest';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { distance, dot, length, normalize, rejectFrom, subtract } from '../../../core/math/vec3.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { createHandlePlacer } from '../../../renderer/tools/geometry/handle-places.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { sampleRigs } from '../../helpers/rigs.ts';
import { openedStudio } from './mannequin-studio.ts';

const mannequin = openedStudio().document().rig;
const rigs = [...sampleRigs().map(({ name, rig }) => [name, rig] as const), ['mannequin', mannequin] as const];

const LIMBS: Readonly<Partial<Record<HandleName, readonly [upper: HumanoidBone, end: HumanoidBone]>>> = {
  leftElbow: ['leftUpperArm', 'leftHand'],
  rightElbow: ['rightUpperArm', 'rightHand'],
  leftKnee: ['leftUpperLeg', 'leftFoot'],
  rightKnee: ['rightUpperLeg', 'rightFoot'],
};

describe.each(rigs)('the handles of %s', (_, rig) => {
  const place = createHandlePlacer(rig);
  const rest = place(forwardKinematics(rig.skeleton, restPose(rig.skeleton)));
  const offJoint = (name: HandleName) => {
    const found = rest.find(({ handle }) => handle.name === name)!;
    return dot(subtract(found.at, found.anchor), rig.report.facing);
  };

  test('stand on the joints they move, except poles, which float off theirs, and those at the tips of bones', () => {
    const world = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
    for (const { handle, at, anchor } of rest) {
      const isLocal = handle.kind === 'local';
      expect(distance(anchor, worldPosition(world, handle.joint)) < 1e-9).toBe(!isLocal);
      if (handle.kind !== 'pole') expect(at).toEqual(anchor);
      else expect(distance(at, anchor)).toBeGreaterThan(0.02);
    }
  });

  test('have the knees’ poles in front at rest', () => {
    expect(offJoint('leftKnee')).toBeGreaterThan(0);
    expect(offJoint('rightKnee')).toBeGreaterThan(0);
  });

  test('keep a pole on the side to which its limb is bent, in any pose inside the limits (seed 9)', () => {
    const random = seededRandom(9);
    for (let round = 0; round < 20; round++) {
      const { pose } = clampPose(rig.skeleton, randomPose(rig.skeleton, random, 1));
      const world = forwardKinematics(rig.skeleton, pose);
      for (const { handle, at, anchor } of place(world)) {
        const [upper, end] = LIMBS[handle.name] ?? [];
        if (!upper || !end || rig.humanoid[upper] === undefined || rig.humanoid[end] === undefined) continue;
        const start = worldPosition(world, rig.humanoid[upper]);
        const line = normalize(subtract(worldPosition(world, rig.humanoid[end]), start));
        const out = rejectFrom(subtract(anchor, start), line);
        expect(distance(at, anchor)).toBeGreaterThan(0.02);
        if (length(out) > 0.2 * distance(anchor, start)) expect(dot(subtract(at, anchor), out)).toBeGreaterThan(0);
      }
    }
  });
});

test('the pole of a bent elbow lies in the plane of the arm, away from the line between shoulder and wrist', () => {
  const { skeleton, humanoid } = mannequin;
  const pose = restPose(skeleton);
  const elbow = humanoid.leftLowerArm!;
  const limit = skeleton.limits[elbow]!;
  if (limit.kind !== 'hinge') throw new Error('the mannequin’s elbow is a hinge');
  setRotation(pose, elbow, fromAxisAngle(limit.axis, limit.max > -limit.min ? 1.4 : -1.4));
  const world = forwardKinematics(skeleton, pose);
  const { at, anchor } = createHandlePlacer(mannequin)(world).find(({ handle }) => handle.name === 'leftElbow')!;
  const shoulder = worldPosition(world, humanoid.leftUpperArm!);
  const wrist = worldPosition(world, humanoid.leftHand!);
  const middle = shoulder.map((value, i) => (value + wrist[i]!) / 2) as [number, number, number];
  expect(distance(at, middle)).toBeGreaterThan(distance(anchor, middle) + 0.05);
});
