import { describe, expect, it } from 'vitest';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { plainFigure, sceneOf } from '../../helpers/figure.ts';

/** Names of a family in the order hips, spine, chest, neck, head, upper arm, lower arm, hand, thigh, shin, foot, toes; `%` is the side. */
const FAMILIES: readonly (readonly [family: string, sides: readonly [string, string], names: string])[] = [
  [
    'Mixamo',
    ['Left', 'Right'],
    'mixamorig:Hips mixamorig:Spine mixamorig:Spine1 mixamorig:Neck mixamorig:Head mixamorig:%Arm mixamorig:%ForeArm mixamorig:%Hand mixamorig:%UpLeg mixamorig:%Leg mixamorig:%Foot mixamorig:%ToeBase',
  ],
  [
    'HumanIK',
    ['Left', 'Right'],
    'Character1_Hips Character1_Spine Character1_Spine1 Character1_Neck Character1_Head Character1_%Arm Character1_%ForeArm Character1_%Hand Character1_%UpLeg Character1_%Leg Character1_%Foot Character1_%ToeBase',
  ],
  ['Unreal', ['l', 'r'], 'pelvis spine_01 spine_02 neck_01 head upperarm_% lowerarm_% hand_% thigh_% calf_% foot_% ball_%'],
  [
    '3ds Max Biped',
    ['L', 'R'],
    'Bip001_Pelvis Bip001_Spine Bip001_Spine1 Bip001_Neck Bip001_Head Bip001_%_UpperArm Bip001_%_Forearm Bip001_%_Hand Bip001_%_Thigh Bip001_%_Calf Bip001_%_Foot Bip001_%_Toe0',
  ],
  [
    'Source',
    ['L', 'R'],
    'ValveBiped.Bip01_Pelvis ValveBiped.Bip01_Spine ValveBiped.Bip01_Spine2 ValveBiped.Bip01_Neck1 ValveBiped.Bip01_Head1 ValveBiped.Bip01_%_UpperArm ValveBiped.Bip01_%_Forearm ValveBiped.Bip01_%_Hand ValveBiped.Bip01_%_Thigh ValveBiped.Bip01_%_Calf ValveBiped.Bip01_%_Foot ValveBiped.Bip01_%_Toe0',
  ],
  [
    'VRoid',
    ['L', 'R'],
    'J_Bip_C_Hips J_Bip_C_Spine J_Bip_C_Chest J_Bip_C_Neck J_Bip_C_Head J_Bip_%_UpperArm J_Bip_%_LowerArm J_Bip_%_Hand J_Bip_%_UpperLeg J_Bip_%_LowerLeg J_Bip_%_Foot J_Bip_%_ToeBase',
  ],
  ['Daz', ['l', 'r'], 'hip abdomenLower chestLower neckLower head %ShldrBend %ForearmBend %Hand %ThighBend %Shin %Foot %Toe'],
  [
    'Character Creator',
    ['L', 'R'],
    'CC_Base_Hip CC_Base_Waist CC_Base_Spine01 CC_Base_NeckTwist01 CC_Base_Head CC_Base_%_Upperarm CC_Base_%_Forearm CC_Base_%_Hand CC_Base_%_Thigh CC_Base_%_Calf CC_Base_%_Foot CC_Base_%_ToeBase',
  ],
  [
    'Rigify',
    ['L', 'R'],
    'DEF-spine DEF-spine.001 DEF-spine.002 DEF-neck DEF-head DEF-upper_arm.% DEF-forearm.% DEF-hand.% DEF-thigh.% DEF-shin.% DEF-foot.% DEF-toe.%',
  ],
  [
    'Auto-Rig',
    ['l', 'r'],
    'root.x spine_01.x spine_02.x neck.x head.x arm_stretch.% forearm_stretch.% hand.% thigh_stretch.% leg_stretch.% foot.% toes_01.%',
  ],
  ['Unity', ['Left', 'Right'], 'Hips Spine Chest Neck Head %_UpperArm %_LowerArm %_Hand %_UpperLeg %_LowerLeg %_Foot %_Toes'],
  [
    'Blender, side in front',
    ['left', 'right'],
    'pelvis lower_spine upper_spine neck head %_arm %_elbow %_wrist %_thigh %_knee %_ankle %_toe',
  ],
  ['BVH of early captures', ['Left', 'Right'], 'Hips Chest Chest2 Neck Head %Shoulder %Elbow %Wrist %Hip %Knee %Ankle %Toe'],
];

const ORDER = ['hips', 'spine', 'chest', 'neck', 'head', 'upperarm', 'lowerarm', 'hand', 'thigh', 'shin', 'foot', 'toes'];
const BONES = ['hips', 'spine', 'chest', 'neck', 'head', 'UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot', 'Toes'];

describe.each(FAMILIES)('names of the %s family', (_, sides, names) => {
  it('are told by what they say', () => {
    const words = names.split(' ');
    const rename = (name: string): string => {
      const [part, suffix] = name.split('.');
      const word = words[ORDER.indexOf(part!)];
      return word === undefined ? name : word.replace('%', suffix === 'r' ? sides[1] : sides[0]);
    };
    const joints = plainFigure().map((joint) => ({
      ...joint,
      name: rename(joint.name),
      parent: joint.parent && rename(joint.parent),
    }));
    const { report, skeleton } = buildRig(sceneOf(joints));
    const found = Object.fromEntries(report.matches.map(({ bone, joint }) => [bone, skeleton.names[joint]]));
    const wanted: [HumanoidBone, string][] = BONES.flatMap((bone, i): [HumanoidBone, string][] => {
      if (i < 5) return [[bone as HumanoidBone, words[i]!]];
      const [left, right] = sides.map((side) => words[i]!.replace('%', side));
      return [
        [`left${bone}` as HumanoidBone, left!],
        [`right${bone}` as HumanoidBone, right!],
      ];
    });
    expect(found).toEqual(Object.fromEntries(wanted));
    const told = report.matches.filter(({ reason }) => reason.startsWith('named')).length;
    expect(told).toBeGreaterThanOrEqual(report.matches.length - 1);
  });
});
