import type { Scene } from '@babylonjs/core/scene.js';
import { centreOfMass, segmentMasses, supportPolygon, type SegmentMasses } from '../../../core/humanoid/anatomy/masses.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { meanOf, type Vec3 } from '../../../core/math/vec3.ts';
import { createLines, polyline } from '../drawing/lines.ts';
import { createMarks } from '../drawing/marks.ts';
import { createSurfaces } from '../drawing/surfaces.ts';
import { withAlpha } from '../palette.ts';
import type { ViewModel } from './view-model.ts';

export interface BalanceOverlay {
  update(view: ViewModel | null): void;
}

type FloorPoint = readonly [x: number, z: number];

/** Metres above the floor, so that the polygon does not lie inside the grid. */
const LIFT = 0.002;

/** The polygon of support, the centre of mass and the plumb line below it: green while the figure stands, red when it would fall. */
export function createBalanceOverlay(scene: Scene): BalanceOverlay {
  const surfaces = createSurfaces(scene, 'support');
  const lines = createLines(scene, 'balance lines');
  const marks = createMarks(scene, 'centre of mass');
  let body: { readonly rig: Rig; readonly masses: SegmentMasses } | null = null;
  return {
    update: (view) => {
      const shown = view?.state.session.view.balance ? view : null;
      if (!shown) {
        surfaces.set([]);
        lines.set([]);
        marks.set([]);
        return;
      }
      const { rig, world, palette } = shown;
      const support = supportPolygon(rig, world);
      if (body?.rig !== rig) body = { rig, masses: segmentMasses(rig) };
      const mass = centreOfMass(body.masses, world);
      const floor = rig.report.floor + LIFT;
      const colour = contains(support, [mass[0], mass[2]]) ? palette.balance : palette.unbalanced;
      const rim = support.map(([x, z]): Vec3 => [x, floor, z]);
      const below: Vec3 = [mass[0], floor, mass[2]];
      const soft = withAlpha(colour, 0.16);
      surfaces.set(rim.length > 2 ? [{ apex: meanOf(rim), rim, closed: true, apexColour: soft, rimColour: soft }] : []);
      lines.set([
        ...polyline(rim, { colour: withAlpha(colour, 0.9), width: 2 }, true),
        { from: mass, to: below, colour: withAlpha(colour, 0.7), width: 1.4, dash: 5 },
      ]);
      marks.set([
        { at: mass, shape: 'disc', radius: 6, fill: withAlpha(colour, 0.35), edge: colour, edgeWidth: 2 },
        { at: below, shape: 'disc', radius: 3.5, fill: colour, edge: palette.outline, edgeWidth: 1 },
      ]);
    },
  };
}

/** Whether a point lies in a convex polygon, whichever way round its corners go. */
export function contains(polygon: readonly FloorPoint[], [x, z]: FloorPoint): boolean {
  let left = 0;
  let right = 0;
  polygon.forEach(([ax, az], i) => {
    const [bx, bz] = polygon[(i + 1) % polygon.length]!;
    const side = (bx - ax) * (z - az) - (bz - az) * (x - ax);
    if (side > 0) left++;
    if (side < 0) right++;
  });
  return left === 0 || right === 0;
}
