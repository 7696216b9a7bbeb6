import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';

/** Milliseconds of a turn that shaders are made in; one that takes longer is not broken off. */
const TURN = 12;

/** Makes the shaders of a scene a few at a time, so that a character with many materials does not keep the window from answering. */
export interface Shaders {
  /** Makes shaders of meshes that were not on the scene before; false while more are to be made. Nothing is drawn before: drawing would make all of them at once. */
  prepare(): boolean;
}

export function createShaders(scene: Scene): Shaders {
  const asked = new WeakSet<AbstractMesh>();
  return {
    prepare: () => {
      let begun: number | null = null;
      for (const mesh of scene.meshes) {
        if (asked.has(mesh)) continue;
        if (begun === null) begun = performance.now();
        else if (performance.now() - begun > TURN) return false;
        // A mesh makes its shaders when it is asked whether it is ready.
        if (mesh.subMeshes !== undefined) mesh.isReady(true);
        asked.add(mesh);
      }
      return true;
    },
  };
}
