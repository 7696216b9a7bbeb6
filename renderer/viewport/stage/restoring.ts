import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import type { InternalTexture } from '@babylonjs/core/Materials/Textures/internalTexture.js';
import type { Scene } from '@babylonjs/core/scene.js';

/** Milliseconds after which nothing is waited for any longer: a texture that cannot be read any more never comes back. */
const LONGEST = 2000;

/** What of a scene is on the graphics card, after the graphics process was lost and another one has come. */
export interface Restoring {
  /** Whether a picture may be drawn: all that was there is there again, or was waited for long enough. Asking makes what is missing. */
  mayDraw(): boolean;
  /** Whether the picture that was drawn just now has all that was there: drawing itself may begin to make a texture anew. */
  isWhole(): boolean;
}

/**
 * Watches the graphics process of a scene. A picture of half of the scene takes as long as one of all, so none is made before shaders and textures are back: some are read
 * again meanwhile, and do not tell. `hasCome` is called when the other process is there.
 */
export function watchRestoring(
  scene: Pick<Scene, 'getEngine' | 'isReady'>,
  hasCome: () => void,
  now: () => number = () => performance.now(),
): Restoring {
  const engine: AbstractEngine = scene.getEngine();
  let lost: readonly InternalTexture[] = [];
  let restored: number | null = null;
  engine.onContextLostObservable.add(() => {
    lost = engine.getLoadedTexturesCache().filter(({ isReady }) => isReady);
  });
  engine.onContextRestoredObservable.add(() => {
    restored = now();
    hasCome();
  });
  const areTexturesBack = (): boolean => {
    const there = new Set(engine.getLoadedTexturesCache());
    return lost.every((texture) => texture.isReady || !there.has(texture));
  };
  return {
    mayDraw: () => restored === null || now() - restored > LONGEST || (scene.isReady() && areTexturesBack()),
    isWhole: () => {
      if (restored === null) return true;
      if (now() - restored <= LONGEST && !areTexturesBack()) return false;
      restored = null;
      lost = [];
      return true;
    },
  };
}
