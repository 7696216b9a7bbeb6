import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCharacterFile } from '../../../../core/formats/open-character.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { scale } from '../../../../core/math/vec3.ts';
import type { CharacterScene, MeshExtent, SceneNode } from '../../../../core/skeleton/scene.ts';
import { sceneTransforms } from '../../../../core/humanoid/body/scene-transforms.ts';
import { sceneOf, type FigureJoint } from '../../../helpers/figure.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { runner } from '../../../helpers/two-legged-animals.ts';
import { OWN_FIGURE, trueBones, TRUTHS } from '../truth.ts';

/** Their joint “head” draws the jaw alone and the end of it the skull, so that nothing tells it from an upper joint of a long neck. */
const ENDS_DRAW_SKULLS = new Set(['rigs/unreal-names-male.glb', 'rigs/rigify-names-mannequin.glb']);

const bodies = Object.keys(TRUTHS).flatMap((file) => {
  const path = file === OWN_FIGURE ? MANNEQUIN : sharedData(file);
  const truth = trueBones(file);
  if (path === null || !truth.has('neck') || !truth.has('head')) return [];
  const { scene } = openCharacterFile(basename(path), new Uint8Array(readFileSync(path)));
  const at = (bone: 'neck' | 'head') => scene.nodes.findIndex(({ name }) => name === truth.get(bone));
  return [{ file, scene, neck: at('neck'), head: at('head') }];
});

/** The scene without names and with one more joint, of the skin too. */
function withJoint(scene: CharacterScene, joint: SceneNode): CharacterScene {
  const added = scene.nodes.length;
  const joints = scene.skinJoints.length > 0 ? scene.skinJoints : Object.values(scene.declaredBones);
  return {
    ...scene,
    declaredBones: {},
    nodes: [...scene.nodes, joint].map((node, i) => ({ ...node, name: `n${i}` })),
    skinJoints: joints.length > 0 ? [...joints, added] : [],
  };
}

/** The scene with a joint half way between the head and what it hangs from, which draws what is drawn there. */
function withLongNeck(scene: CharacterScene, head: number): CharacterScene {
  const { parent, translation } = scene.nodes[head]!;
  const added = scene.nodes.length;
  const longer = withJoint(scene, {
    ...scene.nodes[head]!,
    parent,
    translation: scale(translation, 0.5),
    rotation: [0, 0, 0, 1],
  });
  const nodes = longer.nodes.map((node, i) =>
    i === head ? { ...node, parent: added, translation: scale(translation, 0.5) } : node,
  );
  const { positions } = sceneTransforms({ ...longer, nodes });
  const middle = positions[added]![1];
  const part = (extent: MeshExtent, node: number, from: number, to: number): MeshExtent[] => {
    const [lowest, highest] = [Math.max(extent.lowest, from), Math.min(extent.highest, to)];
    const points = extent.points.filter((_, i) => {
      const height = extent.points[i - (i % 3) + 1]!;
      return height >= from && height < to;
    });
    return points.length > 0 ? [{ node, lowest, highest, points }] : [];
  };
  const meshExtents = scene.meshExtents.flatMap((extent) =>
    extent.node === parent ? [...part(extent, parent, -Infinity, middle), ...part(extent, added, middle, Infinity)] : [extent],
  );
  return { ...longer, nodes, meshExtents, ...(scene.turningNodes && { turningNodes: [...scene.turningNodes, added] }) };
}

/** The scene with a joint above the head, as long above it as the neck is, that draws and turns nothing. */
function withTop(scene: CharacterScene, head: number): CharacterScene {
  const { translation } = scene.nodes[head]!;
  return withJoint(scene, { name: '', parent: head, translation, rotation: [0, 0, 0, 1], scale: [1, 1, 1] });
}

describe.each(bodies)('$file without names', ({ file, scene, neck, head }) => {
  const found = (each: CharacterScene) => {
    const { humanoid, binding } = buildRig(each);
    return { neck: binding.nodes[humanoid.neck!], head: binding.nodes[humanoid.head!] };
  };

  it.skipIf(ENDS_DRAW_SKULLS.has(file))('has its head where one more joint is in the neck', () => {
    expect(found(withLongNeck(scene, head))).toEqual({ neck, head });
  });

  it('has its head where a joint marks the top of it', () => {
    expect(found(withTop(scene, head))).toEqual({ neck, head });
  });

  it.skipIf(ENDS_DRAW_SKULLS.has(file))('has its head where both are', () => {
    const longer = withLongNeck(scene, head);
    expect(found(withTop(longer, head))).toEqual({ neck, head });
  });
});

it('ends at the head of a bird, whose beak is all that hangs from it', () => {
  const named = runner('named');
  const without = (joints: readonly FigureJoint[]) => joints.filter((_, i) => named[i]!.name !== 'crest');
  const { skeleton, humanoid } = buildRig(sceneOf(without(runner('numbered'))));
  const found = without(runner('numbered')).findIndex(({ name }) => name === skeleton.names[humanoid.head!]);
  expect(without(named)[found]!.name).toBe('head');
});
