import { lerp, type Vec3 } from '../../../core/math/vec3.ts';
import { project, type Lens, type ScreenPoint } from './lens.ts';
import type { Pickable } from './pick.ts';
import { ringPoints } from './rings.ts';

/**
 * Where the picture has something to drag: handles, rings, the gizmo, the point that is looked at, grips of a limit, handles at other frames, the ring on the
 * floor. CSS pixels of the picture. Bones, characters and things, which are selected wherever they are seen, are left out.
 */
export function graspPoints(lens: Lens, pickable: Omit<Pickable, 'clickedAt'>): readonly ScreenPoint[] {
  const { handles, rings, gaze, gizmo, grips, moments, stand } = pickable;
  const circles = [...rings, ...(gizmo?.rings ?? [])].flatMap((ring) => ringPoints(ring, lens).filter(({ front }) => front));
  const points: readonly Vec3[] = [
    ...[...handles, ...grips, ...moments, ...circles].map(({ at }) => at),
    ...(gaze ? [gaze] : []),
    ...(gizmo?.arrows.map(({ to }) => to) ?? []),
    ...(gizmo?.planes.map(({ corners: [from, , to] }) => lerp(from!, to!, 0.5)) ?? []),
    ...(stand ? [stand.mark, ...stand.points] : []),
  ];
  return points.flatMap((point) => project(lens, point) ?? []);
}
