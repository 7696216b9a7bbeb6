import type { Scene } from '@babylonjs/core/scene.js';
import { createBalanceOverlay } from './balance-overlay.ts';
import { createBoneOverlay } from './bone-overlay.ts';
import { createCameraOverlay } from './camera-overlay.ts';
import { createGizmoOverlay } from './gizmo-overlay.ts';
import { createHandleOverlay } from './handle-overlay.ts';
import { createLimitOverlay } from './limit-overlay.ts';
import { createMotionOverlay } from './motion-overlay.ts';
import { createRingOverlay } from './ring-overlay.ts';
import { createSizeOverlay } from './size-overlay.ts';
import { createStandOverlay } from './stand-overlay.ts';
import { createShapeOverlay } from './shape-overlay.ts';
import type { ViewModel } from './view-model.ts';

/** Everything that is drawn over the character; null hides it all. */
export interface Overlays {
  update(view: ViewModel | null): void;
}

export function createOverlays(scene: Scene): Overlays {
  const overlays = [
    createBoneOverlay(scene),
    createShapeOverlay(scene),
    createBalanceOverlay(scene),
    createMotionOverlay(scene),
    createLimitOverlay(scene),
    createStandOverlay(scene),
    createCameraOverlay(scene),
    createGizmoOverlay(scene),
    createSizeOverlay(scene),
    createHandleOverlay(scene),
    createRingOverlay(scene),
  ];
  return {
    update: (view) => {
      for (const overlay of overlays) overlay.update(view);
    },
  };
}
