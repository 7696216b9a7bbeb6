import type { Scene } from '@babylonjs/core/scene.js';
import { ringPoints, type Ring, type RingName } from '../../tools/geometry/rings.ts';
import { createLines, type Line } from '../drawing/lines.ts';
import { LAYERS } from '../drawing/overlay-mesh.ts';
import { withAlpha, type Palette } from '../palette.ts';
import type { ViewModel } from './view-model.ts';

export interface RingOverlay {
  update(view: ViewModel | null): void;
}

const COLOURS: Readonly<Record<RingName, keyof Palette>> = { x: 'axisX', y: 'axisY', z: 'axisZ' };

/** The rings that turn the selected joint; the half turned away from the eye is faint. */
export function createRingOverlay(scene: Scene): RingOverlay {
  const lines = createLines(scene, 'rings', LAYERS.marks);
  return {
    update: (view) => lines.set(view ? view.rings.flatMap((ring) => ringLines(ring, view)) : []),
  };
}

function ringLines(ring: Ring, { lens, palette, attention: { hovered, grabbed } }: ViewModel): Line[] {
  const target = grabbed ?? hovered;
  const active = target?.kind === 'ring' && target.ring === ring.name;
  const quiet = grabbed?.kind === 'ring' && !active;
  const colour = active ? palette.hover : palette[COLOURS[ring.name]];
  const points = ringPoints(ring, lens);
  return points.slice(1).map(({ at, front }, i) => ({
    from: points[i]!.at,
    to: at,
    colour: withAlpha(colour, (front ? 0.95 : 0.2) * (quiet ? 0.35 : 1)),
    width: active ? 4 : 2.6,
  }));
}
