import { describe, expect, test } from 'vitest';
import { ROOT_TRACK } from '../../../core/animation/clip.ts';
import { legLength } from '../../../core/humanoid/body/leg-length.ts';
import { HUMANOID_BONES, type HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { applySavedPose, capturePose } from '../../../core/library/apply.ts';
import { referenceBody } from '../../../core/library/shared/reference-body.ts';
import { bringOntoCharacter, poseOnCharacter, sharePose } from '../../../core/library/shared/shared-pose.ts';
import { toDegrees, toRadians } from '../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { distance, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { clampPose, limitExcess } from '../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { sampleRigs } from '../../helpers/rigs.ts';

const reference = referenceBody();

function placeOf(rig: Rig, pose: Pose, bone: HumanoidBone): Vec3 {
  return worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid[bone]!);
}

/** A pose of the reference body with bones turned about world axes, in degrees. */
function shared(turns: Partial<Record<HumanoidBone, readonly [axis: Vec3, degrees: number]>>, root: Vec3 = [0, 0, 0]): Pose {
  const pose = restPose(reference.skeleton);
  pose.set(root);
  for (const [bone, [axis, degrees]] of Object.entries(turns)) {
    setRotation(pose, reference.humanoid[bone as HumanoidBone]!, fromAxisAngle(axis, toRadians(degrees)));
  }
  return pose;
}

const named = { id: 'a', name: 'A' };

describe('The body of shared poses', () => {
  test('has every humanoid bone under its name, legs of one metre, and no limits', () => {
    expect(Object.keys(reference.humanoid).toSorted()).toEqual([...HUMANOID_BONES].toSorted());
    for (const [bone, joint] of Object.entries(reference.humanoid)) expect(reference.skeleton.names[joint]).toBe(bone);
    expect(legLength(reference)).toBeCloseTo(1, 12);
    expect(reference.skeleton.limits.every(({ kind }) => kind === 'free')).toBe(true);
    expect(reference.report.facing).toEqual([0, 0, 1]);
    expect(reference.report.missing).toEqual([]);
  });
});

describe.each(sampleRigs().map(({ name, rig }) => ({ name, rig })))('A pose of $name', ({ rig }) => {
  test('comes back from a shared library as it went in', () => {
    const random = seededRandom(11);
    for (let k = 0; k < 20; k++) {
      const pose = clampPose(rig.skeleton, randomPose(rig.skeleton, random, 0.5)).pose;
      // In the air: feet on the floor are set down again.
      pose[1] = 3;
      const joints = [ROOT_TRACK, ...Object.values(rig.humanoid)];
      const kept = applySavedPose(restPose(rig.skeleton), capturePose(rig.skeleton, pose, { ...named, joints }));
      const saved = capturePose(rig.skeleton, kept, { ...named, joints });
      const sent = sharePose(rig, saved);
      expect(sent.unmapped).toBe(0);
      const back = poseOnCharacter(sent.pose, rig);
      expect(back.match).toMatchObject({ missing: [], planted: [] });
      expect(back.match.found).toHaveLength(joints.length - 1);
      expect(new Set(back.pose.joints)).toEqual(new Set(joints));
      for (const bone of ['leftHand', 'rightHand', 'head', 'leftFoot', 'rightFoot'] as const) {
        expect(distance(placeOf(rig, back.pose.pose, bone), placeOf(rig, kept, bone))).toBeLessThan(0.03 * legLength(rig));
      }
    }
  });

  test('stays inside the limits, and stands where the shared one stands', () => {
    const crouch = shared(
      {
        leftUpperLeg: [[1, 0, 0], -20],
        rightUpperLeg: [[1, 0, 0], -20],
        leftLowerLeg: [[1, 0, 0], 40],
        rightLowerLeg: [[1, 0, 0], 40],
        leftFoot: [[1, 0, 0], -20],
        rightFoot: [[1, 0, 0], -20],
      },
      [0, -(1 - Math.cos(toRadians(20))), 0],
    );
    const { pose, match } = poseOnCharacter(capturePose(reference.skeleton, crouch, named), rig);
    for (const joint of rig.skeleton.names.keys()) expect(limitExcess(rig.skeleton, pose.pose, joint)).toBeLessThan(1e-6);
    const rest = restPose(rig.skeleton);
    for (const bone of ['leftFoot', 'rightFoot'] as const) {
      expect(Math.abs(placeOf(rig, pose.pose, bone)[1] - placeOf(rig, rest, bone)[1])).toBeLessThan(0.02 * legLength(rig));
    }
    expect(placeOf(rig, pose.pose, 'hips')[1]).toBeLessThan(placeOf(rig, rest, 'hips')[1] + 0.01 * legLength(rig));
    for (const bone of match.missing) expect(rig.humanoid[bone]).toBeUndefined();
  });
});

