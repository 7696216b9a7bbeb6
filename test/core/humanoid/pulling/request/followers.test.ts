import { describe, expect, it } from 'vitest';
import { handlesOf, type HandleName, type Pins } from '../../../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../../../core/humanoid/body/rig.ts';
import type { Followers } from '../../../../../core/humanoid/pulling/request/followers.ts';
import { createPuller } from '../../../../../core/humanoid/pulling/puller.ts';
import { buildRig } from '../../../../../core/humanoid/rigging/build-rig.ts';
import { add, distance, type Vec3 } from '../../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf } from '../../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../../core/skeleton/limit-state.ts';
import { restPose, type Pose } from '../../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../../helpers/mannequin.ts';
import { sampleRigs } from '../../../../helpers/rigs.ts';

const mannequin = buildRig(readGlbScene(MANNEQUIN));
const rigs = sampleRigs();
const PIN = { translation: true, rotation: true, weight: 1 } as const;
const FEET: Pins = { leftFoot: PIN, rightFoot: PIN };

const ARM = /^left(Shoulder|UpperArm|LowerArm|Hand)$/;
const LEG = /^right(UpperLeg|LowerLeg|Foot)$/;
const NECK = /^(neck|head)$/;
const UPPER = /^(spine|chest|upperChest)$/;

function at(rig: Rig, pose: Pose, name: HandleName): Vec3 {
  const { joint, offset } = handlesOf(rig).find((each) => each.name === name)!;
  return pointOf(forwardKinematics(rig.skeleton, pose), joint, offset);
}

/** The bones whose own rotation has changed at all, and `place` when the body has left its place. */
function changed(rig: Rig, from: Pose, to: Pose): string[] {
  const names: string[] = [];
  if ([0, 1, 2].some((i) => from[i] !== to[i])) names.push('place');
  for (const [bone, joint] of Object.entries(rig.humanoid))
    if ([3, 4, 5, 6].some((i) => from[4 * joint + i] !== to[4 * joint + i])) names.push(bone);
  return names;
}

function pull(rig: Rig, name: HandleName, by: Vec3, followers: Followers, pins: Pins = FEET) {
  const rest = restPose(rig.skeleton);
  const size = rig.report.height / 1.75;
  const target = add(at(rig, rest, name), [size * by[0], size * by[1], size * by[2]]);
  const { pose, status } = createPuller(rig).begin(rest, name, pins).to(target, { followers });
  expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
  return { pose, target, status, moved: changed(rig, rest, pose), missed: distance(at(rig, pose, name), target) };
}

describe.each(rigs)('who follows a pull of $name', ({ rig }) => {
  it('is the arm alone for a hand far out of its reach, to the last bit', () => {
    const { moved } = pull(rig, 'leftHand', [-0.3, 0.6, 0.9], 'limb');
    expect(moved).not.toEqual([]);
    expect(moved.filter((bone) => !ARM.test(bone))).toEqual([]);
  });

  it('is the trunk above the hips as well where the upper body may', () => {
    const alone = pull(rig, 'leftHand', [-0.3, -0.4, 0.7], 'limb');
    const upper = pull(rig, 'leftHand', [-0.3, -0.4, 0.7], 'upperBody');
    expect(upper.moved.filter((bone) => !ARM.test(bone) && !UPPER.test(bone))).toEqual([]);
    expect(upper.missed).toBeLessThanOrEqual(alone.missed + 1e-3);
  });

  it('is the leg alone for a foot, with the upper body too', () => {
    for (const followers of ['limb', 'upperBody'] as const) {
      const { moved } = pull(rig, 'rightFoot', [0.3, 0.8, 0.9], followers, { leftFoot: PIN });
      expect(moved).not.toEqual([]);
      expect(moved.filter((bone) => !LEG.test(bone))).toEqual([]);
    }
  });

  it('is neck and head alone for the head', () => {
    const { moved } = pull(rig, 'head', [0.1, -0.05, 0.2], 'limb');
    expect(moved.filter((bone) => !NECK.test(bone))).toEqual([]);
  });

  it('is the same pull as ever with the whole body', () => {
    const rest = restPose(rig.skeleton);
    for (const name of ['leftHand', 'rightFoot', 'head', 'hips', 'chest'] as const) {
      const target = add(at(rig, rest, name), [0.1, -0.1, 0.3]);
      const plain = createPuller(rig).begin(rest, name, FEET).to(target);
      expect(createPuller(rig).begin(rest, name, FEET).to(target, { followers: 'wholeBody' })).toEqual(plain);
    }
  });
});

describe('who follows a pull of the mannequin', () => {
  it('brings a hand to what only the trunk reaches, and there no nearer than the arm allows without it', () => {
    const alone = pull(mannequin, 'leftHand', [-0.5, -0.3, 0.75], 'limb');
    const upper = pull(mannequin, 'leftHand', [-0.5, -0.3, 0.75], 'upperBody');
    expect(upper.status).toBe('reached');
    expect(upper.missed).toBeLessThan(1e-3);
    expect(alone.status).not.toBe('reached');
  });

  it('keeps a pinned hand in its place while the upper body leans', () => {
    const pins: Pins = { ...FEET, rightHand: PIN };
    const rest = restPose(mannequin.skeleton);
    const { pose, moved } = pull(mannequin, 'leftHand', [-0.5, -0.2, 0.6], 'upperBody', pins);
    expect(moved).toContain('rightUpperArm');
    expect(distance(at(mannequin, pose, 'rightHand'), at(mannequin, rest, 'rightHand'))).toBeLessThan(2e-4);
  });

  it('can change in the middle of a pull, and depends on nothing before', () => {
    const rest = restPose(mannequin.skeleton);
    const target = add(at(mannequin, rest, 'leftHand'), [-0.3, -0.4, 0.7]);
    const pullBegun = createPuller(mannequin).begin(rest, 'leftHand', FEET);
    pullBegun.to(target);
    const changedTo = pullBegun.to(target, { followers: 'limb' });
    expect(changedTo).toEqual(createPuller(mannequin).begin(rest, 'leftHand', FEET).to(target, { followers: 'limb' }));
    expect(pullBegun.to(target)).toEqual(createPuller(mannequin).begin(rest, 'leftHand', FEET).to(target));
  });

  it('refuses others in a sentence', () => {
    const begun = createPuller(mannequin).begin(restPose(mannequin.skeleton), 'leftHand');
    expect(() => begun.to([0, 1, 0], { followers: 'arm' as Followers })).toThrow(
      'the followers must be one of limb, upperBody, wholeBody, got "arm"',
    );
  });
});
