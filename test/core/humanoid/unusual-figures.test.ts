import { describe, expect, it } from 'vitest';
import { bonesInOtherPoses } from '../../../core/formats/gltf/bones-in-other-poses.ts';
import type { NodeChannel } from '../../../core/formats/gltf/gltf-animation.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { nodeTransforms } from '../../../core/skeleton/binding.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import type { CharacterScene, SceneNode } from '../../../core/skeleton/scene.ts';
import {
  armsLowered,
  bentAt,
  plainFigure,
  preBent,
  sceneOf,
  splitBefore,
  stagedAs,
  type FigureJoint,
} from '../../helpers/figure.ts';
import { posedRest, type RestTurns } from '../../helpers/posed-rest.ts';

const TRUTH: Readonly<Partial<Record<HumanoidBone, string>>> = {
  hips: 'hips',
  spine: 'spine',
  chest: 'chest',
  neck: 'neck',
  head: 'head',
  leftUpperArm: 'upperarm.l',
  leftLowerArm: 'lowerarm.l',
  leftHand: 'hand.l',
  rightUpperArm: 'upperarm.r',
  rightLowerArm: 'lowerarm.r',
  rightHand: 'hand.r',
  leftUpperLeg: 'thigh.l',
  leftLowerLeg: 'shin.l',
  leftFoot: 'foot.l',
  leftToes: 'toes.l',
  rightUpperLeg: 'thigh.r',
  rightLowerLeg: 'shin.r',
  rightFoot: 'foot.r',
  rightToes: 'toes.r',
  leftShoulder: 'clavicle.l',
  rightShoulder: 'clavicle.r',
};

/** Bone → name of the figure's joint, as found in `scene`, whose nodes have the figure's order. */
function found(joints: readonly FigureJoint[], scene: CharacterScene): Partial<Record<HumanoidBone, string>> {
  const rig = buildRig(scene);
  return Object.fromEntries(rig.report.matches.map(({ bone, joint }) => [bone, joints[rig.binding.nodes[joint]!]!.name]));
}

function nameless(scene: CharacterScene): CharacterScene {
  return { ...scene, nodes: scene.nodes.map((node, i) => ({ ...node, name: `n${i}` })) };
}

function only(joints: readonly FigureJoint[]): Partial<Record<HumanoidBone, string>> {
  const names = new Set(joints.map(({ name }) => name));
  return Object.fromEntries(Object.entries(TRUTH).filter(([, name]) => names.has(name)));
}

function without(pattern: RegExp): FigureJoint[] {
  const plain = plainFigure();
  const parentOf = (name: string | null): string | null =>
    name !== null && pattern.test(name) ? parentOf(plain.find((joint) => joint.name === name)!.parent) : name;
  return plain.flatMap((joint) => (pattern.test(joint.name) ? [] : [{ ...joint, parent: parentOf(joint.parent) }]));
}

const tail: FigureJoint[] = [1, 2, 3, 4, 5, 6].map((n) => ({
  name: `tail${n}`,
  parent: n === 1 ? 'hips' : `tail${n - 1}`,
  at: [0, 0.95 - 0.1 * n, -0.12 * n],
}));
const hair: FigureJoint[] = (['l', 'r'] as const).flatMap((side): FigureJoint[] => {
  const x = side === 'l' ? 0.1 : -0.1;
  return [0, 1, 2, 3].map((n) => ({
    name: `hair${n}.${side}`,
    parent: n === 0 ? 'head' : `hair${n - 1}.${side}`,
    at: [x, 1.65 - 0.2 * n, -0.1],
  }));
});
const ikTargets: FigureJoint[] = (['l', 'r'] as const).flatMap((side): FigureJoint[] => {
  const x = side === 'l' ? 1 : -1;
  return [
    { name: `foot_ik.${side}`, parent: null, at: [0.09 * x, 0.07, 0] },
    { name: `knee_pole.${side}`, parent: null, at: [0.09 * x, 0.5, 0.6] },
    { name: `hand_ik.${side}`, parent: null, at: [0.73 * x, 1.44, 0] },
  ];
});

