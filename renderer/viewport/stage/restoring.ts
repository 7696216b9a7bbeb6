import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import type { InternalTexture } from '@babylonjs/core/Materials/Textures/internalTexture.js';

/** Milliseconds of drawing after which nobody waits any longer: a texture that cannot be read any more never comes back. */
const LONGEST = 2000;

type Textures = Pick<AbstractEngine, 'getLoadedTexturesCache' | 'onContextLostObservable' | 'onContextRestoredObservable'>;

/**
 * Draws on after the graphics process was lost and another one has come, until all textures that were there are back: some are read or made
 * again meanwhile, and do not tell. Drawing itself may begin to make one, so that they must be there before and after a picture.
 */
export function drawUntilRestored(engine: Textures, animate: (step: (milliseconds: number) => boolean) => void): void {
  let lost: readonly InternalTexture[] = [];
  engine.onContextLostObservable.add(() => {
    lost = engine.getLoadedTexturesCache().filter(({ isReady }) => isReady);
  });
  engine.onContextRestoredObservable.add(() => {
    let drawn = 0;
    let wasWhole = false;
    animate((milliseconds) => {
      drawn += milliseconds;
      const there = new Set(engine.getLoadedTexturesCache());
      const isWhole = lost.every((texture) => texture.isReady || !there.has(texture));
      const isDone = isWhole && wasWhole;
      wasWhole = isWhole;
      return !isDone && drawn < LONGEST;
    });
  });
}
