import type { Scene } from '@babylonjs/core/scene.js';
import { add, scale, type Vec3 } from '../../../core/math/vec3.ts';
import type { AxisName } from '../../tools/geometry/axes.ts';
import { ringPoints } from '../../tools/geometry/rings.ts';
import type { Target } from '../../tools/geometry/pick.ts';
import { createLines, type Line } from '../drawing/lines.ts';
import { createMarks, type Mark } from '../drawing/marks.ts';
import { LAYERS } from '../drawing/overlay-mesh.ts';
import { createSurfaces, type Fan } from '../drawing/surfaces.ts';
import { withAlpha, type Colour, type Palette } from '../palette.ts';
import type { ViewModel } from './view-model.ts';

export interface GizmoOverlay {
  update(view: ViewModel | null): void;
}

type Part = 'arrow' | 'plane' | 'turn';

const COLOURS: Readonly<Record<AxisName, keyof Palette>> = { x: 'axisX', y: 'axisY', z: 'axisZ' };
/** Metres to either side that the line of an axis which holds a drag is drawn. */
const GUIDE = 50;

/** Arrows, planes and rings of the selected handle, and the axis that a drag is held to. While a part is dragged the others are not shown. */
export function createGizmoOverlay(scene: Scene): GizmoOverlay {
  const lines = createLines(scene, 'gizmo lines', LAYERS.marks);
  const marks = createMarks(scene, 'gizmo tips');
  const surfaces = createSurfaces(scene, 'gizmo planes');
  return {
    update: (view) => {
      lines.set(view ? [...guideLine(view), ...arrowLines(view), ...planeLines(view), ...ringLines(view)] : []);
      marks.set(view ? tips(view) : []);
      surfaces.set(view ? squares(view) : []);
    },
  };
}

/** How much of a part is seen: not at all beside one that is dragged, or in any other drag. */
function look(view: ViewModel, part: Part, axis: AxisName): { readonly colour: Colour; readonly isActive: boolean } | null {
  const { grabbed, hovered } = view.attention;
  const isIt = (target: Target | null): boolean => target?.kind === part && target.axis === axis;
  if (grabbed && !isIt(grabbed)) return null;
  const isActive = isIt(grabbed ?? hovered);
  return { colour: view.palette[isActive ? 'hover' : COLOURS[axis]], isActive };
}

function arrowLines(view: ViewModel): Line[] {
  return (view.gizmo?.arrows ?? []).flatMap(({ axis, from, to }) => {
    const seen = look(view, 'arrow', axis);
    return seen ? [{ from, to, colour: seen.colour, width: seen.isActive ? 4 : 2.6 }] : [];
  });
}

function tips(view: ViewModel): Mark[] {
  return (view.gizmo?.arrows ?? []).flatMap(({ axis, to }): Mark[] => {
    const seen = look(view, 'arrow', axis);
    const { colour } = seen ?? {};
    return colour ? [{ at: to, shape: 'diamond', radius: 5.5, fill: colour, edge: colour, edgeWidth: 0 }] : [];
  });
}

function squares(view: ViewModel): Fan[] {
  return (view.gizmo?.planes ?? []).flatMap(({ axis, corners }) => {
    const seen = look(view, 'plane', axis);
    const tint = seen && withAlpha(seen.colour, seen.isActive ? 0.65 : 0.3);
    const [apex, ...rim] = corners as [Vec3, ...Vec3[]];
    return tint ? [{ apex, rim, closed: false, apexColour: tint, rimColour: tint }] : [];
  });
}

function planeLines(view: ViewModel): Line[] {
  return (view.gizmo?.planes ?? []).flatMap(({ axis, corners }) => {
    const seen = look(view, 'plane', axis);
    if (!seen) return [];
    const colour = withAlpha(seen.colour, 0.85);
    return corners.map((from, i) => ({ from, to: corners[(i + 1) % corners.length]!, colour, width: 1.4 }));
  });
}

function ringLines(view: ViewModel): Line[] {
  return (view.gizmo?.rings ?? []).flatMap((ring) => {
    const seen = look(view, 'turn', ring.name);
    if (!seen) return [];
    const points = ringPoints(ring, view.lens);
    return points.slice(1).map(({ at, front }, i) => ({
      from: points[i]!.at,
      to: at,
      colour: withAlpha(seen.colour, front ? (seen.isActive ? 1 : 0.75) : 0.12),
      width: seen.isActive ? 3.4 : 1.8,
    }));
  });
}

function guideLine({ attention, palette }: ViewModel): Line[] {
  const { guide } = attention.trace;
  if (!guide) return [];
  const [from, to] = [-GUIDE, GUIDE].map((metres) => add(guide.through, scale(guide.along, metres))) as [Vec3, Vec3];
  return [{ from, to, colour: withAlpha(palette[COLOURS[guide.axis]], 0.55), width: 1.2 }];
}