/** Legs and hips side by side below a joint on the floor, as some control rigs export them. */
const legsBeside: FigureJoint[] = [
  { name: 'root', parent: null, at: [0, 0, 0] },
  ...plainFigure().map((joint) => (/^hips|^thigh/.test(joint.name) ? { ...joint, parent: 'root' } : joint)),
];

/** A body whose file has its own origin elsewhere, as captures in a studio have. */
const farFromOrigin: FigureJoint[] = [
  { name: 'scene', parent: null, at: [0, 0, 0] },
  ...plainFigure().map((joint): FigureJoint => ({
    ...joint,
    parent: joint.parent ?? 'scene',
    at: [joint.at[0] + 0.7, joint.at[1], joint.at[2] + 1.6],
  })),
];

/** A joint behind each hip that carries the thigh. */
const withButtocks: FigureJoint[] = plainFigure().flatMap((joint): FigureJoint[] => {
  const [, side] = /^thigh\.(.)$/.exec(joint.name) ?? [];
  if (!side) return [joint];
  return [
    { name: `buttock.${side}`, parent: 'hips', at: [joint.at[0], 0.945, 0.025] },
    { ...joint, parent: `buttock.${side}` },
  ];
});

/** Five toes a foot, each of two joints behind a metatarsal. */
const withToes: FigureJoint[] = [
  ...without(/^toes/),
  ...(['l', 'r'] as const).flatMap((side) =>
    [1, 2, 3, 4, 5].flatMap((toe): FigureJoint[] => {
      const x = (side === 'l' ? 1 : -1) * (0.05 + 0.02 * toe);
      const names = [`sole${toe}.${side}`, toe === 1 ? `toes.${side}` : `t${toe}a.${side}`, `t${toe}b.${side}`];
      const ahead = [0.06, 0.15, toe === 2 ? 0.19 : 0.18];
      return names.map((name, i): FigureJoint => ({ name, parent: names[i - 1] ?? `foot.${side}`, at: [x, 0.02, ahead[i]!] }));
    }),
  ),
];

function onBothSides(joints: (side: 'l' | 'r', sign: 1 | -1) => FigureJoint[]): FigureJoint[] {
  return [...joints('l', 1), ...joints('r', -1)];
}

/** Joints beyond the toes, as exports write them for the ends of bones. */
const toeEnds = onBothSides((side, sign) => [
  { name: `toes_end.${side}`, parent: `toes.${side}`, at: [sign * 0.09, 0.01, 0.2] },
  { name: `toes_end_end.${side}`, parent: `toes_end.${side}`, at: [sign * 0.09, 0.01, 0.23] },
]);

/** A pivot on the floor below and behind each ankle, first among the children of the foot. */
const heels = onBothSides((side, sign) => [{ name: `heel_ctrl.${side}`, parent: `foot.${side}`, at: [sign * 0.09, 0, -0.04] }]);

/** Joints at the places of others that nothing hangs from. */
const doubles = onBothSides((side, sign) => [
  { name: `null_thigh.${side}`, parent: 'hips', at: [sign * 0.09, 0.926, 0] },
  { name: `null_shin.${side}`, parent: `shin.${side}`, at: [sign * 0.09, 0.504, 0] },
  { name: `null_hand.${side}`, parent: `hand.${side}`, at: [sign * 0.7306, 1.442, 0] },
]);

/** Joints beside the middle of the chest that carry the arms. */
const clavicles: FigureJoint[] = plainFigure().flatMap((joint): FigureJoint[] => {
  const [, side] = /^upperarm\.(.)$/.exec(joint.name) ?? [];
  if (!side) return [joint];
  const clavicle = `clavicle.${side}`;
  return [
    { name: clavicle, parent: 'chest', at: [side === 'l' ? 0.02 : -0.02, 1.42, 0] },
    { ...joint, parent: clavicle },
  ];
});

