import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';

/** Draws pictures only when something changed. */
export interface DrawLoop {
  /** Something changed: draw at the next animation frame. */
  invalidate(): void;
  /** Draw now. */
  render(): void;
  /** Calls `step` before every picture with the milliseconds since the one before, until it returns false. */
  animate(step: (milliseconds: number) => boolean): void;
  stop(): void;
}

/**
 * `draw` makes one picture and tells whether it was complete (shaders and textures arrive later than the first call). `rested` is called when an animation frame
 * follows a picture and needs none.
 */
export function createDrawLoop(engine: AbstractEngine, draw: () => boolean, rested: () => void): DrawLoop {
  let dirty = true;
  let isResting = false;
  const steps = new Set<(milliseconds: number) => boolean>();
  const render = (): void => {
    dirty = !draw();
  };
  const frame = (): void => {
    const elapsed = Math.min(engine.getDeltaTime(), 50);
    for (const step of steps) {
      dirty = true;
      if (!step(elapsed)) steps.delete(step);
    }
    const wasResting = isResting;
    isResting = !dirty;
    if (dirty) render();
    else if (!wasResting) rested();
  };
  engine.runRenderLoop(frame);
  return {
    invalidate: () => {
      dirty = true;
    },
    render,
    animate: (step) => {
      steps.add(step);
    },
    stop: () => engine.stopRenderLoop(frame),
  };
}
