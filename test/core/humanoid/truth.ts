import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';

/** Which node a person who looks at the file would choose for each bone, by name; `%` stands for the side. */
interface Truth {
  readonly middle: Readonly<Partial<Record<HumanoidBone, string>>>;
  readonly sided: Readonly<Record<string, string>>;
  /** What `%` becomes on the left and on the right. */
  readonly sides: readonly [left: string, right: string];
}

function fingers(
  pattern: (finger: string, joint: number) => string | null,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  const table: Record<string, string> = {};
  for (const [finger, name] of Object.entries(names)) {
    const parts = finger === 'Thumb' ? ['Metacarpal', 'Proximal', 'Distal'] : ['Proximal', 'Intermediate', 'Distal'];
    parts.forEach((part, i) => {
      const joint = pattern(name, i + 1);
      if (joint !== null) table[`${finger}${part}`] = joint;
    });
  }
  return table;
}

const FIVE = { Thumb: 'thumb', Index: 'index', Middle: 'middle', Ring: 'ring', Little: 'pinky' };

/** The project's own character: in build/assets instead of the shared data, its nodes named as the bones are. */
export const OWN_FIGURE = 'mannequin.glb';

const LIMB_PARTS = ['Shoulder', 'UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot', 'Toes'];

export const TRUTHS: Readonly<Record<string, Truth>> = {
  [OWN_FIGURE]: {
    middle: { hips: 'hips', spine: 'spine', chest: 'chest', upperChest: 'upperChest', neck: 'neck', head: 'head' },
    sided: Object.fromEntries([...LIMB_PARTS, ...Object.keys(fingers((name) => name, FIVE))].map((part) => [part, `%${part}`])),
    sides: ['left', 'right'],
  },
  'rigs/unreal-names-male.glb': {
    middle: { hips: 'pelvis', spine: 'spine_01', chest: 'spine_02', upperChest: 'spine_03', neck: 'neck_01', head: 'head' },
    sided: {
      Shoulder: 'clavicle_%',
      UpperArm: 'upperarm_%',
      LowerArm: 'lowerarm_%',
      Hand: 'hand_%',
      UpperLeg: 'thigh_%',
      LowerLeg: 'calf_%',
      Foot: 'foot_%',
      Toes: 'ball_%',
      ...fingers((name, joint) => `${name}_0${joint}_%`, FIVE),
    },
    sides: ['l', 'r'],
  },
  'rigs/rigify-names-mannequin.glb': {
    middle: {
      hips: 'DEF-hips',
      spine: 'DEF-spine.001',
      chest: 'DEF-spine.002',
      upperChest: 'DEF-spine.003',
      neck: 'DEF-neck',
      head: 'DEF-head',
    },
    sided: {
      Shoulder: 'DEF-shoulder.%',
      UpperArm: 'DEF-upper_arm.%',
      LowerArm: 'DEF-forearm.%',
      Hand: 'DEF-hand.%',
      UpperLeg: 'DEF-thigh.%',
      LowerLeg: 'DEF-shin.%',
      Foot: 'DEF-foot.%',
      Toes: 'DEF-toe.%',
      ...fingers((name, joint) => `DEF-${name === 'thumb' ? '' : 'f_'}${name}0${joint}.%`, FIVE),
    },
    sides: ['L', 'R'],
  },
  'rigs/kaykit-knight.glb': {
    middle: { hips: 'hips', spine: 'spine', chest: 'chest', head: 'head' },
    sided: {
      UpperArm: 'upperarm.%',
      LowerArm: 'lowerarm.%',
      Hand: 'wrist.%',
      UpperLeg: 'upperleg.%',
      LowerLeg: 'lowerleg.%',
      Foot: 'foot.%',
      Toes: 'toes.%',
    },
    sides: ['l', 'r'],
  },
  'rigs/robot-expressive.glb': {
    middle: { hips: 'Body', spine: 'Abdomen', chest: 'Torso', neck: 'Neck', head: 'Head' },
    sided: {
      Shoulder: 'Shoulder.%',
      UpperArm: 'UpperArm.%',
      LowerArm: 'LowerArm.%',
      Hand: 'Palm2.%',
      UpperLeg: 'UpperLeg.%',
      LowerLeg: 'LowerLeg.%',
      Foot: 'Foot.%',
      ThumbProximal: 'Thumb.%',
      ThumbDistal: 'Thumb2.%',
      IndexProximal: 'Index.%',
      IndexIntermediate: 'Index2.%',
      MiddleProximal: 'Middle1.%',
      MiddleIntermediate: 'Middle2.%',
      RingProximal: 'Ring1.%',
      RingIntermediate: 'Ring2.%',
    },
    sides: ['L', 'R'],
  },
  'vrm/godette-vrm0.vrm': {
    middle: {
      hips: 'pelvis_Armature',
      spine: 'tummy_Armature',
      chest: 'chest_Armature',
      neck: 'neck_Armature',
      head: 'head_Armature',
    },
    sided: {
      Shoulder: 'shoulder.%_Armature',
      UpperArm: 'upper_arm.%_Armature',
      LowerArm: 'lowerarm.%_Armature',
      Hand: 'hand.%_Armature',
      UpperLeg: 'thigh.%_Armature',
      LowerLeg: 'shin.%_Armature',
      Foot: 'foot.%_Armature',
      Toes: 'toes.%_Armature',
      ThumbMetacarpal: 'thumb.1.%_Armature',
      ThumbProximal: 'thumb.2.%_Armature',
      ThumbDistal: 'thumb.3.%_Armature',
      IndexProximal: 'Finger.%_Armature',
      IndexIntermediate: 'Finger.001.%_Armature',
      IndexDistal: 'Finger.002.%_Armature',
      MiddleProximal: 'f2a.%_Armature',
      MiddleIntermediate: 'f2b.%_Armature',
      MiddleDistal: 'f2c.%_Armature',
      LittleProximal: 'f3a.%_Armature',
      LittleIntermediate: 'f3b.%_Armature',
      LittleDistal: 'f3c.%_Armature',
    },
    sides: ['l', 'r'],
  },
  'vrm/debug-robot-vrm1.vrm': {
    middle: { hips: 'hips', spine: 'spine', chest: 'chest', neck: 'neck', head: 'head', leftEye: 'eye.L', rightEye: 'eye.R' },
    sided: {
      Shoulder: 'shoulder.%',
      UpperArm: 'upper_arm.%',
      LowerArm: 'lower_arm.%',
      Hand: 'hand.%',
      UpperLeg: 'upper_leg.%',
      LowerLeg: 'lower_leg.%',
      Foot: 'foot.%',
      Toes: 'toes.%',
      ThumbMetacarpal: 'thumb_proximal.%',
      ThumbProximal: 'thumb_intermediate.%',
      ThumbDistal: 'thumb_distal.%',
      ...Object.fromEntries(
        ['Index', 'Middle', 'Ring', 'Little'].flatMap((finger) =>
          ['Proximal', 'Intermediate', 'Distal'].map((part) => [
            `${finger}${part}`,
            `${finger.toLowerCase()}_${part.toLowerCase()}.%`,
          ]),
        ),
      ),
    },
    sides: ['L', 'R'],
  },
  'bvh/cmu-12_01-walk.bvh': {
    middle: { hips: 'Hips', spine: 'LowerBack', chest: 'Spine', upperChest: 'Spine1', neck: 'Neck', head: 'Head' },
    sided: {
      Shoulder: '%Shoulder',
      UpperArm: '%Arm',
      LowerArm: '%ForeArm',
      Hand: '%Hand',
      UpperLeg: '%UpLeg',
      LowerLeg: '%Leg',
      Foot: '%Foot',
      Toes: '%ToeBase',
    },
    sides: ['Left', 'Right'],
  },
  'bvh/cmu-jumping-jacks.bvh': {
    middle: { hips: 'Hips', spine: 'lowerback', chest: 'Chest', upperChest: 'Chest2', neck: 'lowerneck', head: 'Head' },
    sided: {
      Shoulder: '%Collar',
      UpperArm: '%Shoulder',
      LowerArm: '%Elbow',
      Hand: '%Wrist',
      UpperLeg: '%Hip',
      LowerLeg: '%Knee',
      Foot: '%Ankle',
      Toes: '%Toe',
    },
    sides: ['Left', 'Right'],
  },
  'bvh/cmu-10_01-kick.bvh': {
    middle: { hips: 'Hips', spine: 'Chest', chest: 'CS_BVH', neck: 'Neck', head: 'Head' },
    sided: {
      Shoulder: '%Collar',
      UpperArm: '%Shoulder',
      LowerArm: '%Elbow',
      Hand: '%Wrist',
      UpperLeg: '%Hip',
      LowerLeg: '%Knee',
      Foot: '%Ankle',
    },
    sides: ['Left', 'Right'],
  },
  'bvh/rokoko-dance.bvh': {
    middle: { hips: 'Hips', spine: 'Spine', chest: 'Spine1', upperChest: 'Spine2', neck: 'Neck', head: 'Head' },
    sided: {
      Shoulder: '%Shoulder',
      UpperArm: '%Arm',
      LowerArm: '%ForeArm',
      Hand: '%Hand',
      UpperLeg: '%UpLeg',
      LowerLeg: '%Leg',
      Foot: '%Foot',
      Toes: '%ToeBase',
      ...fingers((name, joint) => `%Hand${name}${joint}`, {
        Thumb: 'Thumb',
        Index: 'Index',
        Middle: 'Middle',
        Ring: 'Ring',
        Little: 'Pinky',
      }),
    },
    sides: ['Left', 'Right'],
  },
  'bvh/fair1-wave-hello.bvh': {
    middle: { hips: 'Hips', spine: 'Spine', chest: 'Spine2', upperChest: 'Spine3', neck: 'Neck', head: 'Head' },
    sided: {
      Shoulder: '%Shoulder',
      UpperArm: '%Arm',
      LowerArm: '%ForeArm',
      Hand: '%Hand',
      ThumbProximal: '%HandThumb1',
      UpperLeg: '%UpLeg',
      LowerLeg: '%Leg',
      Foot: '%Foot',
      Toes: '%ToeBase',
    },
    sides: ['Left', 'Right'],
  },
  'bvh/makehuman-tpose.bvh': {
    middle: { hips: 'root', spine: 'spine05', chest: 'spine03', upperChest: 'spine01', neck: 'neck01', head: 'head' },
    sided: {
      Shoulder: 'clavicle.%',
      UpperArm: 'upperarm01.%',
      LowerArm: 'lowerarm01.%',
      Hand: 'wrist.%',
      UpperLeg: 'upperleg01.%',
      LowerLeg: 'lowerleg01.%',
      Foot: 'foot.%',
      ...fingers((name, joint) => `finger${name}-${joint}.%`, { Thumb: '1', Index: '2', Middle: '3', Ring: '4', Little: '5' }),
    },
    sides: ['L', 'R'],
  },
};

/** Bone → node name for a file. */
export function trueBones(file: string): ReadonlyMap<HumanoidBone, string> {
  const { middle, sided, sides } = TRUTHS[file]!;
  const bones = new Map(Object.entries(middle) as [HumanoidBone, string][]);
  for (const [part, name] of Object.entries(sided)) {
    bones.set(`left${part}` as HumanoidBone, name.replace('%', sides[0]));
    bones.set(`right${part}` as HumanoidBone, name.replace('%', sides[1]));
  }
  return bones;
}
