import type { Studio } from '../state/studio.ts';
import { assembleViewport } from './assemble-viewport.ts';
import type { Viewport } from '../state/window/viewport.ts';
import { createEngine } from './stage/engine.ts';

/**
 * Shows the studio's character on `canvas` and lets the animator pose it there. Follows the canvas's size. `rested` is called whenever what is drawn has come to
 * rest.
 * Throws an `Error` with one sentence where there is no WebGL 2.
 */
export function createViewport(canvas: HTMLCanvasElement, studio: Studio, rested: () => void): Viewport {
  const engine = createEngine(canvas);
  const viewport = assembleViewport(engine, canvas, studio, rested);
  let isFitting = false;
  const fit = () => {
    isFitting = false;
    if (engine.isDisposed) return;
    engine.resize();
    // Drawn at once: a resized canvas is empty until the next picture.
    viewport.render();
  };
  const resized = new ResizeObserver(() => {
    if (isFitting) return;
    isFitting = true;
    // A frame later, for new drawing buffers can take tenths of a second: the panels are shown in their new sizes before that.
    requestAnimationFrame(fit);
  });
  resized.observe(canvas);
  return {
    ...viewport,
    dispose: () => {
      resized.disconnect();
      viewport.dispose();
      engine.dispose();
    },
  };
}