/** Wings of many joints that are longer than the arms. */
const wings = onBothSides((side, sign) =>
  [1, 2, 3, 4, 5].map((n) => ({
    name: `wing${n}.${side}`,
    parent: n === 1 ? 'chest' : `wing${n - 1}.${side}`,
    at: [sign * 0.15 * n, 1.3 + 0.1 * n, -0.1],
  })),
);

function everyLimb(joints: readonly FigureJoint[], isInLine: boolean, word: string): FigureJoint[] {
  let all = [...joints];
  for (const child of ['lowerarm', 'hand', 'shin', 'foot']) {
    for (const side of ['l', 'r']) all = splitBefore(all, `${child}.${side}`, `${word}_${child}.${side}`, isInLine);
  }
  return all;
}

const figures: readonly (readonly [string, readonly FigureJoint[]])[] = [
  ['of the plain kind', plainFigure()],
  ['in A-pose', armsLowered(plainFigure(), 50)],
  ['with a tail', [...plainFigure(), ...tail]],
  ['with long hair', [...plainFigure(), ...hair]],
  ['with IK targets among its joints', [...plainFigure(), ...ikTargets]],
  ['with twist bones beside its limbs', everyLimb(plainFigure(), false, 'twist')],
  ['with split limbs', everyLimb(plainFigure(), true, 'part')],
  ['with its legs beside the hips', legsBeside],
  ['far from the origin of its file', farFromOrigin],
  ['with joints behind its hips', withButtocks],
  ['with five toes a foot', withToes],
  ['with joints beyond its toes', [...plainFigure(), ...toeEnds]],
  ['with pivots below its heels', [...plainFigure(), ...heels]],
  ['with pivots below its heels and no toes', [...preBent(without(/^toes/), 15), ...heels]],
  ['with joints that lie where others do', [...plainFigure(), ...doubles]],
  ['with clavicles', clavicles],
  ['with wings', [...plainFigure(), ...wings]],
  ['without neck', without(/^neck/)],
  ['without chest', without(/^chest/)],
  ['without toes', without(/^toes/)],
];

describe.each(figures)('a figure %s', (name, joints) => {
  const scene = sceneOf(joints);

  it('is mapped by its names', () => {
    const map = found(joints, scene);
    const truth: Partial<Record<HumanoidBone, string>> = only(joints);
    expect(map).toEqual(name === 'without chest' ? { ...truth, spine: 'spine' } : truth);
  });

  it.skipIf(name === 'without toes')('is mapped by its shape, whichever way it looks', () => {
    for (const yaw of [0, 35, 90, 130, 180, 270, 310]) {
      expect(found(joints, nameless(sceneOf(stagedAs(joints, yaw, 1)))), `turned by ${yaw}°`).toEqual(only(joints));
    }
  });
});

describe('a helper above each thigh', () => {
  const joints = plainFigure().flatMap((joint): FigureJoint[] => {
    const [, side] = /^thigh\.(.)$/.exec(joint.name) ?? [];
    return side
      ? [
          { ...joint, name: `__thigh.${side}` },
          { ...joint, parent: `__thigh.${side}` },
        ]
      : [joint];
  });
  const plain = sceneOf(joints);
  const turningNodes = joints.flatMap(({ name }, i) => (name.startsWith('__') ? [] : [i]));
  const scene: CharacterScene = { ...plain, turningNodes };

  it.each([
    ['with its name', scene],
    ['without names', nameless(scene)],
  ])('is left alone %s where the animations never turn it', (_, each) => {
    expect(found(joints, each)).toEqual(only(joints));
  });

  it('is left alone where nothing is drawn on it', () => {
    const meshExtents = turningNodes.map((node) => ({ node, lowest: 0, highest: 1, points: [] }));
    expect(found(joints, nameless({ ...plain, meshExtents }))).toEqual(only(joints));
  });
});

