import { sampleAnimation } from '../../core/formats/gltf/animation-sampling.ts';
import type { FileAnimation } from '../../core/formats/gltf/gltf-animation.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import { glbOf, joinArrays } from '../core/formats/build-glb.ts';

/**
 * A GLB of a skeleton and some frames of its motion, as capture programs write takes: no skin, and at rest it stands as in its first frame. `rename` gives the
 * nodes other names.
 */
export function takeGlb(
  { nodes }: CharacterScene,
  animation: FileAnimation,
  { first, count, fps, rename = (name: string) => name }: Frames,
): Uint8Array {
  const scene = { nodes } as CharacterScene;
  const frames = Array.from({ length: count }, (_, i) => sampleAnimation(scene, animation, animation.start + (first + i) / fps));
  const times = Float32Array.from(frames, (_, i) => i / fps);
  const turned = new Set(animation.channels.map(({ node }) => node));
  const outputs = [...turned].flatMap((node) => [
    { node, path: 'rotation', type: 'VEC4', values: Float32Array.from(frames.flatMap((locals) => locals[node]!.rotation)) },
    { node, path: 'translation', type: 'VEC3', values: Float32Array.from(frames.flatMap((locals) => locals[node]!.translation)) },
  ]);
  const { bytes, offsets } = joinArrays(times, ...outputs.map(({ values }) => values));
  return glbOf(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: nodes.flatMap(({ parent }, i) => (parent < 0 ? [i] : [])) }],
      nodes: nodes.map(({ name }, i) => {
        const { translation, rotation, scale } = frames[0]![i]!;
        const children = nodes.flatMap(({ parent }, child) => (parent === i ? [child] : []));
        return { name: rename(name), translation, rotation, scale, ...(children.length > 0 && { children }) };
      }),
      animations: [
        {
          name: animation.name,
          samplers: outputs.map((_, i) => ({ input: 0, output: i + 1, interpolation: 'LINEAR' })),
          channels: outputs.map(({ node, path }, i) => ({ sampler: i, target: { node, path } })),
        },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count, type: 'SCALAR', min: [0], max: [times[count - 1]] },
        ...outputs.map(({ type }, i) => ({ bufferView: i + 1, componentType: 5126, count, type })),
      ],
      bufferViews: [times, ...outputs.map(({ values }) => values)].map(({ byteLength }, i) => ({
        buffer: 0,
        byteOffset: offsets[i],
        byteLength,
      })),
      buffers: [{ byteLength: bytes.byteLength }],
    },
    bytes,
  );
}

interface Frames {
  /** The first frame and how many there are, at `fps` a second. */
  readonly first: number;
  readonly count: number;
  readonly fps: number;
  readonly rename?: (name: string) => string;
}
