import type { CharacterScene } from '../../skeleton/scene.ts';
import { createAccessorReader } from './gltf-accessors.ts';
import type { GltfAsset } from './gltf-asset.ts';
import { decomposeMatrix, invertAffine, isMirroring, multiplyMatrices, type Matrix, type Transform } from './matrix.ts';
import { worldMatrices } from './scene-worlds.ts';
import { isCarrier } from './stick-mark.ts';
import { hypot } from '../../math/elementary.ts';

/** Difference in a world matrix, in shares of the skeleton's extent and in rotation, up to which joints stand where they were bound. */
const SAME = 1e-3;

/**
 * The local transforms of all nodes in the pose in which the first skin with bind matrices was bound; nodes that are no joints of it keep theirs.
 * Null when there is none, when it cannot be read, or when it is the pose in which the nodes stand anyway.
 */
export function readBindPose(asset: GltfAsset, nodes: CharacterScene['nodes']): readonly Transform[] | null {
  const skins = asset.document.skins ?? [];
  const skin = skins
    .filter((each) => typeof each['inverseBindMatrices'] === 'number')
    .reduce<(typeof skins)[number] | null>((best, each) => (each.joints.length > (best?.joints.length ?? 0) ? each : best), null);
  if (!skin) return null;
  const inverses = readInverses(asset, skin['inverseBindMatrices'] as number, skin.joints.length);
  if (!inverses) return null;
  const rest = worldMatrices({ nodes });
  const carrier = rest[asset.document.nodes!.findIndex(isCarrier)];
  const bound = new Map(
    withRestsMirror(
      skin.joints.map((node, i) => [node, carrier ? multiplyMatrices(carrier, inverses[i]!) : inverses[i]!]),
      rest,
    ),
  );
  const extent = Math.max(1e-9, ...[...bound.keys()].map((node) => hypot(rest[node]![12]!, rest[node]![13]!, rest[node]![14])));
  const isSame = [...bound].every(([node, matrix]) =>
    matrix.every((value, i) => Math.abs(value - rest[node]![i]!) <= SAME * (i >= 12 ? extent : Math.max(1, Math.abs(value)))),
  );
  if (isSame) return null;
  return nodes.map((node, i) => {
    const world = bound.get(i);
    if (!world) return node;
    const above = node.parent < 0 ? null : (bound.get(node.parent) ?? rest[node.parent]!);
    const inverse = above && invertAffine(above);
    if (above && !inverse) return node;
    return mirroredAs(node.scale, inverse ? multiplyMatrices(inverse, world) : world);
  });
}

/** A matrix split so that its scale mirrors across the axes across which a node's own scale does. */
function mirroredAs(own: Transform['scale'], matrix: Matrix): Transform {
  const signs = own.map((value) => (value < 0 ? -1 : 1)) as [number, number, number];
  const [x, y, z] = signs;
  if (x * y * z < 0 !== isMirroring(matrix)) return decomposeMatrix(matrix);
  const { translation, rotation, scale } = decomposeMatrix(
    multiplyMatrices(matrix, [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1]),
  );
  return { translation, rotation, scale: [x * scale[0], y * scale[1], z * scale[2]] };
}

const MIRROR: Matrix = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * The bound joints seen in the mirror, where all of them are mirrored as they rest and were not as they were bound, or the other way round: what the skeleton hangs
 * on now is no part of how it was bound.
 */
function withRestsMirror(
  bound: readonly (readonly [number, Matrix])[],
  rest: readonly Matrix[],
): readonly (readonly [number, Matrix])[] {
  const isOther = bound.every(([node, matrix]) => isMirroring(matrix) !== isMirroring(rest[node]!));
  return isOther ? bound.map(([node, matrix]) => [node, multiplyMatrices(MIRROR, matrix)]) : bound;
}

/** The joints' world matrices when the skin was bound; null when they cannot be read or turned round. */
function readInverses(asset: GltfAsset, accessor: number, count: number): Matrix[] | null {
  try {
    const { values } = createAccessorReader(asset)(accessor);
    const matrices = Array.from({ length: count }, (_, i) => invertAffine(values.subarray(16 * i, 16 * i + 16) as Float64Array));
    return matrices.every((matrix) => matrix?.every(Number.isFinite)) ? (matrices as Matrix[]) : null;
  } catch {
    return null;
  }
}
