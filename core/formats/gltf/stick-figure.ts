import type { CharacterScene } from '../../skeleton/scene.ts';
import { BONE_MATERIAL, boneShape } from './bone-shapes.ts';
import { writeGlb } from './glb.ts';
import type { FileAnimation } from './gltf-animation.ts';
import { appendAnimation } from './gltf-patch.ts';
import { DRAWN_EXTRAS, GENERATOR, STICK_EXTRAS } from './stick-mark.ts';
import { encodeUtf8 } from '../text/utf8.ts';

/** A GLB with a bone drawn from each joint to its children: what a figure without a body looks like. */
export interface StickFigure {
  readonly bytes: Uint8Array;
  /** Nodes that have something to see. */
  readonly meshNodes: readonly number[];
}

/** Draws a scene that has no meshes; node indices stay the same. The animation, when there is one, is kept in the file. */
export function drawStickFigure(name: string, scene: CharacterScene, animation: FileAnimation | null): StickFigure {
  const children: number[][] = scene.nodes.map(() => []);
  const roots: number[] = [];
  scene.nodes.forEach(({ parent }, node) => (parent >= 0 ? children[parent]! : roots).push(node));
  const bodies = children.map((list) => boneShape(list.map((child) => scene.nodes[child]!.translation)));
  const meshNodes = [...bodies.keys()].filter((node) => bodies[node] !== null);
  const meshOf = new Map(meshNodes.map((node, mesh) => [node, mesh]));
  const data = meshNodes.map((node) => bodies[node]!);
  const binary = new Float32Array(data.reduce((sum, { values }) => sum + values.length, 0));
  const views: object[] = [];
  const accessors: object[] = [];
  let start = 0;
  for (const { values, count, min, max } of data) {
    binary.set(values, start);
    views.push({ buffer: 0, byteOffset: 4 * start, byteLength: 4 * values.length, byteStride: 24, target: 34962 });
    const shared = { bufferView: views.length - 1, componentType: 5126, count, type: 'VEC3' };
    accessors.push({ ...shared, min, max }, { ...shared, byteOffset: 12 });
    start += values.length;
  }
  const json = {
    asset: { version: '2.0', generator: GENERATOR, extras: DRAWN_EXTRAS },
    scene: 0,
    scenes: [{ name, nodes: roots }],
    nodes: scene.nodes.map(({ name: nodeName, translation, rotation }, node) => ({
      name: nodeName,
      translation,
      rotation,
      ...(children[node]!.length > 0 && { children: children[node] }),
      ...(bodies[node] && { mesh: meshOf.get(node) }),
    })),
    ...(meshNodes.length > 0 && {
      meshes: meshNodes.map((_, m) => ({
        primitives: [{ attributes: { POSITION: 2 * m, NORMAL: 2 * m + 1 }, material: 0, extras: STICK_EXTRAS }],
      })),
      materials: [BONE_MATERIAL],
      buffers: [{ byteLength: binary.byteLength }],
      bufferViews: views,
      accessors,
    }),
  };
  const text = encodeUtf8(JSON.stringify(json));
  const body = binary.byteLength > 0 ? new Uint8Array(binary.buffer) : null;
  const figure = writeGlb({ json: text, binary: body, unknown: [] });
  return { bytes: animation ? withMotion(figure, animation) : figure, meshNodes };
}

function withMotion(figure: Uint8Array, animation: FileAnimation): Uint8Array {
  const times = Float32Array.from(animation.channels[0]!.times);
  const channels = animation.channels.flatMap(({ node, path, values }) =>
    path === 'scale' ? [] : [{ node, path, values: Float32Array.from(values) }],
  );
  return appendAnimation(figure, { name: animation.name, times, channels });
}
