import { describe, expect, it } from 'vitest';
import { readBoneName } from '../../../../core/humanoid/body/bone-names.ts';

describe('a joint name', () => {
  it.each([
    ['mixamorig:LeftUpLeg', 'upperLeg', 'left'],
    ['mixamorigRightForeArm', 'lowerArm', 'right'],
    ['Character1_LeftUpLeg', 'upperLeg', 'left'],
    ['Bip001 L UpperArm', 'upperArm', 'left'],
    ['ValveBiped.Bip01_R_Calf', 'lowerLeg', 'right'],
    ['J_Bip_L_UpperArm', 'upperArm', 'left'],
    ['J_Bip_C_Hips', 'hips', null],
    ['CC_Base_R_Thigh', 'upperLeg', 'right'],
    ['DEF-upper_arm.L', 'upperArm', 'left'],
    ['DEF-spine.001', 'trunk', null],
    ['upperarm_l', 'upperArm', 'left'],
    ['ball_r', 'toes', 'right'],
    ['upper_arm.l_Armature', 'upperArm', 'left'],
    ['tummy_Armature', 'trunk', null],
    ['UpperLeg.L', 'upperLeg', 'left'],
    ['LeftToeBase', 'toes', 'left'],
    ['lhand', 'hand', 'left'],
    ['RThumb', 'thumb', 'right'],
    ['Left Thumb Proximal', 'thumb', 'left'],
    ['hip_L', 'hip', 'left'],
    ['Left leg', 'leg', 'left'],
    ['wrist.r', 'wrist', 'right'],
  ])('%s is read as %s of the side %s', (name, role, side) => {
    expect(readBoneName(name)).toMatchObject({ role, side, isHelper: false });
  });

  it.each([
    'kneeIK.l',
    'control-heel-roll.l',
    'handslot.r',
    'IK-foot.l',
    'LowerLeg.L_end',
    'DEF-head.tip',
    'head_leaf',
    'upperarm_twist_01_l',
    'LeftArmTwist',
    'PoleTarget.L',
    'J_Sec_L_Bust',
    'ik_hand_l',
    'HeadNub',
  ])('%s is a helper and never a bone', (name) => {
    expect(readBoneName(name)).toMatchObject({ role: null, isHelper: true });
  });

  it.each(['constructor', '__proto__', 'LHipJoint', 'pelvis.R', 'Armature', 'root', 'Hair_01', '', '...', '骨盆', 'Object_7'])(
    '"%s" says nothing',
    (name) => {
      expect(readBoneName(name).role).toBeNull();
    },
  );

  it.each([
    ['LeftHandIndex2', 'index', [2], null],
    ['DEF-f_ring03.R', 'ring', [3], null],
    ['index_proximal.L', 'index', [], 1],
    ['LeftInHandMiddle', 'middle', [], 0],
    ['Bip01_L_Finger12', 'finger', [1, 2], null],
    ['finger4-3.R', 'finger', [4, 3], null],
  ])('%s is a joint of a finger', (name, role, numbers, phalanx) => {
    expect(readBoneName(name)).toMatchObject({ role, numbers, phalanx });
  });
});
