import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { CharacterScene } from '../../../core/skeleton/scene.ts';
import { armsLowered, bentAt, plainFigure, preBent, sceneOf, type FigureJoint } from '../../helpers/figure.ts';

/** A kind of skeleton that has been opened at some time: what it looks like, and the names of the nodes that were its bones. */
export interface EverOpened {
  readonly kind: string;
  readonly scene: CharacterScene;
  readonly bones: Readonly<Partial<Record<HumanoidBone, RegExp>>>;
}

const RIGIFY: Readonly<Record<string, string>> = {
  hips: 'spine',
  spine: 'spine.001',
  chest: 'spine.003',
  neck: 'spine.004',
  head: 'head',
  upperarm: 'upper_arm',
  lowerarm: 'forearm',
  hand: 'hand',
  thigh: 'thigh',
  shin: 'shin',
  foot: 'foot',
  toes: 'toe',
};

function rigifyName(prefix: string, name: string): string {
  const [part, side] = name.split('.');
  return `${prefix}-${RIGIFY[part!] ?? part!}${side ? `.${side.toUpperCase()}` : ''}`;
}

/** How a rig hangs what deforms (DEF) on its controls (ORG, MCH). */
type Hanging = 'each on its control' | 'limbs on controls of controls' | 'limbs on the controls they continue';

const BRANCH = /^(hips|thigh|upperarm)/;

function rigify(figure: readonly FigureJoint[], hanging: Hanging): FigureJoint[] {
  const joints: FigureJoint[] = [
    { name: 'Viewer_model', parent: null, at: [0, 0, 0], isBare: true },
    { name: 'rig', parent: 'Viewer_model', at: [0, 0, 0], isBare: true },
    { name: 'root', parent: 'rig', at: [0, 0, 0] },
    { name: 'MCH-torso.parent', parent: 'root', at: [0, 1, 0] },
  ];
  for (const { name, parent, at } of figure) {
    const named = (prefix: string): string => rigifyName(prefix, name);
    const above = (prefix: string): string => (parent === null ? 'MCH-torso.parent' : rigifyName(prefix, parent));
    const isBranch = parent === null || BRANCH.test(name);
    if (hanging === 'limbs on controls of controls') joints.push({ name: named('MCH'), parent: above('ORG'), at });
    const control = hanging === 'limbs on controls of controls' ? named('MCH') : above('ORG');
    joints.push({ name: named('ORG'), parent: control, at });
    const own = hanging === 'limbs on the controls they continue' ? above('ORG') : named('ORG');
    joints.push({ name: named('DEF'), parent: hanging !== 'each on its control' && !isBranch ? above('DEF') : own, at });
  }
  return joints;
}

/** As a web viewer gives a scene back: names without dots, with the number of the node; nodes scaled unevenly by a little. */
function throughViewer(joints: readonly FigureJoint[], isSkin: (name: string) => boolean, isDrawn: boolean): CharacterScene {
  const scene = sceneOf(joints);
  const skinJoints = joints.flatMap(({ name }, i) => (isSkin(name) ? [i] : []));
  const deforming = joints.flatMap(({ name }, i) => (name.startsWith('DEF') ? [i] : []));
  return {
    ...scene,
    skinJoints,
    ...(isDrawn && {
      meshExtents: deforming.map((node) => ({ node, lowest: 0, highest: 1, points: [] })),
      weightedNodes: deforming,
    }),
    nodes: scene.nodes.map((node, i) => ({
      ...node,
      name: `${node.name.replaceAll('.', '')}_${String(i).padStart(2, '0')}`,
      scale: [1.01, 0.995, 1],
    })),
  };
}

const DEFORMING: EverOpened['bones'] = {
  hips: /^DEF-spine_/,
  head: /^DEF-head/,
  leftUpperArm: /^DEF-upper_armL/,
  leftLowerArm: /^DEF-forearmL/,
  rightHand: /^DEF-handR/,
  rightUpperLeg: /^DEF-thighR/,
  leftLowerLeg: /^DEF-shinL/,
  leftFoot: /^DEF-footL/,
  rightFoot: /^DEF-footR/,
};

const figure = plainFigure().filter(({ isBare }) => !isBare);

/** A figure that rests in the middle of a leap. */
const leaping = ['thigh.l', 'chest'].reduce((bent, name) => bentAt(bent, name, 0, name === 'chest' ? 25 : -70), [...figure]);

const HANGINGS: readonly Hanging[] = [
  'each on its control',
  'limbs on controls of controls',
  'limbs on the controls they continue',
];

const ofViewers = HANGINGS.flatMap((hanging) =>
  (
    [
      ['standing', figure],
      ['with its arms down', armsLowered(figure, 60)],
      ['in a leap', bentAt(leaping, 'upperarm.r', 2, 50)],
    ] as const
  ).flatMap(([stance, joints]) =>
    [true, false].map((onlyDeforming): EverOpened => {
      const isSkin = (name: string): boolean => name.startsWith('DEF') || (!onlyDeforming && !/^(Viewer|rig$)/.test(name));
      return {
        kind: `Rigify through a web viewer, ${hanging}, ${stance}, ${onlyDeforming ? 'a skin of what deforms' : 'all in the skin'}`,
        scene: throughViewer(rigify(joints, hanging), isSkin, true),
        bones: DEFORMING,
      };
    }),
  ),
);

/** A skin that is none of a body, and the body that the clip of the file moves beside it. */
function besideItsSkin(joints: readonly FigureJoint[], isBelow: boolean): CharacterScene {
  const cape: FigureJoint[] = Array.from({ length: 25 }, (_, i) => ({
    name: `cloth_${i}`,
    parent: i === 0 ? (isBelow ? 'top' : null) : i % 5 === 0 ? 'cloth_0' : `cloth_${i - 1}`,
    at: [0.05 * (i % 5), 1.4 - 0.05 * i, -0.2],
  }));
  const top: FigureJoint[] = isBelow ? [{ name: 'top', parent: null, at: [0, 0, 0] }] : [];
  const body = joints.map((joint) => (joint.parent === null && isBelow ? { ...joint, parent: 'top' } : joint));
  const all = [...top, ...cape, ...body];
  const places = (names: readonly FigureJoint[]) => names.map((joint) => all.indexOf(joint));
  return { ...sceneOf(all), skinJoints: places(cape), turningNodes: places(body) };
}

const PLAIN: EverOpened['bones'] = {
  hips: /^hips$/,
  head: /^head$/,
  leftHand: /^hand\.l$/,
  rightFoot: /^foot\.r$/,
  leftLowerLeg: /^shin\.l$/,
};

/** Every kind that has ever been opened and closed again by a change, and its nearest relatives. A kind that is added stays. */
export const EVER_OPENED: readonly EverOpened[] = [
  { kind: 'a plain figure', scene: sceneOf(figure), bones: PLAIN },
  { kind: 'a plain figure with bent limbs', scene: sceneOf(preBent(figure, 20)), bones: PLAIN },
  ...ofViewers,
  {
    kind: 'Rigify through a web viewer whose skin cannot be read',
    scene: throughViewer(rigify(figure, 'limbs on controls of controls'), (name) => name.startsWith('DEF'), false),
    bones: DEFORMING,
  },
  ...[false, true].map((isBelow): EverOpened => ({
    kind: `a clip that moves nodes beside those of the file's skin, ${isBelow ? 'below one root' : 'each with a root'}`,
    scene: besideItsSkin(figure, isBelow),
    bones: PLAIN,
  })),
];