describe('controls among the joints of a body', () => {
  it('are no part of it where nothing is drawn on them', () => {
    const drawn = plainFigure();
    const controls = onBothSides((side, sign) => [
      { name: `roll.${side}`, parent: `toes.${side}`, at: [sign * 0.09, 0.01, 0.4] },
      { name: `aim.${side}`, parent: `hand.${side}`, at: [sign * 1.2, 1.442, 0] },
      { name: `aim2.${side}`, parent: `aim.${side}`, at: [sign * 1.6, 1.442, 0] },
    ]);
    const joints = [...drawn, ...controls];
    const meshExtents = drawn.map((_, node) => ({ node, lowest: 0, highest: 1, points: [] }));
    expect(found(joints, nameless({ ...sceneOf(joints), meshExtents }))).toEqual(only(joints));
  });
});

describe('targets that limbs are aimed by', () => {
  const targets = (names: readonly string[]) => [
    { name: 'scene', parent: null, at: [0, 0, 0] } as const,
    ...names.flatMap((name) =>
      onBothSides((side, sign): FigureJoint[] => [
        { name: `${name}.${side}`, parent: 'scene', at: [sign * 0.2, name === 'knee' ? 0.5 : 1.4, name === 'knee' ? 1 : -1] },
      ]),
    ),
  ];
  const renamed = (names: Readonly<Record<string, string>>) =>
    plainFigure().map((joint): FigureJoint => {
      const rename = (name: string) => name.replace(/^[a-z]+/, (part) => names[part] ?? part);
      return { ...joint, name: rename(joint.name), parent: joint.parent === null ? 'scene' : rename(joint.parent) };
    });
  const bends = (joints: readonly FigureJoint[]) => {
    const { leftLowerArm, leftHand, rightLowerLeg, rightFoot } = found(joints, sceneOf(joints));
    return { leftLowerArm, leftHand, rightLowerLeg, rightFoot };
  };

  it.each([['knee'], ['elbow'], ['wrist']])('are no %s, though they alone are called so', (name) => {
    const joints = [...targets([name]), ...renamed({ upperarm: 'arm', lowerarm: 'forearm', shin: 'leg' })];
    expect(bends(joints)).toEqual({
      leftLowerArm: 'forearm.l',
      leftHand: 'hand.l',
      rightLowerLeg: 'leg.r',
      rightFoot: 'foot.r',
    });
  });

  it.each([
    ['knee', { shin: 'wade' }, 'lowerarm.l', 'wade.r'],
    ['elbow', { lowerarm: 'unterarm' }, 'unterarm.l', 'shin.r'],
  ])('are no %s where that has a name that says nothing', (name, names, leftLowerArm, rightLowerLeg) => {
    const joints = [...targets([name]), ...renamed(names)];
    expect(bends(joints)).toEqual({ leftLowerArm, leftHand: 'hand.l', rightLowerLeg, rightFoot: 'foot.r' });
  });
});

describe('the only pair on a head', () => {
  const ears = (name: string) =>
    onBothSides((side, sign): FigureJoint[] => [{ name: `${name}.${side}`, parent: 'head', at: [sign * 0.05, 1.64, 0.02] }]);
  // What has no toes by name is looked at by shape, too.
  const joints = [
    ...plainFigure().map((joint) => ({
      ...joint,
      name: joint.name.replace('foot', 'sole'),
      parent: joint.parent?.replace('foot', 'sole') ?? null,
    })),
    ...ears('ear'),
  ];

  it('are eyes where nothing has a name, and not where names tell the body and call them otherwise', () => {
    expect(found(joints, nameless(sceneOf(joints)))).toMatchObject({ leftEye: 'ear.l', rightEye: 'ear.r' });
    const named = found(joints, sceneOf(joints));
    expect(named).toMatchObject({ leftFoot: 'sole.l', leftToes: 'toes.l' });
    expect(named).not.toHaveProperty('leftEye');
  });
});

