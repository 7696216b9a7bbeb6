import { ATTRIBUTE_ID, MODEL_ID } from './fbx-document.ts';
import type { FbxRecord, FbxValue } from './fbx-records.ts';

/** Triangles in the space of their node, each corner with its normal; lengths in centimetres. */
export interface FbxTriangles {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
}

/** The records of `fbxDocument` with meshes instead of the last joints. */
export function withMeshes(records: readonly FbxRecord[], meshes: readonly FbxTriangles[]): FbxRecord[] {
  const joints = records.flatMap(({ children }) => children.filter(({ name }) => name === 'Model')).length;
  const first = joints - meshes.length;
  const changed = (each: FbxRecord): FbxRecord => {
    const [id, ...others] = each.values;
    const number = typeof id?.value === 'number' ? id.value : 0;
    if (each.name === 'NodeAttribute' && number >= ATTRIBUTE_ID + first)
      return geometry(number, meshes[number - ATTRIBUTE_ID - first]!);
    if (each.name !== 'Model' || number < MODEL_ID + first) return each;
    return { ...each, values: [id!, others[0]!, { type: 'S', value: 'Mesh' }] };
  };
  return records.map((each) => (each.name === 'Objects' ? { ...each, children: each.children.map(changed) } : each));
}

/** A mesh of triangles with the normal of every corner. */
function geometry(id: number, { positions, normals, indices }: FbxTriangles): FbxRecord {
  const record = (name: string, value: FbxValue, children: readonly FbxRecord[] = []): FbxRecord => ({
    name,
    values: [value],
    children,
  });
  const numbers = (name: string, value: Float64Array) => record(name, { type: 'd', value });
  const whole = (name: string, value: number) => record(name, { type: 'I', value });
  const text = (name: string, value: string) => record(name, { type: 'S', value });
  return {
    name: 'Geometry',
    values: [
      { type: 'L', value: id },
      { type: 'S', value: '\0\x01Geometry' },
      { type: 'S', value: 'Mesh' },
    ],
    children: [
      whole('GeometryVersion', 124),
      numbers('Vertices', Float64Array.from(positions)),
      // The last corner of each face has its bits reversed.
      record('PolygonVertexIndex', { type: 'i', value: Int32Array.from(indices, (index, i) => (i % 3 === 2 ? ~index : index)) }),
      record('LayerElementNormal', { type: 'I', value: 0 }, [
        whole('Version', 101),
        text('Name', ''),
        text('MappingInformationType', 'ByPolygonVertex'),
        text('ReferenceInformationType', 'Direct'),
        numbers(
          'Normals',
          Float64Array.from({ length: 3 * indices.length }, (_, i) => normals[3 * indices[(i / 3) | 0]! + (i % 3)]!),
        ),
      ]),
      record('Layer', { type: 'I', value: 0 }, [
        whole('Version', 100),
        {
          name: 'LayerElement',
          values: [],
          children: [text('Type', 'LayerElementNormal'), whole('TypedIndex', 0)],
        },
      ]),
    ],
  };
}