describe('A shared pose on the mannequin', () => {
  const rig = buildRig(readGlbScene(MANNEQUIN));

  test('says which bones it lacks, and which its limits hold back', () => {
    const bent = shared({ leftLowerArm: [[0, 1, 0], 60], head: [[0, 1, 0], 30] });
    const { head: _, ...humanoid } = rig.humanoid;
    const joints = [reference.humanoid.leftLowerArm!, reference.humanoid.head!];
    const saved = capturePose(reference.skeleton, bent, { ...named, joints });
    expect(poseOnCharacter(saved, { ...rig, humanoid }).match).toEqual({
      found: ['leftLowerArm'],
      missing: ['head'],
      held: ['leftLowerArm'],
      planted: [],
    });
    const bending = shared({ leftLowerArm: [[0, 1, 0], -60] });
    const { pose, match } = poseOnCharacter(capturePose(reference.skeleton, bending, { ...named, joints }), rig);
    expect(match).toMatchObject({ missing: [], held: [] });
    expect(pose.joints).toEqual([rig.humanoid.leftLowerArm, rig.humanoid.head]);
    expect(toDegrees(angleBetween(rotationOf(pose.pose, rig.humanoid.leftLowerArm!), [0, 0, 0, 1]))).toBeGreaterThan(30);
  });

  test('stands on the floor though its legs bend otherwise, and does not where it hangs in the air', () => {
    const low = (y: number) => capturePose(reference.skeleton, shared({}, [0, y, 0]), named);
    const sunk = poseOnCharacter(low(-0.02), rig);
    expect(sunk.match.planted).toEqual(['left', 'right']);
    const rest = placeOf(rig, restPose(rig.skeleton), 'leftFoot')[1];
    expect(placeOf(rig, sunk.pose.pose, 'leftFoot')[1]).toBeCloseTo(rest, 3);
    const jump = poseOnCharacter(low(0.2), rig);
    expect(jump.match.planted).toEqual([]);
    expect(placeOf(rig, jump.pose.pose, 'leftFoot')[1]).toBeCloseTo(rest + 0.2 * legLength(rig), 3);
    // A pose of the arms alone sets no feet down.
    const arm = { ...low(-0.02), joints: [reference.humanoid.leftUpperArm!] };
    expect(poseOnCharacter(arm, rig).match.planted).toEqual([]);
  });

  test('tells of joints that are no bones, and refuses a pose of another body', () => {
    const { leftHand: _, ...humanoid } = rig.humanoid;
    const whole = capturePose(rig.skeleton, restPose(rig.skeleton), named);
    const helpers = rig.report.unmapped.length;
    expect(sharePose({ ...rig, humanoid }, whole).unmapped).toBe(helpers + 1);
    expect(() => poseOnCharacter(whole, rig)).toThrow(/^the pose: a pose of this skeleton has 223 numbers, got \d+$/);
  });
});

test('Poses are brought onto a character for learning as one by one, but for the feet', () => {
  for (const { rig } of sampleRigs()) {
    const poses = [1, 2].map((seed) =>
      capturePose(rig.skeleton, randomPose(rig.skeleton, seededRandom(seed)), { id: `${seed}`, name: 'x' }),
    );
    const arm = capturePose(rig.skeleton, poses[0]!.pose, { id: 'arm', name: 'arm', joints: [rig.humanoid.leftUpperArm!] });
    const sent = [poses[0]!, arm, poses[1]!].map((saved) => sharePose(rig, saved).pose);
    const brought = bringOntoCharacter(sent, rig);
    expect(brought.map(({ id }) => id)).toEqual(['1', 'arm', '2']);
    const alone = poseOnCharacter(sent[1]!, rig).pose;
    expect(brought[1]).toEqual(alone);
  }
});