describe('a face without names', () => {
  it('has its eyes where the lids turn around the same place', () => {
    const face = onBothSides((side, sign): FigureJoint[] => [
      { name: `brow.${side}`, parent: 'head', at: [sign * 0.04, 1.66, 0.1] },
      { name: `socket.${side}`, parent: 'head', at: [sign * 0.01, 1.64, 0.08] },
      ...['upper', 'eye', 'lower'].flatMap((name, i): FigureJoint[] => [
        { name: `${name}.${side}`, parent: `socket.${side}`, at: [sign * 0.03, 1.62, 0.08] },
        { name: `${name}_tip.${side}`, parent: `${name}.${side}`, at: [sign * 0.03, 1.635 - 0.015 * i, 0.12], isBare: true },
      ]),
    ]);
    const joints = [...plainFigure(), ...face];
    expect(found(joints, nameless(sceneOf(joints)))).toEqual({ ...only(joints), leftEye: 'eye.l', rightEye: 'eye.r' });
  });
});

describe('a figure without toes, whose knees and elbows are straight', () => {
  it('is told apart by shape but for front and back', () => {
    const joints = without(/^toes/);
    expect(found(joints, nameless(sceneOf(joints)))).toEqual(only(joints));
  });
});

describe('a figure without names and toes, whose knees are bent', () => {
  it.each([0, 90, 180, 270])('is told by its knees which way it looks, turned by %i°', (yaw) => {
    const joints = stagedAs(preBent(without(/^toes/), 15), yaw, 1);
    expect(found(joints, nameless(sceneOf(joints)))).toEqual(only(joints));
  });
});

describe('a figure without names that was caught in the middle of a step', () => {
  it.each([0, 35, 70, 130, 200, 290])('is mapped by its shape, turned by %i°', (yaw) => {
    const stepping = bentAt(bentAt(bentAt(plainFigure(), 'thigh.l', 0, -25), 'shin.l', 0, 40), 'thigh.r', 0, 12);
    const swinging = bentAt(bentAt(armsLowered(stepping, 65), 'upperarm.l', 0, 20), 'upperarm.r', 0, -25);
    const joints = stagedAs(bentAt(swinging, 'spine', 2, 5), yaw, 1);
    expect(found(joints, nameless(sceneOf(joints)))).toEqual(only(joints));
  });
});

describe('a figure without names whose skin was bound standing', () => {
  it.each<[string, RestTurns]>([
    ['sitting on a chair', { 'thigh.l': [-90, 0, 0], 'shin.l': [90, 0, 0], 'thigh.r': [-90, 0, 0], 'shin.r': [90, 0, 0] }],
    ['on the left leg', { 'thigh.r': [-80, 0, 0], 'shin.r': [90, 0, 0] }],
    ['on the right leg', { 'thigh.l': [-80, 0, 0], 'shin.l': [90, 0, 0] }],
    ['kneeling', { 'shin.l': [90, 0, 0], 'foot.l': [40, 0, 0], 'shin.r': [90, 0, 0], 'foot.r': [40, 0, 0] }],
    ['in a split', { 'thigh.l': [-85, 0, 0], 'thigh.r': [80, 0, 0] }],
    ['on its back', { hips: [-90, 0, 0] }],
    ['on the tips of its toes', { 'foot.l': [50, 0, 0], 'foot.r': [50, 0, 0] }],
  ])('is mapped as it was bound, though it rests %s', (_, turns) => {
    const joints = plainFigure();
    const posed = nameless(posedRest(turns, { bind: true }, joints));
    const rig = buildRig({ ...posed, declaredBones: bonesInOtherPoses(posed, () => []) });
    const map = Object.fromEntries(rig.report.matches.map(({ bone, joint }) => [bone, joints[rig.binding.nodes[joint]!]!.name]));
    expect(map).toEqual(only(joints));
    expect(bonesInOtherPoses(posedRest(turns, { bind: true }, joints), () => [])).toEqual({});
  });
});

