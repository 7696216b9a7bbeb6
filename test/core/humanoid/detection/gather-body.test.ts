import { describe, expect, it } from 'vitest';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { createProject } from '../../../../core/document/create-project.ts';
import { projectFromData } from '../../../../core/document/deserialize.ts';
import { setKeyAt } from '../../../../core/document/edits/clips.ts';
import { savePose } from '../../../../core/document/edits/library.ts';
import { setPose } from '../../../../core/document/edits/posing.ts';
import { setCorrection, setLimit } from '../../../../core/document/edits/rig-settings.ts';
import { projectToData } from '../../../../core/document/serialize.ts';
import type { HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { capturePose } from '../../../../core/library/apply.ts';
import { angleBetween, fromAxisAngle } from '../../../../core/math/quat.ts';
import { nodeTransforms } from '../../../../core/skeleton/binding.ts';
import { forwardKinematics } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, rotationOf, setRotation } from '../../../../core/skeleton/pose.ts';
import type { CharacterScene } from '../../../../core/skeleton/scene.ts';
import { plainFigure, sceneOf, type FigureJoint } from '../../../helpers/figure.ts';

const BRANCHES = /^(hips|thigh|upperarm)/;

/** The figure with its trunk, thighs and upper arms side by side below a joint on the floor, as exports of the bones that deform have them. */
const besideEachOther: readonly FigureJoint[] = [
  { name: 'rig', parent: null, at: [0, 0, 0] },
  ...plainFigure().map((joint) => (BRANCHES.test(joint.name) ? { ...joint, parent: 'rig' } : joint)),
];

/** The same with every thigh and arm below controls of its own, which are called as bones are. */
const belowControls: readonly FigureJoint[] = [
  { name: 'rig', parent: null, at: [0, 0, 0] },
  { name: 'torso', parent: 'rig', at: [0, 1.02, 0] },
  { name: 'ctrl_hips', parent: 'torso', at: [0, 1.02, 0] },
  { name: 'ctrl_chest', parent: 'torso', at: [0, 1.3, 0] },
  { name: 'ctrl_head', parent: 'ctrl_chest', at: [0, 1.6, 0] },
  ...plainFigure().map((joint) => {
    if (joint.name === 'hips') return { ...joint, parent: 'rig' };
    if (joint.name.startsWith('thigh')) return { ...joint, parent: 'ctrl_hips' };
    return joint.name.startsWith('upperarm') ? { ...joint, parent: 'ctrl_chest' } : joint;
  }),
];

const bones = new Set(plainFigure().flatMap(({ name, isBare }) => (isBare ? [] : [name])));

/** A scene in which the figure's bones draw something, and joints besides have a little weight. */
function drawn(joints: readonly FigureJoint[], others: readonly string[] = []): CharacterScene {
  const indices = (names: ReadonlySet<string>) => joints.flatMap(({ name }, i) => (names.has(name) ? [i] : []));
  const meshExtents = indices(bones).map((node) => ({ node, lowest: 0, highest: 1, points: [] }));
  return { ...sceneOf(joints), meshExtents, weightedNodes: indices(new Set([...bones, ...others])) };
}

function nameless(scene: CharacterScene): CharacterScene {
  return { ...scene, nodes: scene.nodes.map((node, i) => ({ ...node, name: `n${i}` })) };
}

const TRUTH: Readonly<Partial<Record<HumanoidBone, string>>> = buildRigOf(plainFigure(), drawn(plainFigure())).map;

function buildRigOf(joints: readonly FigureJoint[], scene: CharacterScene) {
  const rig = buildRig(scene);
  const nameOf = (joint: number) => joints[rig.binding.nodes[joint]!]!.name;
  const map = Object.fromEntries(rig.report.matches.map(({ bone, joint }) => [bone, nameOf(joint)]));
  const names = rig.skeleton.names.map((_, j) => nameOf(j));
  const parentOf = (name: string) => {
    const parent = rig.skeleton.parents[names.indexOf(name)]!;
    return parent < 0 ? null : names[parent]!;
  };
  return { rig, map, names, parentOf };
}

describe.each([
  ['side by side below a joint on the floor', besideEachOther],
  ['below controls', belowControls],
])('a body whose limbs hang %s', (_, joints) => {
  it.each([
    ['with its names', drawn(joints)],
    ['without names', nameless(drawn(joints))],
  ])('is found and hangs together %s', (__, scene) => {
    const { map, names, parentOf } = buildRigOf(joints, scene);
    expect(map).toEqual(TRUTH);
    expect(new Set(names)).toEqual(bones);
    expect(['hips', 'thigh.l', 'thigh.r', 'upperarm.l', 'upperarm.r'].map(parentOf)).toEqual([
      null,
      'hips',
      'hips',
      'chest',
      'chest',
    ]);
  });

  it('stands at rest as its file has it', () => {
    const { rig } = buildRigOf(joints, drawn(joints));
    const { translations, rotations } = nodeTransforms(rig.binding, forwardKinematics(rig.skeleton, restPose(rig.skeleton)));
    rig.binding.nodes.forEach((node, j) => {
      const { translation, rotation } = sceneOf(joints).nodes[node]!;
      for (const k of [0, 1, 2]) expect(translations[3 * j + k]).toBeCloseTo(translation[k]!, 12);
      for (const k of [0, 1, 2, 3]) expect(rotations[4 * j + k]).toBeCloseTo(rotation[k]!, 12);
    });
  });

  it('takes along what moves its skin a little: each on its side, both alike', () => {
    const brows = (['l', 'r'] as const).map((side): FigureJoint => {
      return { name: `brow.${side}`, parent: 'rig', at: [side === 'l' ? 0.03 : -0.03, 1.64, 0.09] };
    });
    const all = [...joints, ...brows];
    const { parentOf } = buildRigOf(all, drawn(all, ['brow.l', 'brow.r']));
    expect(['brow.l', 'brow.r'].map(parentOf)).toEqual(['head', 'head']);
  });

  it('keeps a control that was set by hand', () => {
    const control = joints.findIndex(({ name }) => name === 'rig');
    const rig = buildRig(drawn(joints), { corrections: { jaw: control } });
    expect(rig.binding.nodes[rig.humanoid.jaw!]).toBe(control);
  });
});

