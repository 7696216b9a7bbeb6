import type { Scene } from '@babylonjs/core/scene.js';
import { placeShape } from '../../../core/humanoid/body/body-shape.ts';
import { contactsOf, overlapsIn } from '../../../core/humanoid/touching/overlaps.ts';
import { add, cross, normalize, rejectFrom, scale, subtract, vec3At, type Vec3 } from '../../../core/math/vec3.ts';
import type { Lens } from '../../tools/geometry/lens.ts';
import { createLines, polyline } from '../drawing/lines.ts';
import { createSurfaces } from '../drawing/surfaces.ts';
import { withAlpha } from '../palette.ts';
import type { ViewModel } from './view-model.ts';

export interface ShapeOverlay {
  update(view: ViewModel | null): void;
}

/** Corners of half a rounded end. */
const CORNERS = 10;
/** Metres by which parts may be in each other before they are shown so. */
const DEEP = 5e-3;

/** The outlines of the capsules that contacts are measured by; those that are in each other in the colour of a body out of balance. */
export function createShapeOverlay(scene: Scene): ShapeOverlay {
  const surfaces = createSurfaces(scene, 'contact shape');
  const lines = createLines(scene, 'contact shape outlines');
  return {
    update: (view) => {
      const shown = view?.state.session.view.shape ? view : null;
      if (!shown) {
        surfaces.set([]);
        lines.set([]);
        return;
      }
      const { rig, world, palette, lens } = shown;
      const placed = placeShape(rig.shape, world);
      const contacts = contactsOf(rig);
      const overlapping = new Set(
        overlapsIn(contacts, placed, contacts.restDepths, DEEP).flatMap(({ first, second }) => [first, second]),
      );
      const outlines = rig.shape.map(({ radius }, i) => ({
        rim: outlineOf(vec3At(placed, 2 * i), vec3At(placed, 2 * i + 1), radius, lens),
        middle: scale(add(vec3At(placed, 2 * i), vec3At(placed, 2 * i + 1)), 0.5),
        colour: overlapping.has(i) ? palette.unbalanced : palette.balance,
      }));
      surfaces.set(
        outlines.map(({ rim, middle, colour }) => {
          const soft = withAlpha(colour, 0.1);
          return { apex: middle, rim, closed: true, apexColour: soft, rimColour: soft };
        }),
      );
      lines.set(outlines.flatMap(({ rim, colour }) => polyline(rim, { colour: withAlpha(colour, 0.7), width: 1.2 }, true)));
    },
  };
}

/** How a capsule looks from the eye: two half circles and the lines that join them. World, metres. */
function outlineOf(start: Vec3, end: Vec3, radius: number, lens: Lens): Vec3[] {
  const middle = scale(add(start, end), 0.5);
  const sight = normalize(subtract(middle, lens.eye), lens.forward);
  const along = normalize(rejectFrom(subtract(end, start), sight), normalize(rejectFrom(lens.right, sight)));
  const aside = cross(sight, along);
  const half = (centre: Vec3, towards: number): Vec3[] =>
    Array.from({ length: CORNERS + 1 }, (_, i) => {
      const angle = (i / CORNERS - 0.5) * Math.PI;
      const out = add(scale(along, towards * Math.cos(angle)), scale(aside, towards * Math.sin(angle)));
      return add(centre, scale(out, radius));
    });
  return [...half(end, 1), ...half(start, -1)];
}