describe('a figure without names and skin', () => {
  it.each<[string, RestTurns]>([
    ['sitting on a chair', { 'thigh.l': [-90, 0, 0], 'shin.l': [90, 0, 0], 'thigh.r': [-90, 0, 0], 'shin.r': [90, 0, 0] }],
    ['on one leg', { 'thigh.r': [-80, 0, 0], 'shin.r': [90, 0, 0] }],
  ])('that rests %s is mapped as it stands in its animation', (_, turns) => {
    const joints = plainFigure();
    const sitting = nameless(posedRest(turns, {}, joints));
    const posed = { ...sitting, turningNodes: [...sitting.skinJoints] };
    const standing = sceneOf(joints).nodes;
    // From the rest of the file to a standing pose and back.
    const channels = standing.map((node, i): NodeChannel => ({
      node: i,
      path: 'rotation',
      interpolation: 'LINEAR',
      times: Float64Array.of(0, 1, 2),
      values: Float64Array.of(...posed.nodes[i]!.rotation, ...node.rotation, ...posed.nodes[i]!.rotation),
    }));
    const clip = { name: 'up and down', start: 0, end: 2, channels };
    expect(() => buildRig(posed)).toThrow('no usable skeleton');
    const bones = bonesInOtherPoses(posed, () => [clip]);
    expect(Object.fromEntries(Object.entries(bones).map(([bone, i]) => [bone, joints[i]!.name]))).toEqual(only(joints));
    expect(buildRig({ ...posed, declaredBones: bones }).report.matches).toHaveLength(Object.keys(bones).length);
  });
});

describe('hands without names', () => {
  /** Fingers as [bone, number of joints, x at the knuckle, z at the knuckle] of the left hand in T-pose. */
  const hand = (bases: boolean): FigureJoint[] =>
    (['l', 'r'] as const).flatMap((side) => {
      const sign = side === 'l' ? 1 : -1;
      const wrist = [0.7306, 1.442, 0] as const;
      const finger = (
        name: string,
        from: readonly [number, number],
        step: readonly [number, number],
        count: number,
      ): FigureJoint[] => {
        const joints = Array.from({ length: count }, (_, i): FigureJoint => ({
          name: `${name}${i + 1}.${side}`,
          parent: i === 0 ? `hand.${side}` : `${name}${i}.${side}`,
          at: [sign * (wrist[0] + from[0] + i * step[0]), wrist[1], from[1] + i * step[1]],
        }));
        if (!bases) return joints;
        const base: FigureJoint = { name: `${name}0.${side}`, parent: `hand.${side}`, at: [sign * wrist[0], wrist[1], wrist[2]] };
        return [base, { ...joints[0]!, parent: base.name }, ...joints.slice(1)];
      };
      return [
        ...finger('thumb', [0.03, 0.035], [0.03, 0.025], 2),
        ...finger('index', [0.09, 0.03], [0.03, 0.003], 2),
        ...finger('middle', [0.09, 0.008], [0.03, 0], 2),
        ...finger('ring', [0.085, -0.012], [0.028, -0.003], 2),
        // A little finger that is spread further than the thumb.
        ...finger('little', [0.08, -0.03], [0.018, -0.022], 2),
      ];
    });
  const fingers = (joints: readonly FigureJoint[]) =>
    Object.fromEntries(
      Object.entries(found(joints, nameless(sceneOf(joints)))).filter(([bone]) => /^left(Thumb|Index|Little)/.test(bone)),
    );
  const truth = {
    leftThumbProximal: 'thumb1.l',
    leftThumbDistal: 'thumb2.l',
    leftIndexProximal: 'index1.l',
    leftIndexIntermediate: 'index2.l',
    leftLittleProximal: 'little1.l',
    leftLittleIntermediate: 'little2.l',
  };

  it('have the thumb where it starts near the wrist, though the little finger is spread further', () => {
    expect(fingers([...plainFigure(), ...hand(false)])).toEqual(truth);
  });

  it.each([
    ['ring', 'little'],
    ['little', 'ring'],
  ])('tell by the gaps between them that the %s finger is missing', (missing, last) => {
    const joints = [...plainFigure(), ...hand(false).filter(({ name }) => !name.startsWith(missing))];
    const map = found(joints, nameless(sceneOf(joints)));
    const bone = last === 'ring' ? 'leftRingProximal' : 'leftLittleProximal';
    expect(map[bone]).toBe(`${last}1.l`);
    expect(map.leftMiddleProximal).toBe('middle1.l');
  });

  it('have no finger where something is held', () => {
    const held = onBothSides((side, sign) => [{ name: `held.${side}`, parent: `hand.${side}`, at: [sign * 0.83, 1.38, 0.05] }]);
    expect(fingers([...plainFigure(), ...held, ...hand(false)])).toEqual(truth);
  });

  it('have fingers that begin at the knuckles, though each has a joint in the wrist', () => {
    expect(fingers([...plainFigure(), ...hand(true)])).toEqual(truth);
  });
});

