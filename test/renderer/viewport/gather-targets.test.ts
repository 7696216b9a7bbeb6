import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { afterAll, expect, test } from 'vitest';
import { readCharacter } from '../../../core/formats/read-character.ts';
import { loadCharacter } from '../../../renderer/viewport/character/character-view.ts';
import { createScene } from '../../../renderer/viewport/stage/engine.ts';
import { largeCharacter } from '../../helpers/large-character.ts';
import { few } from '../../helpers/extent.ts';

const engine = new NullEngine();
afterAll(() => engine.dispose());

/** Where the corners of a mesh's triangles stand in the world, with its targets and its joints, three numbers each. */
function cornersOf(mesh: AbstractMesh): number[] {
  const place = mesh.computeWorldMatrix(true);
  mesh.skeleton?.prepare(true);
  const positions = mesh.getPositionData(true, true)!;
  return [...mesh.getIndices()!].flatMap((vertex) =>
    Vector3.TransformCoordinates(Vector3.FromArray(positions, 3 * vertex), place).asArray(),
  );
}

test.each(few([4, 8] as const, 1))(
  'a mesh of many vertices and targets is drawn in parts, with the same triangles (%s influences)',
  async (influences) => {
    const bytes = largeCharacter({ joints: 60, vertices: 300, influences, morphs: 30 });
    const { expressions } = readCharacter('made.glb', bytes).scene;
    const scene = createScene(engine);
    const weights = Float64Array.from({ length: 30 }, (_, t) => (t % 3) / 2);

    const whole = await LoadAssetContainerAsync(bytes, scene, { pluginExtension: '.glb' });
    const expected = whole.meshes.filter((mesh) => mesh.getTotalVertices() > 0);
    for (const { morphTargetManager } of expected)
      weights.forEach((weight, t) => (morphTargetManager!.getTarget(t).influence = weight));

    const view = await loadCharacter(scene, bytes);
    view.morph(expressions!.meshes, [weights]);
    const [drawn, corners] = [view.meshes.flatMap(cornersOf), expected.flatMap(cornersOf)];
    expect(expected.length).toBe(1);
    expect(view.meshes.length).toBeGreaterThan(2);
    expect(Math.max(...view.meshes.map((mesh) => 30 * mesh.getTotalVertices()))).toBeLessThanOrEqual(250_000);
    expect(drawn.length).toBe(corners.length);
    expect(drawn.findIndex((value, i) => Math.abs(value - corners[i]!) > 1e-6)).toBe(-1);
    expect(
      view.meshes.every((mesh) => mesh.numBoneInfluencers === influences && mesh.material === view.meshes[0]!.material),
    ).toBe(true);
    view.setVisible(true, new Set([expressions!.meshes[0]!.node]));
    expect(view.meshes.some(({ isVisible }) => isVisible)).toBe(false);
    view.dispose();
    whole.dispose();
    expect([scene.meshes.length, scene.geometries.length, scene.morphTargetManagers.length]).toEqual([0, 0, 0]);
    scene.dispose();
  },
);
