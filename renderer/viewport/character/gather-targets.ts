import type { AssetContainer } from '@babylonjs/core/assetContainer.js';
import { Material } from '@babylonjs/core/Materials/material.js';
import { Quaternion } from '@babylonjs/core/Maths/math.vector.js';
import { Geometry } from '@babylonjs/core/Meshes/geometry.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { MorphTarget } from '@babylonjs/core/Morph/morphTarget.js';
import { MorphTargetManager } from '@babylonjs/core/Morph/morphTargetManager.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { FloatArray, Nullable } from '@babylonjs/core/types.js';
import { nextTurn } from '../../next-turn.ts';
import { ofVertices, partsOfTriangles } from '../../tools/geometry/triangle-parts.ts';

/** Vertices times targets of one mesh, at most. A texture of so many is filled and uploaded in some 40 ms where there is no graphics card. */
const MOST = 250_000;

/**
 * Gathers the morph targets of each mesh of `container`, which is in its scene, in a texture, each in a turn of its own. Babylon fills and uploads such a texture at
 * once, which holds the window up where it is large: a mesh of many vertices and targets is divided first, into itself and meshes below it.
 */
export async function gatherTargets(container: AssetContainer): Promise<void> {
  const morphed = container.meshes.filter(({ morphTargetManager }) => morphTargetManager);
  for (const mesh of morphed) {
    await nextTurn();
    const targets = mesh.morphTargetManager!;
    if (mesh instanceof Mesh && isTooLarge(mesh, targets)) await divide(container, mesh, targets);
    else targets.areUpdatesFrozen = false;
  }
}

function isTooLarge(mesh: Mesh, { numTargets }: MorphTargetManager): boolean {
  const isOfTriangles = !mesh.material || mesh.material.fillMode === Material.TriangleFillMode;
  return isOfTriangles && mesh.getTotalIndices() > 0 && mesh.getTotalVertices() * numTargets > MOST;
}

async function divide(container: AssetContainer, mesh: Mesh, whole: MorphTargetManager): Promise<void> {
  const lists = mesh.getVerticesDataKinds().map((kind) => {
    const size = mesh.getVertexBuffer(kind)!.getSize();
    return { kind, size, data: mesh.getVerticesData(kind)! };
  });
  const parts = partsOfTriangles(mesh.getIndices()!, mesh.getTotalVertices(), Math.floor(MOST / whole.numTargets));
  const { geometry } = mesh;
  mesh.morphTargetManager = null;
  for (const [p, { vertices, indices }] of parts.entries()) {
    await nextTurn();
    const own = new Geometry(Geometry.RandomId(), mesh.getScene());
    own.setIndices(indices, vertices.length);
    for (const { kind, size, data } of lists) own.setVerticesData(kind, ofVertices(data, size, vertices), false, size);
    const part = p === 0 ? mesh : meshBelow(mesh);
    own.applyToMesh(part);
    const targets = targetsOf(whole, vertices, mesh.getScene());
    part.morphTargetManager = targets;
    await nextTurn();
    targets.areUpdatesFrozen = false;
    container.morphTargetManagers.push(targets);
    if (part !== mesh) container.meshes.push(part);
  }
  geometry?.dispose();
  whole.dispose();
}

/** A mesh that is drawn as `mesh` is, where it is, and has no targets yet. */
function meshBelow(mesh: Mesh): Mesh {
  const below = mesh.clone(mesh.name, mesh, true);
  below.morphTargetManager = null;
  below.position.setAll(0);
  below.rotationQuaternion = Quaternion.Identity();
  below.scaling.setAll(1);
  return below;
}

/** The targets of `whole` for these of its vertices; they are not gathered yet. */
function targetsOf(whole: MorphTargetManager, vertices: Uint32Array, scene: Scene): MorphTargetManager {
  const targets = new MorphTargetManager(scene);
  targets.areUpdatesFrozen = true;
  const own = (list: Nullable<FloatArray>, size: number): Nullable<FloatArray> => list && ofVertices(list, size, vertices);
  for (let t = 0; t < whole.numTargets; t++) {
    const target = whole.getTarget(t);
    const part = new MorphTarget(target.name, target.influence);
    part.setPositions(own(target.getPositions(), 3));
    part.setNormals(own(target.getNormals(), 3));
    part.setTangents(own(target.getTangents(), 3));
    part.setUVs(own(target.getUVs(), 2));
    part.setUV2s(own(target.getUV2s(), 2));
    part.setColors(own(target.getColors(), 4));
    targets.addTarget(part);
  }
  targets.numMaxInfluencers = whole.numMaxInfluencers;
  return targets;
}
