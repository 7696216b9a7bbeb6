import { expect, it } from 'vitest';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readTurningNodes } from '../../../../core/formats/gltf/gltf-scene.ts';
import { glbOf, joinArrays } from '../build-glb.ts';

const still = [0, 0, 0, 1];
const turned = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
const none = [0, 0, 0, 0];
/** A cubic spline of two keys: in-tangent, value and out-tangent of each. */
const spline = (first: readonly number[], second: readonly number[]) => [none, first, none, none, second, none].flat();

/** A file with one animation for each list of values, which turns the node of the list's place. */
function fileWith(samplers: readonly { readonly values: readonly number[]; readonly interpolation?: string }[]): Uint8Array {
  const arrays = [new Float32Array([0, 1]), ...samplers.map(({ values }) => new Float32Array(values))];
  const { bytes, offsets } = joinArrays(...arrays);
  const type = (i: number) => (i === 0 ? 'SCALAR' : 'VEC4');
  return glbOf(
    {
      asset: { version: '2.0' },
      nodes: samplers.map((_, i) => ({ name: `node ${i}` })),
      buffers: [{ byteLength: bytes.length }],
      bufferViews: arrays.map(({ byteLength }, i) => ({ buffer: 0, byteOffset: offsets[i], byteLength })),
      accessors: arrays.map(({ length }, i) => ({
        bufferView: i,
        componentType: 5126,
        count: i === 0 ? length : length / 4,
        type: type(i),
      })),
      animations: samplers.map(({ interpolation }, i) => ({
        channels: [{ sampler: 0, target: { node: i, path: 'rotation' } }],
        samplers: [{ input: 0, output: i + 1, ...(interpolation !== undefined && { interpolation }) }],
      })),
    },
    bytes,
  );
}

it('lists the nodes that some animation turns, and not those that it holds still', () => {
  const asset = readGltf(
    fileWith([
      { values: [...still, ...still] },
      { values: [...still, ...turned] },
      { values: spline(still, still), interpolation: 'CUBICSPLINE' },
      { values: spline(still, turned), interpolation: 'CUBICSPLINE' },
    ]),
  );
  expect(readTurningNodes(asset)).toEqual([1, 3]);
});

it('says nothing of a file without animations', () => {
  expect(readTurningNodes(readGltf(glbOf({ asset: { version: '2.0' }, nodes: [{}] })))).toBeNull();
});
