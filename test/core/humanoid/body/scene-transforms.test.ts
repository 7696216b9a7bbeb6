import { describe, expect, it } from 'vitest';
import { sceneTransforms } from '../../../../core/humanoid/body/scene-transforms.ts';
import type { CharacterScene, SceneNode } from '../../../../core/skeleton/scene.ts';

const half = Math.SQRT1_2;

function scene(...nodes: Partial<SceneNode>[]): CharacterScene {
  const plain = { name: '', parent: -1, translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] } as const;
  return {
    nodes: nodes.map((node) => ({ ...plain, ...node })),
    skinJoints: [],
    meshNodes: [],
    meshExtents: [],
    declaredBones: {},
  };
}

describe('the world transforms of nodes', () => {
  it('follow parents that come later in the list, their turns and scales', () => {
    const { positions, scales, order } = sceneTransforms(
      scene(
        { parent: 1, translation: [1, 0, 0] },
        { translation: [0, 2, 0], rotation: [0, 0, half, half], scale: [100, 100, 100] },
      ),
    );
    expect(order).toEqual([1, 0]);
    expect(positions[0]![0]).toBeCloseTo(0, 9);
    expect(positions[0]![1]).toBeCloseTo(102, 9);
    expect(scales).toEqual([
      [100, 100, 100],
      [100, 100, 100],
    ]);
  });

  it('take float noise in scales without a word and tell of real unevenness and nothingness', () => {
    expect(sceneTransforms(scene({ scale: [1, 1.00001, 0.99999] })).warnings).toEqual([]);
    expect(sceneTransforms(scene({ scale: [1, 2, 1] })).warnings.join()).toMatch(/1 node is scaled unevenly/);
    expect(sceneTransforms(scene({ scale: [-1, -1, -1] })).warnings).toEqual([]);
    expect(sceneTransforms(scene({ scale: [0, 0, 0] })).warnings.join()).toMatch(/scaled to nothing/);
  });

  it('survive a chain of 100,000 nodes', () => {
    const chain = Array.from({ length: 100_000 }, (_, i) => ({ parent: i - 1, translation: [0, 1e-3, 0] as const }));
    expect(sceneTransforms(scene(...chain)).positions.at(-1)![1]).toBeCloseTo(100, 6);
  });
});