describe('a figure whose legs hang beside its hips', () => {
  it('carries them below the hips', () => {
    const { skeleton, humanoid } = buildRig(sceneOf(legsBeside));
    expect(skeleton.parents[humanoid.leftUpperLeg!]).toBe(humanoid.hips);
    expect(skeleton.names[skeleton.root]).toBe('hips');
  });
});

describe('body bones that no skin uses', () => {
  it('are found by their names, below the joints and between them', () => {
    const bare = /^hand|^foot|^toes|^head$|^lowerarm\.l/;
    const joints = plainFigure().map((joint) => (bare.test(joint.name) ? { ...joint, isBare: true } : joint));
    expect(found(joints, sceneOf(joints))).toEqual(only(joints));
  });
});

describe('a joint with a dummy child of the same name', () => {
  it('is the bone, and both get names of their own', () => {
    const joints = plainFigure();
    const scene = sceneOf(joints);
    const arm = joints.findIndex(({ name }) => name === 'upperarm.l');
    const dummy: SceneNode = { ...scene.nodes[arm]!, parent: arm, translation: [0, 0, 0] };
    const nodes = [...scene.nodes, dummy];
    const rig = buildRig({ ...scene, nodes, skinJoints: [...scene.skinJoints, nodes.length - 1] });
    expect(rig.binding.nodes[rig.humanoid.leftUpperArm!]).toBe(arm);
    expect(rig.skeleton.names.filter((name) => name.startsWith('upperarm.l'))).toEqual(['upperarm.l', 'upperarm.l 2']);
  });
});

describe('names that call the left side right', () => {
  it('are overruled by where the feet point', () => {
    const swap = (name: string) => name.replace(/\.(l|r)$/, (_, side: string) => (side === 'l' ? '.r' : '.l'));
    const joints = plainFigure();
    const scene = sceneOf(joints);
    const rig = buildRig({ ...scene, nodes: scene.nodes.map((node) => ({ ...node, name: swap(node.name) })) });
    expect(joints[rig.binding.nodes[rig.humanoid.leftHand!]!]!.name).toBe('hand.l');
    expect(rig.report.warnings.join()).toMatch(/left side right/);
  });
});

