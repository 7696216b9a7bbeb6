import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { Observable } from '@babylonjs/core/Misc/observable.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { expect, test } from 'vitest';
import { createDrawLoop } from '../../../renderer/viewport/stage/draw-loop.ts';
import { watchRestoring } from '../../../renderer/viewport/stage/restoring.ts';

/** A scene whose frames are called by hand, half a second each, with the textures that it has; `onPicture` hears of each picture. */
function fakeScene(textures: { isReady: boolean }[], onPicture: () => void = () => undefined) {
  let frame: () => void = () => undefined;
  let [pictures, time] = [0, 0];
  const engine = {
    getDeltaTime: () => 500,
    runRenderLoop: (each: () => void) => (frame = each),
    stopRenderLoop: () => undefined,
    getLoadedTexturesCache: () => textures,
    onContextLostObservable: new Observable(),
    onContextRestoredObservable: new Observable(),
  } as unknown as AbstractEngine;
  const shaders = { areReady: true };
  const scene = { getEngine: () => engine, isReady: () => shaders.areReady } as unknown as Scene;
  const restoring = watchRestoring(
    scene,
    () => loop.invalidate(),
    () => time,
  );
  const draw = () => {
    if (!restoring.mayDraw()) return false;
    pictures++;
    onPicture();
    return restoring.isWhole();
  };
  const loop = createDrawLoop(engine, draw, () => undefined);
  frame();
  return {
    shaders,
    /** The graphics process is lost with all textures, and another one comes. */
    lose(): void {
      engine.onContextLostObservable.notifyObservers(engine);
      for (const texture of textures) texture.isReady = false;
      engine.onContextRestoredObservable.notifyObservers(engine);
    },
    /** How many pictures are drawn in so many frames. */
    frames(count: number): number {
      pictures = 0;
      for (let i = 0; i < count; i++, time += 500) frame();
      return pictures;
    },
  };
}

test('after the graphics process was lost one picture is drawn, when the textures that were there are back', () => {
  const file = { isReady: true };
  const { lose, frames } = fakeScene([file, { isReady: false }]);
  expect(frames(3)).toBe(0);
  lose();
  expect(frames(2)).toBe(0);
  file.isReady = true;
  expect(frames(9)).toBe(1);
});

test('shaders are waited for too', () => {
  const { lose, frames, shaders } = fakeScene([]);
  shaders.areReady = false;
  lose();
  expect(frames(2)).toBe(0);
  shaders.areReady = true;
  expect(frames(9)).toBe(1);
});

test('where the first picture begins to make a texture anew, another one follows when that is there', () => {
  const [file, made] = [{ isReady: true }, { isReady: true }];
  let begins = false;
  const { lose, frames } = fakeScene([file, made], () => {
    if (begins) made.isReady = false;
    begins = false;
  });
  lose();
  file.isReady = true;
  made.isReady = true;
  begins = true;
  expect(frames(3)).toBe(1);
  made.isReady = true;
  expect(frames(9)).toBe(1);
});

test('a texture that never comes back is not waited for without end, and one that went is not waited for at all', () => {
  const textures = [{ isReady: true }];
  const { lose, frames } = fakeScene(textures);
  lose();
  expect(frames(5)).toBe(0);
  expect(frames(1000)).toBe(1);
  textures[0]!.isReady = true;
  lose();
  textures.pop();
  expect(frames(9)).toBe(1);
});
