import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { Observable } from '@babylonjs/core/Misc/observable.js';
import { expect, test } from 'vitest';
import { createDrawLoop } from '../../../renderer/viewport/stage/draw-loop.ts';
import { drawUntilRestored } from '../../../renderer/viewport/stage/restoring.ts';

/** An engine whose frames are called by hand, with the textures that it has; `onPicture` hears of each picture. */
function fakeEngine(textures: { isReady: boolean }[], onPicture: () => void = () => undefined) {
  let frame: () => void = () => undefined;
  const engine = {
    getDeltaTime: () => 500,
    runRenderLoop: (each: () => void) => (frame = each),
    stopRenderLoop: () => undefined,
    getLoadedTexturesCache: () => textures,
    onContextLostObservable: new Observable(),
    onContextRestoredObservable: new Observable(),
  } as unknown as AbstractEngine;
  let pictures = 0;
  const loop = createDrawLoop(
    engine,
    () => {
      pictures++;
      onPicture();
      return true;
    },
    () => undefined,
  );
  drawUntilRestored(engine, loop.animate);
  frame();
  return {
    /** The graphics process is lost with all textures, and another one comes. */
    lose(): void {
      engine.onContextLostObservable.notifyObservers(engine);
      for (const texture of textures) texture.isReady = false;
      engine.onContextRestoredObservable.notifyObservers(engine);
    },
    /** How many pictures are drawn in so many frames. */
    frames(count: number): number {
      pictures = 0;
      for (let i = 0; i < count; i++) frame();
      return pictures;
    },
  };
}

test('after the graphics process was lost it is drawn until the textures are back, and then no more', () => {
  const file = { isReady: true };
  const { lose, frames } = fakeEngine([file, { isReady: false }]);
  expect(frames(3)).toBe(0);
  lose();
  expect(frames(5)).toBe(5);
  file.isReady = true;
  expect(frames(9)).toBe(2);
});

test('a texture that the first picture with all others begins to make is waited for too', () => {
  const [file, made] = [{ isReady: true }, { isReady: true }];
  let begins = false;
  const { lose, frames } = fakeEngine([file, made], () => {
    if (begins) made.isReady = false;
    begins = false;
  });
  lose();
  file.isReady = true;
  made.isReady = true;
  begins = true;
  expect(frames(4)).toBe(4);
  made.isReady = true;
  expect(frames(9)).toBe(2);
});

test('a texture that never comes back is not waited for without end', () => {
  const { lose, frames } = fakeEngine([{ isReady: true }]);
  lose();
  expect(frames(1000)).toBe(40);
});