describe('a project that was saved before bones were hung together', () => {
  /** The rig as it was then: with every joint drawn, nothing is gathered. */
  const before = buildRig(sceneOf(belowControls), { corrections: { jaw: nodeOf('ctrl_head') } });
  const scene = drawn(belowControls);
  const turn = fromAxisAngle([0, 0, 1], 0.4);

  function nodeOf(name: string): number {
    return belowControls.findIndex((joint) => joint.name === name);
  }

  function jointIn(rig: Rig, name: string): number {
    return rig.binding.nodes.indexOf(nodeOf(name));
  }

  function savedThen() {
    const pose = restPose(before.skeleton);
    for (const name of [...bones, 'ctrl_chest', 'ctrl_head']) setRotation(pose, jointIn(before, name), turn);
    const character = { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' };
    let project = setKeyAt(createProject(before, character), before.skeleton, 0.5, pose);
    project = setPose(project, pose, 1);
    project = savePose(project, capturePose(before.skeleton, pose, { id: 'a', name: 'All' }));
    project = setCorrection(project, 'jaw', nodeOf('ctrl_head'));
    project = setLimit(project, jointIn(before, 'shin.l'), { kind: 'free' });
    return projectToData(before, project);
  }

  it('opens with its map, and with its bones as they were turned; of controls that are gone it is told', () => {
    expect(before.report.matches.length).toBeGreaterThan(10);
    expect(jointIn(before, 'ctrl_chest')).toBeGreaterThanOrEqual(0);
    const data = savedThen();
    const rig = buildRig(scene, { preset: data.rig.preset, corrections: data.rig.corrections });
    const { project, warnings } = projectFromData(rig, data);
    const gone = '"rig", "torso", "ctrl_hips", "ctrl_chest"';
    expect(warnings).toEqual([`The character has no joint named ${gone}; what the project says of them stays in its files.`]);
    expect(project.rig.limits).toEqual({ [jointIn(rig, 'shin.l')]: { kind: 'free' } });
    expect(rig.humanoid.jaw).toBe(jointIn(rig, 'ctrl_head'));
    const [saved, clip] = [project.poses[0]!, project.clips[0]!];
    for (const pose of [project.unkeyed!.pose, saved.pose, sampleClip(rig.skeleton, clip, 0.5)]) {
      for (const name of [...bones, 'ctrl_head']) {
        const joint = jointIn(rig, name);
        expect([name, angleBetween(rotationOf(pose, joint), turn)]).toEqual([name, expect.closeTo(0, 6)]);
      }
    }
    for (const [bone, name] of Object.entries(TRUTH)) {
      expect([bone, rig.humanoid[bone as HumanoidBone]]).toEqual([bone, jointIn(rig, name)]);
    }
  });
});

describe('a joint called shoulder that carries no arm', () => {
  const withShoulders = (x: number, parent: string): FigureJoint[] => [
    ...plainFigure(),
    { name: 'shoulder.l', parent, at: [x, 1.45, 0] },
    { name: 'shoulder.r', parent, at: [-x, 1.45, 0] },
  ];

  it('is the collar bone where it lies before the arm, and carries it then', () => {
    const joints = withShoulders(0.04, 'chest');
    const { map, parentOf } = buildRigOf(joints, sceneOf(joints));
    expect([map['leftShoulder'], map['rightShoulder']]).toEqual(['shoulder.l', 'shoulder.r']);
    expect([parentOf('upperarm.l'), parentOf('upperarm.r')]).toEqual(['shoulder.l', 'shoulder.r']);
  });

  it('is a pad where it lies on the arm', () => {
    const joints = withShoulders(0.17, 'chest');
    expect(buildRigOf(joints, sceneOf(joints)).map).toEqual(TRUTH);
  });
});

describe('what lies beside a body that hangs together', () => {
  it('stays where it hangs, as a sword at the root does', () => {
    const joints: FigureJoint[] = [
      { name: 'rig', parent: null, at: [0, 0, 0] },
      ...plainFigure().map((joint) => (joint.parent === null ? { ...joint, parent: 'rig' } : joint)),
      { name: 'sword', parent: 'rig', at: [0.75, 1.4, 0] },
    ];
    const scene = drawn(joints);
    const sword = { node: joints.length - 1, lowest: 0, highest: 1, points: [] };
    const { map, parentOf } = buildRigOf(joints, { ...scene, meshExtents: [...scene.meshExtents, sword] });
    expect(map).toEqual(TRUTH);
    expect([parentOf('sword'), parentOf('hips')]).toEqual(['rig', 'rig']);
  });

  it('leaves a body without drawn hips as it is', () => {
    const joints = plainFigure();
    const scene = drawn(joints);
    const meshExtents = scene.meshExtents.filter(({ node }) => !/^(hips|spine|chest|neck)$/.test(joints[node]!.name));
    const { map, parentOf } = buildRigOf(joints, { ...scene, meshExtents, weightedNodes: meshExtents.map(({ node }) => node) });
    expect(map).toEqual(TRUTH);
    expect(parentOf('thigh.l')).toBe('hips');
  });
});
