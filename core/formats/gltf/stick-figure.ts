import { add, cross, length, normalize, perpendicular, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { writeGlb } from './glb.ts';
import type { FileAnimation } from './gltf-animation.ts';
import { appendAnimation } from './gltf-patch.ts';
import { STICK_EXTRAS } from './stick-mark.ts';
import { encodeUtf8 } from '../text/utf8.ts';

/** Half-width of a drawn bone as a share of its length, and where along it the bone is widest. */
const BONE_WIDTH = 0.09;
const BONE_WAIST = 0.18;

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
  const bodies = children.map((list) => list.flatMap((child) => boneTriangles(scene.nodes[child]!.translation)));
  const meshNodes = [...bodies.keys()].filter((node) => bodies[node]!.length > 0);
  const meshOf = new Map(meshNodes.map((node, mesh) => [node, mesh]));
  const data = meshNodes.map((node) => vertexData(bodies[node]!));
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
    asset: { version: '2.0', generator: 'Limber' },
    scene: 0,
    scenes: [{ name, nodes: roots }],
    nodes: scene.nodes.map(({ name: nodeName, translation, rotation }, node) => ({
      name: nodeName,
      translation,
      rotation,
      ...(children[node]!.length > 0 && { children: children[node] }),
      ...(bodies[node]!.length > 0 && { mesh: meshOf.get(node) }),
    })),
    ...(meshNodes.length > 0 && {
      meshes: meshNodes.map((_, m) => ({
        primitives: [{ attributes: { POSITION: 2 * m, NORMAL: 2 * m + 1 }, material: 0, extras: STICK_EXTRAS }],
      })),
      materials: [
        {
          name: 'bone',
          pbrMetallicRoughness: { baseColorFactor: [0.62, 0.66, 0.72, 1], metallicFactor: 0, roughnessFactor: 0.7 },
        },
      ],
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

/** The corners of a slim double pyramid from the joint to `end`, three a triangle, counter-clockwise seen from outside. */
function boneTriangles(end: Vec3): Vec3[] {
  const size = length(end);
  if (!(size > 1e-6)) return [];
  const along = normalize(end);
  const side = scale(perpendicular(along), BONE_WIDTH * size);
  const other = cross(along, side);
  const middle = scale(end, BONE_WAIST);
  const ring = [side, other, scale(side, -1), scale(other, -1)].map((corner) => add(middle, corner));
  return ring.flatMap((corner, i) => {
    const next = ring[(i + 1) % 4]!;
    return [[0, 0, 0] as const, next, corner, end, corner, next];
  });
}

function vertexData(corners: readonly Vec3[]): { values: Float32Array; count: number; min: number[]; max: number[] } {
  const values = new Float32Array(6 * corners.length);
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [corners[t]!, corners[t + 1]!, corners[t + 2]!];
    const normal = normalize(cross(subtract(b, a), subtract(c, a)), [0, 1, 0]);
    [a, b, c].forEach((corner, i) => values.set([...corner, ...normal], 6 * (t + i)));
  }
  const along = (axis: number) => Array.from({ length: corners.length }, (_, i) => values[6 * i + axis]!);
  const axes = [0, 1, 2].map(along);
  return {
    values,
    count: corners.length,
    min: axes.map((list) => list.reduce((a, b) => Math.min(a, b))),
    max: axes.map((list) => list.reduce((a, b) => Math.max(a, b))),
  };
}
