import type { Scene } from '@babylonjs/core/scene.js';
import { createLines, type Line } from '../drawing/lines.ts';
import { createMarks, type Mark } from '../drawing/marks.ts';
import { LAYERS } from '../drawing/overlay-mesh.ts';
import { withAlpha } from '../palette.ts';
import type { ViewModel } from './view-model.ts';

/** The ring on the floor by which a character of several is moved and rotated. */
export function createStandOverlay(scene: Scene): { update(view: ViewModel | null): void } {
  const lines = createLines(scene, 'stand ring', LAYERS.marks);
  const marks = createMarks(scene, 'stand mark');
  return {
    update: (view) => {
      lines.set(view ? circle(view) : []);
      marks.set(view ? mark(view) : []);
    },
  };
}

function activePart({ attention: { hovered, grabbed } }: ViewModel): 'move' | 'rotate' | null {
  const target = grabbed ?? hovered;
  return target?.kind === 'stand' ? target.part : null;
}

function circle(view: ViewModel): Line[] {
  const { stand, palette } = view;
  if (!stand) return [];
  const isActive = activePart(view) === 'move';
  const colour = withAlpha(isActive ? palette.hover : palette.grid, isActive ? 0.95 : 0.6);
  return stand.points.slice(1).map((to, i) => ({ from: stand.points[i]!, to, colour, width: isActive ? 3.4 : 1.8 }));
}

function mark(view: ViewModel): Mark[] {
  const { stand, palette } = view;
  if (!stand) return [];
  const colour = activePart(view) === 'rotate' ? palette.hover : withAlpha(palette.grid, 0.9);
  return [{ at: stand.mark, shape: 'diamond', radius: 5.5, fill: colour, edge: colour, edgeWidth: 0 }];
}
