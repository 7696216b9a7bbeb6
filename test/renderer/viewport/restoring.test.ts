import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { InternalTextureSource } from '@babylonjs/core/Materials/Textures/internalTexture.js';
import { expect, test } from 'vitest';
import { createDrawLoop } from '../../../renderer/viewport/stage/draw-loop.ts';
import { restoring } from '../../../renderer/viewport/stage/restoring.ts';

/** An engine whose frames are called by hand, with the textures that it has. */
function fakeEngine(textures: { isReady: boolean; source: InternalTextureSource }[]) {
  let frame: () => void = () => undefined;
  const engine = {
    getDeltaTime: () => 500,
    runRenderLoop: (each: () => void) => (frame = each),
    stopRenderLoop: () => undefined,
    getLoadedTexturesCache: () => textures,
  } as unknown as AbstractEngine;
  let pictures = 0;
  const loop = createDrawLoop(engine, () => {
    pictures++;
    return true;
  });
  return {
    loop,
    engine,
    frames(count: number): number {
      pictures = 0;
      for (let i = 0; i < count; i++) frame();
      return pictures;
    },
  };
}

test('after the graphics process was lost it is drawn until the textures are back, and once more with them', () => {
  const file = { isReady: false, source: InternalTextureSource.Url };
  const { loop, engine, frames } = fakeEngine([
    file,
    // Whoever draws it does that with the next picture: nothing is waited for.
    { isReady: false, source: InternalTextureSource.Dynamic },
  ]);
  frames(1);
  loop.animate(restoring(engine));
  expect(frames(3)).toBe(3);
  file.isReady = true;
  expect(frames(3)).toBe(1);
});

test('a texture that never comes back is not waited for without end', () => {
  const { loop, engine, frames } = fakeEngine([{ isReady: false, source: InternalTextureSource.Url }]);
  frames(1);
  loop.animate(restoring(engine));
  expect(frames(1000)).toBe(40);
});
