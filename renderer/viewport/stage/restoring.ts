import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { InternalTextureSource } from '@babylonjs/core/Materials/Textures/internalTexture.js';

/** What is read again, and arrives later, when the graphics process was lost; all else is back at once. */
const READ_AGAIN: ReadonlySet<InternalTextureSource> = new Set([
  InternalTextureSource.Url,
  InternalTextureSource.Cube,
  InternalTextureSource.CubePrefiltered,
]);

/** Milliseconds of drawing after which nobody waits any longer: a texture whose file cannot be read any more never arrives. */
const LONGEST = 2000;

/** A step of the draw loop after the graphics process was lost: goes on until the last texture has arrived, and then a last picture is drawn. */
export function restoring(engine: Pick<AbstractEngine, 'getLoadedTexturesCache'>): (milliseconds: number) => boolean {
  let drawn = 0;
  return (milliseconds) => {
    drawn += milliseconds;
    const isAwaited = engine.getLoadedTexturesCache().some(({ isReady, source }) => !isReady && READ_AGAIN.has(source));
    return isAwaited && drawn < LONGEST;
  };
}
