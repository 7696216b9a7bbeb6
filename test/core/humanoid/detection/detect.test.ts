import { describe, expect, it } from 'vitest';
import type { HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import type { CharacterScene, SceneNode } from '../../../../core/skeleton/scene.ts';
import { readBvhScene } from '../../../helpers/bvh-scene.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { OWN_FIGURE, trueBones, TRUTHS } from '../truth.ts';

const Z_UP = new Set(['bvh/fair1-wave-hello.bvh', 'bvh/makehuman-tpose.bvh']);
/** It has neither toes nor bent limbs nor fingers: without names, front and back look the same. */
const NO_FRONT = 'bvh/cmu-10_01-kick.bvh';
/** Its zero pose stacks all bones along +X: only names can tell it. */
const NO_SHAPE = 'bvh/rokoko-dance.bvh';

const files = Object.keys(TRUTHS).flatMap((file) => {
  const path = file === OWN_FIGURE ? MANNEQUIN : sharedData(file);
  if (path === null) return [];
  return [{ file, scene: file.endsWith('.bvh') ? readBvhScene(path, Z_UP.has(file)) : readGlbScene(path) }];
});
if (files.length === 1) console.log('SKIP humanoid detection on other real files: the folder ../shared/data is not there');

interface Score {
  readonly right: number;
  readonly wrong: readonly string[];
  readonly swapped: readonly string[];
}

/** Compares a found map with the truth, node by node; nodes of `found` have the indices of `scene`. */
function score(file: string, scene: CharacterScene, found: CharacterScene): Score {
  const rig = buildRig(found);
  const truth = trueBones(file);
  const bones = new Map<string, HumanoidBone>();
  const joints = new Set([...scene.skinJoints, ...Object.values(scene.declaredBones)]);
  truth.forEach((name, bone) => bones.set(name, bone));
  let right = 0;
  const wrong: string[] = [];
  const swapped: string[] = [];
  for (const [bone, name] of truth) {
    const joint = rig.humanoid[bone];
    const node = joint === undefined ? undefined : rig.binding.nodes[joint]!;
    const isJoint = node !== undefined && (joints.size === 0 || joints.has(node) || scene.nodes[node]!.name !== name);
    if (isJoint && scene.nodes[node]!.name === name) right++;
    else wrong.push(`${bone}: ${node === undefined ? 'nothing' : scene.nodes[node]!.name} instead of ${name}`);
  }
  for (const { bone, joint } of rig.report.matches) {
    const actual = bones.get(scene.nodes[rig.binding.nodes[joint]!]!.name);
    if (actual && actual.slice(0, 4) !== bone.slice(0, 4) && /^(left|right)/.test(bone) && /^(left|right)/.test(actual)) {
      swapped.push(`${bone} is ${actual}`);
    }
  }
  return { right: right / truth.size, wrong, swapped };
}

function renamed(scene: CharacterScene, name: (node: SceneNode, index: number) => string): CharacterScene {
  return { ...scene, declaredBones: {}, nodes: scene.nodes.map((node, i) => ({ ...node, name: name(node, i) })) };
}

/** Names dealt out anew to all nodes. */
function shuffled(scene: CharacterScene, seed: number): CharacterScene {
  const random = seededRandom(seed);
  const names = scene.nodes.map((node) => node.name);
  for (let i = names.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [names[i], names[other]] = [names[other]!, names[i]!];
  }
  return renamed(scene, (_, i) => names[i]!);
}

/** The scene with its nodes in another order; `order` gives for each new node the old one. */
function reordered(scene: CharacterScene, seed: number): { readonly scene: CharacterScene; readonly order: readonly number[] } {
  const random = seededRandom(seed);
  const order = scene.nodes.map((_, i) => i);
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [order[i], order[other]] = [order[other]!, order[i]!];
  }
  const place = new Map(order.map((old, i) => [old, i]));
  const at = (node: number) => place.get(node) ?? -1;
  return {
    scene: {
      ...scene,
      nodes: order.map((old) => ({ ...scene.nodes[old]!, parent: at(scene.nodes[old]!.parent) })),
      skinJoints: scene.skinJoints.map(at),
      meshNodes: scene.meshNodes.map(at),
      meshExtents: scene.meshExtents.map((extent) => ({ ...extent, node: at(extent.node) })),
      declaredBones: {},
      ...(scene.weightedNodes && { weightedNodes: scene.weightedNodes.map(at) }),
      ...(scene.turningNodes && { turningNodes: scene.turningNodes.map(at) }),
    },
    order,
  };
}

