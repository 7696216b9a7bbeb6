import { describe, expect, test } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { nodeTransforms } from '../../../../core/skeleton/binding.ts';
import { forwardKinematics } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { plainFigure, sceneOf } from '../../../helpers/figure.ts';

const scene = sceneOf(plainFigure());
const names = scene.nodes.map(({ name }) => name);

/** The figure with one node scaled. */
function scaled(name: string, scale: Vec3): typeof scene {
  return { ...scene, nodes: scene.nodes.map((node) => (node.name === name ? { ...node, scale } : node)) };
}

const carrying = names.filter((_, i) =>
  scene.nodes.some(({ parent }, child) => parent === i && scene.skinJoints.includes(child)),
);
const FLAT: Vec3[] = [
  [0, 1, 1],
  [1, 0, 1],
  [1, 1, 0],
  [-1, 0, 2],
  [0, 0, 1],
  [1e-300, 1, 1],
];

describe('a node that is scaled to nothing along an axis', () => {
  test.each(carrying)('is refused by its name where joints hang from it: %s', (name) => {
    for (const scale of FLAT) {
      expect(() => buildRig(scaled(name, scale))).toThrow(
        `the scale of node ${names.indexOf(name)} "${name}" must not be 0 along an axis, as joints hang below, got [${scale.join(', ')}]`,
      );
    }
  });

  test('is named where it is no joint and stands above all of them', () => {
    const above = { name: 'Armature', parent: -1, translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 0] } as const;
    const nodes = [...scene.nodes.map((node) => (node.parent < 0 ? { ...node, parent: names.length } : node)), above];
    expect(() => buildRig({ ...scene, nodes })).toThrow(
      `the scale of node ${names.length} "Armature" must not be 0 along an axis`,
    );
  });

  test.each(names.filter((name) => !carrying.includes(name)))('opens where no joint hangs from it: %s', (name) => {
    for (const scale of FLAT) {
      const { skeleton, binding } = buildRig(scaled(name, scale));
      const { translations } = nodeTransforms(binding, forwardKinematics(skeleton, restPose(skeleton)));
      expect([...translations].filter((value) => !Number.isFinite(value))).toEqual([]);
    }
  });
});
