import { convexHull } from '../../humanoid/anatomy/convex-hull.ts';
import { soleCorners } from '../../humanoid/anatomy/masses.ts';
import { SIDES } from '../../humanoid/body/found-bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { hypot } from '../../math/elementary.ts';
import { vec3At, ZERO, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';

/** Hip heights above the lowest point of the soles below which a foot, a hand or a knee may carry the body. */
const NEAR = 0.1;

/** A point of the floor. */
type Spot = readonly [x: number, z: number];

/**
 * Along the floor from a place (world metres) to the nearest one over what may carry the body, nothing where it is over it, and the height of the lowest
 * point of the soles. All of a foot that touches the floor somewhere counts, as it may be set down; and so does every joint of a bone near the floor.
 */
export function wayOntoSupport(rig: Rig, world: WorldTransforms, place: Vec3): { readonly lowest: number; readonly way: Vec3 } {
  const feet = SIDES.map((side) => soleCorners(rig, world, side));
  const joints = Object.values(rig.humanoid).map((joint) => vec3At(world.positions, joint));
  const lowestOf = (points: readonly Vec3[]) => points.reduce((least, point) => Math.min(least, point[1]), Infinity);
  const soles = Math.min(...feet.map(lowestOf));
  const lowest = Number.isFinite(soles) ? soles : lowestOf(joints);
  const top = lowest + NEAR * rig.report.hipHeight;
  const carrying = [...feet.filter((corners) => lowestOf(corners) < top).flat(), ...joints.filter((joint) => joint[1] < top)];
  const corners = convexHull(carrying.map(([x, , z]) => [x, z]));
  const [x, z] = wayInto(corners, [place[0], place[2]]);
  return { lowest, way: x === 0 && z === 0 ? ZERO : [x, 0, z] };
}

/** From a spot to the nearest one of a convex area, given by its corners in turning order from x to z. */
function wayInto(corners: readonly Spot[], [x, z]: Spot): Spot {
  let nearest: Spot = [0, 0];
  let least = Infinity;
  let isInside = corners.length > 2;
  corners.forEach((from, i) => {
    const to = corners[(i + 1) % corners.length]!;
    const along: Spot = [to[0] - from[0], to[1] - from[1]];
    const away: Spot = [x - from[0], z - from[1]];
    if (along[0] * away[1] - along[1] * away[0] < 0) isInside = false;
    const square = along[0] ** 2 + along[1] ** 2;
    const share = square > 0 ? Math.min(1, Math.max(0, (along[0] * away[0] + along[1] * away[1]) / square)) : 0;
    const way: Spot = [share * along[0] - away[0], share * along[1] - away[1]];
    const far = hypot(way[0], way[1]);
    if (far >= least) return;
    least = far;
    nearest = way;
  });
  return isInside ? [0, 0] : nearest;
}
