import { Engine } from '@babylonjs/core/Engines/engine.js';
import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { Scene } from '@babylonjs/core/scene.js';
import { USE_RIGHT_HANDED_SYSTEM } from '../babylon-space.ts';

/** A WebGL 2 engine with antialiasing on `canvas`. Throws an `Error` with one sentence where there is no WebGL 2. */
export function createEngine(canvas: HTMLCanvasElement): Engine {
  const engine = startEngine(canvas);
  if (engine.webGLVersion < 2) {
    engine.dispose();
    throw new Error('The viewport needs WebGL 2, and this graphics driver offers only WebGL 1.');
  }
  // Babylon's own default of 1 puts a positive tabindex on the canvas, which breaks the keyboard order of the window.
  engine.canvasTabIndex = 0;
  return engine;
}

function startEngine(canvas: HTMLCanvasElement, alpha = false): Engine {
  const options = { antialias: true, alpha, stencil: false, audioEngine: false };
  try {
    const engine = new Engine(canvas, true, options, !alpha);
    // Pictures are decoded on other threads: an image element's would be decoded by the window, while nobody can do anything.
    Object.assign(engine._features, { forceBitmapOverHTMLImageElement: true, needsInvertingBitmap: true });
    return engine;
  } catch (cause) {
    throw new Error('The viewport needs WebGL 2, which is switched off or missing here.', { cause });
  }
}

/** An engine whose pictures can be seen through, for drawing beside the window. Throws as {@link createEngine} does. */
export function createPictureEngine(canvas: HTMLCanvasElement): Engine {
  const engine = startEngine(canvas, true);
  if (engine.webGLVersion < 2) {
    engine.dispose();
    throw new Error('Pictures need WebGL 2, and this graphics driver offers only WebGL 1.');
  }
  return engine;
}

/** Names of the drivers that draw on the processor. */
const ON_PROCESSOR = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether pictures are drawn by a graphics card, as far as the driver tells. */
export function hasGraphicsCard(engine: AbstractEngine): boolean {
  return !ON_PROCESSOR.test(engine.extractDriverInfo());
}

/** An empty scene in Limber's space that leaves pointers and keys alone. */
export function createScene(engine: AbstractEngine): Scene {
  const scene = new Scene(engine);
  scene.useRightHandedSystem = USE_RIGHT_HANDED_SYSTEM;
  scene.detachControl();
  scene.skipPointerMovePicking = true;
  scene.autoClear = true;
  scene.clearColor.set(0.1, 0.11, 0.12, 1);
  return scene;
}
