import type { Scene } from '@babylonjs/core/scene.js';
import { createMarks, type Mark } from '../drawing/marks.ts';
import { withAlpha } from '../palette.ts';
import type { ViewModel } from './view-model.ts';

/** Squares at the sides of the selected shape, by which it is made larger or smaller. In another drag they are not shown. */
export function createSizeOverlay(scene: Scene): { update(view: ViewModel | null): void } {
  const marks = createMarks(scene, 'size handles');
  return { update: (view) => marks.set(view ? marksOf(view) : []) };
}

function marksOf({ sizes, attention, palette }: ViewModel): Mark[] {
  const { grabbed, hovered } = attention;
  if (grabbed && grabbed.kind !== 'size') return [];
  const target = grabbed ?? hovered;
  return sizes.map(({ side, at }): Mark => {
    const isIt = target?.kind === 'size' && target.side === side;
    const colour = isIt ? palette.hover : palette.selected;
    return { at, shape: 'square', radius: isIt ? 6 : 5, fill: withAlpha(colour, 0.6), edge: colour, edgeWidth: 1.5 };
  });
}