describe('bare nodes between joints', () => {
  /** Puts a turned, moved and scaled node above every joint's node, compensated so that joints stay where they are. */
  function padded(scene: CharacterScene): CharacterScene {
    const nodes: SceneNode[] = [];
    const half = Math.SQRT1_2;
    scene.nodes.forEach((node) => {
      const [x, y, z] = node.translation;
      const parent = node.parent < 0 ? -1 : 2 * node.parent + 1;
      // World position through the pad: pad.t + R_y(90°) · 0.5 · t, with R_y(90°)(a, b, c) = (c, b, −a).
      const [tx, ty, tz] = [x - 0.01, y - 0.02, z - 0.03];
      const size = node.parent < 0 ? 0.5 : 1;
      const scale = node.parent < 0 ? ([0.5, 0.5, 0.5] as const) : ([1, 1, 1] as const);
      const [k, kx, ky, kz] = [1 / size, tx / 1, ty / 1, tz / 1];
      const inherited = node.parent < 0 ? 1 : 2;
      nodes.push({
        name: 'pad',
        parent,
        translation: [0.01 * inherited, 0.02 * inherited, 0.03 * inherited],
        rotation: [0, half, 0, half],
        scale,
      });
      nodes.push({
        ...node,
        parent: nodes.length - 1,
        translation: [-kz * k * inherited, ky * k * inherited, kx * k * inherited],
        rotation: [0, -half, 0, half],
      });
    });
    return { ...scene, nodes, skinJoints: scene.skinJoints.map((j) => 2 * j + 1) };
  }

  it('are carried by the binding, with their offset, turn and scale', () => {
    const joints = plainFigure();
    const scene = padded(sceneOf(joints));
    const rig = buildRig(scene);
    const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
    const local = nodeTransforms(rig.binding, rest);
    rig.binding.nodes.forEach((node, j) => {
      for (let k = 0; k < 3; k++) expect(local.translations[3 * j + k]).toBeCloseTo(scene.nodes[node]!.translation[k]!, 9);
    });
    const hand = worldPosition(rest, rig.humanoid.leftHand!);
    const truth = joints.find(({ name }) => name === 'hand.l')!.at;
    for (let k = 0; k < 3; k++) expect(hand[k]).toBeCloseTo(truth[k]!, 9);
  });
});

describe('what the user sets', () => {
  const joints = plainFigure();
  const scene = sceneOf(joints);
  const node = (name: string) => joints.findIndex((joint) => joint.name === name);

  it('replaces what was found, and can take a bone away', () => {
    const rig = buildRig(scene, { corrections: { spine: node('chest'), chest: null } });
    expect(rig.binding.nodes[rig.humanoid.spine!]).toBe(node('chest'));
    expect(rig.humanoid.chest).toBeUndefined();
    expect(rig.report.matches.find(({ bone }) => bone === 'spine')).toMatchObject({ confidence: 1, reason: 'set by you' });
  });

  it('decides what is left and right', () => {
    const swapped = Object.fromEntries(
      Object.entries(only(joints)).map(([bone, name]) => [
        bone,
        node(name.replace(/\.[lr]$/, (suffix) => (suffix === '.l' ? '.r' : '.l'))),
      ]),
    );
    const rig = buildRig(scene, { corrections: swapped });
    expect(rig.binding.nodes[rig.humanoid.leftHand!]).toBe(node('hand.r'));
    expect(rig.report.facing).toEqual([0, 0, -1]);
  });

  it('makes a joint of a node that was none', () => {
    const rig = buildRig(scene, { corrections: { head: node('head_end') } });
    expect(rig.binding.nodes[rig.humanoid.head!]).toBe(node('head_end'));
  });

  it('replaces limits and stiffnesses by joint', () => {
    const elbow = buildRig(scene).humanoid.leftLowerArm!;
    const rig = buildRig(scene, { limits: { [elbow]: { kind: 'free' } }, stiffness: { [elbow]: 0.9 } });
    expect(rig.skeleton.limits[elbow]).toEqual({ kind: 'free' });
    expect(rig.skeleton.stiffness[elbow]).toBe(0.9);
  });

  it('widens and narrows the limits by preset', () => {
    const range = (preset: 'standard' | 'flexible' | 'stiff' | 'dancer' | 'free') => {
      const { skeleton, humanoid } = buildRig(scene, { preset });
      const [knee, hip] = [skeleton.limits[humanoid.leftLowerLeg!]!, skeleton.limits[humanoid.leftUpperLeg!]!];
      return { knee: knee.kind === 'hinge' ? knee.max : null, hip: hip.kind === 'swingTwist' ? hip.swing[2] : null };
    };
    const standard = range('standard');
    expect(range('flexible').knee! / standard.knee!).toBeCloseTo(1.15, 9);
    expect(range('stiff').hip! / standard.hip!).toBeCloseTo(0.75, 9);
    expect(range('dancer').hip! / standard.hip!).toBeCloseTo(1.3, 9);
    expect(range('dancer').knee).toBeCloseTo(standard.knee!, 9);
    expect(range('free')).toEqual({ knee: null, hip: null });
  });
});
