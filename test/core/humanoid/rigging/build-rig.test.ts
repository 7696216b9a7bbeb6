import { describe, expect, it } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { sizeQuestion } from '../../../../core/humanoid/rigging/size-question.ts';
import { limitOffence } from '../../../helpers/limit-offence.ts';
import { nodeTransforms } from '../../../../core/skeleton/binding.ts';
import { forwardKinematics } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import type { CharacterScene } from '../../../../core/skeleton/scene.ts';
import { HUMANOID_BONES, type HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { sampleRig, sampleRigs } from '../../../helpers/rigs.ts';
import { few } from '../../../helpers/extent.ts';

const rigs = sampleRigs();

describe.each(rigs)('a rig built from $name', ({ scene, rig }) => {
  const { skeleton, binding } = rig;
  const rest = forwardKinematics(skeleton, restPose(skeleton));

  it('gives every node its own transform back at rest', () => {
    const local = nodeTransforms(binding, rest);
    binding.nodes.forEach((node, j) => {
      const { translation, rotation } = scene.nodes[node]!;
      for (let k = 0; k < 3; k++) expect(local.translations[3 * j + k]).toBeCloseTo(translation[k]!, 6);
      const sign = Math.sign(rotation.reduce((sum, value, k) => sum + value * local.rotations[4 * j + k]!, 0));
      for (let k = 0; k < 4; k++) expect(sign * local.rotations[4 * j + k]!).toBeCloseTo(rotation[k]!, 6);
    });
  });

  it('has unique joint names, and hips as root', () => {
    expect(new Set(skeleton.names).size).toBe(skeleton.count);
    expect(skeleton.root).toBe(rig.humanoid.hips);
  });

  it('rests inside every limit', () => {
    skeleton.limits.forEach((limit, j) => {
      expect(limitOffence(limit, [0, 0, 0, 1]), skeleton.names[j]).toBeLessThan(1e-6);
    });
  });

  it('never lets inverse kinematics move a joint outside the map', () => {
    for (const j of rig.report.unmapped) {
      expect(skeleton.stiffness[j]).toBe(1);
      expect(skeleton.limits[j]).toEqual({ kind: 'free' });
    }
  });
});

/** The first sample's scene, all of it so many times as large. */
function scaled(times: number): CharacterScene {
  const { scene } = rigs[0]!;
  const nodes = scene.nodes.map(({ translation: [x, y, z], ...node }) => ({
    ...node,
    translation: [times * x, times * y, times * z] as const,
  }));
  const meshExtents = scene.meshExtents.map((extent) => ({
    ...extent,
    lowest: times * extent.lowest,
    highest: times * extent.highest,
  }));
  return { ...scene, nodes, meshExtents };
}

it.skipIf(rigs.length === 0).each([
  [166, /166 m tall: does its file count in centimetres\? It would be 1\.66 m/],
  [1800, /1\.80e\+3 m tall: does its file count in millimetres/],
  [0.02, /20\.0 mm tall: are the units/],
  [1.7, null],
])('a body %d m tall is asked about where it is no usual height', (height, question) => {
  const { warnings } = buildRig(scaled(height / rigs[0]!.rig.report.height)).report;
  const asked = warnings.filter((sentence) => sentence.includes('tall'));
  if (question) expect(asked[0]).toMatch(question);
  else expect(asked).toEqual([]);
});

it.each([
  [166, [['centimetres', 1.66]]],
  [
    68,
    [
      ['centimetres', 0.68],
      ['inches', 1.7272],
    ],
  ],
  [1800, [['millimetres', 1.8]]],
  [0.017, [[null, 1.75]]],
  [0, []],
  [Number.NaN, []],
] as const)('lengths of a body %d m tall may be meant in these units', (height, readings) => {
  const question = sizeQuestion(height);
  expect(question?.readings.map((reading) => [reading.unit, Number(reading.height.toFixed(4))])).toEqual(readings);
  for (const { metres, height: then } of question?.readings ?? []) expect(metres * height).toBeCloseTo(then, 9);
});

describe('a robot whose feet hang from the root', () => {
  const robot = sampleRig('robot-expressive.glb');

  it.skipIf(!robot)('carries its feet below the shins and its fingers below the hands', () => {
    const { skeleton, humanoid } = robot!.rig;
    expect(skeleton.parents[humanoid.leftFoot!]).toBe(humanoid.leftLowerLeg);
    expect(skeleton.parents[humanoid.rightFoot!]).toBe(humanoid.rightLowerLeg);
    const carriers = ['Palm1.L', 'Palm3.L', 'Thumb.L'].map((name) => skeleton.parents[skeleton.names.indexOf(name)]);
    expect(carriers).toEqual([humanoid.leftHand, humanoid.leftHand, humanoid.leftHand]);
  });

  it.skipIf(!robot)('takes the joint that carries legs and trunk for its hips', () => {
    const { skeleton, humanoid } = robot!.rig;
    expect(skeleton.names[humanoid.hips!]).toBe('Body');
  });
});

describe('a scene without a usable skeleton', () => {
  const node = { parent: -1, translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] } as const;
  const empty = { skinJoints: [], meshNodes: [], meshExtents: [], declaredBones: {} };

  it('is refused in one sentence', () => {
    expect(() => buildRig({ ...empty, nodes: [] })).toThrow(/needs at least one node/);
    expect(() => buildRig({ ...empty, nodes: [{ ...node, name: 'Cube' }], meshNodes: [0] })).toThrow(/no usable skeleton/);
  });

  it.each(
    few(
      [
        ['a chain of 4,000 joints', 4000, (i: number) => i - 1],
        ['a star of 4,000 joints', 4000, (i: number) => (i === 0 ? -1 : 0)],
        ['4,000 joints without a common root', 4000, () => -1],
        ['a tree of 4,000 joints', 4000, (i: number) => (i === 0 ? -1 : Math.floor((i - 1) / 2))],
        ['100,000 joints', 100_000, (i: number) => i - 1],
      ],
      2,
    ),
  )('is refused before the runner gives up for %s', (_, count, parentOf) => {
    const nodes = Array.from({ length: count }, (__, i) => ({
      ...node,
      name: '',
      parent: parentOf(i),
      translation: [Math.sin(i), 0.1, Math.cos(3 * i)] as const,
    }));
    expect(() => buildRig({ ...empty, nodes, skinJoints: nodes.map((__, i) => i) })).toThrow(/no usable skeleton/);
  });

  it('is refused when nodes go in a circle or hold no numbers', () => {
    const circle = [
      { ...node, name: 'a', parent: 1 },
      { ...node, name: 'b', parent: 0 },
    ];
    expect(() => buildRig({ ...empty, nodes: circle })).toThrow(/circle/);
    const broken = [{ ...node, name: 'a', translation: [NaN, 0, 0] as const }];
    expect(() => buildRig({ ...empty, nodes: broken })).toThrow(/finite/);
  });
});

describe('a rig whose bones a user chose', () => {
  /** Corrections that leave no body are refused in words of bodies, never of the limits that came of them. */
  const REFUSAL = /^(?!joint \d|.*(hinge|NaN|quaternion|undefined))/;

  it('is built, or refused in words of bones, whatever joints are chosen @all', () => {
    const random = seededRandom(20261123);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    for (const { name, scene, rig } of rigs) {
      for (let i = 0; i < 150; i++) {
        const corrections: Partial<Record<HumanoidBone, number | null>> = {};
        for (let count = 1 + Math.floor(3 * random()); count > 0; count--) {
          corrections[pick(HUMANOID_BONES)] = random() < 0.2 ? null : pick([...rig.binding.nodes]);
        }
        let sentence = 'built';
        try {
          buildRig(scene, { corrections });
        } catch (error) {
          sentence = (error as Error).message;
        }
        expect(sentence, `${name} ${JSON.stringify(corrections)}`).toMatch(REFUSAL);
      }
    }
  });
});