/** The scene under one more node that turns and scales it. */
function placed(scene: CharacterScene, yaw: number, scale: number): CharacterScene {
  const stage = scene.nodes.length;
  const nodes = scene.nodes.map((node) => (node.parent < 0 ? { ...node, parent: stage } : node));
  const rotation = [0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)] as const;
  nodes.push({ name: 'stage', parent: -1, translation: [3, 0, -2], rotation, scale: [scale, scale, scale] });
  return { ...scene, nodes };
}

/** Files whose scene keeps its joints when declarations are dropped. */
function joined(scene: CharacterScene): CharacterScene {
  const joints = scene.skinJoints.length > 0 ? scene.skinJoints : Object.values(scene.declaredBones);
  return { ...scene, skinJoints: joints };
}

describe.each(files)('the humanoid of $file', ({ file, scene }) => {
  const bare = joined(scene);
  const enough = 0.95;

  it('is found as the file is', () => {
    const { right, wrong, swapped } = score(file, scene, scene);
    expect(wrong).toEqual([]);
    expect(right).toBe(1);
    expect(swapped).toEqual([]);
    const { matches, warnings } = buildRig(scene).report;
    expect(warnings.join()).not.toMatch(/contradict/);
    const hand = matches.find(({ bone }) => bone === 'leftHand');
    expect(hand?.reason).toMatch(/^named|^declared/);
  });

  it('is found by names without declarations', () => {
    const { right, wrong } = score(file, scene, { ...bare, declaredBones: {} });
    expect(right, wrong.join('; ')).toBeGreaterThanOrEqual(enough);
  });

  it.skipIf(file === NO_SHAPE)('is found without any names', () => {
    const { right, wrong, swapped } = score(
      file,
      scene,
      renamed(bare, (_, i) => `n${i}`),
    );
    expect(right, wrong.join('; ')).toBeGreaterThanOrEqual(enough);
    expect(swapped).toEqual([]);
  });

  it.skipIf(file === NO_SHAPE).each([1, 2, 3, 4, 5, 6, 7, 8])('is found with names shuffled by seed %i', (seed) => {
    const { right, wrong, swapped } = score(file, scene, shuffled(bare, seed));
    expect(right, wrong.join('; ')).toBeGreaterThanOrEqual(enough);
    expect(swapped).toEqual([]);
  });

  it.skipIf(file === NO_SHAPE)('is found though names put a hand above its own upper arm, and says so', () => {
    const truth = trueBones(file);
    const [low, high] = [truth.get('leftHand')!, truth.get('leftUpperArm')!];
    const exchanged = renamed(bare, ({ name }) => (name === low ? high : name === high ? low : name));
    const { humanoid, binding, report } = buildRig(exchanged);
    for (const bone of ['leftHand', 'leftUpperArm'] as const) {
      expect(scene.nodes[binding.nodes[humanoid[bone]!]!]!.name).toBe(truth.get(bone));
      expect(report.matches.find((match) => match.bone === bone)?.reason).not.toMatch(/^named/);
    }
    expect(report.warnings.join()).toContain('contradict the skeleton');
  });

  it.skipIf(file === NO_SHAPE).each([1, 2, 3])('is the same in any order of the nodes (seed %i)', (seed) => {
    const other = reordered(bare, seed);
    const nodesOf = (each: CharacterScene, fileNode: (node: number) => number) => {
      const { humanoid, binding } = buildRig(renamed(each, (_, i) => `n${fileNode(i)}`));
      return Object.fromEntries(Object.entries(humanoid).map(([bone, joint]) => [bone, fileNode(binding.nodes[joint]!)]));
    };
    expect(nodesOf(other.scene, (node) => other.order[node]!)).toEqual(nodesOf(bare, (node) => node));
  });

  it.skipIf(file === NO_SHAPE || file === NO_FRONT).each([
    [0, 0.01],
    [90, 100],
    [180, 1],
    [270, 1],
  ])('is found turned by %i° and scaled by %d, with the facing turned as well', (degrees, scale) => {
    const before = buildRig(renamed(bare, (_, i) => `n${i}`)).report.facing;
    const stage = placed(
      renamed(bare, (_, i) => `n${i}`),
      (degrees * Math.PI) / 180,
      scale,
    );
    const { right, wrong, swapped } = score(file, scene, stage);
    expect(right, wrong.join('; ')).toBeGreaterThanOrEqual(enough);
    expect(swapped).toEqual([]);
    const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    const { facing } = buildRig(stage).report;
    expect(facing[0]).toBeCloseTo(c * before[0] + s * before[2], 9);
    expect(facing[2]).toBeCloseTo(c * before[2] - s * before[0], 9);
  });
});
