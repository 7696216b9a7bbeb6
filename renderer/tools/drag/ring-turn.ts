import { cross, dot, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { hitPlane, project, rayThrough, type Lens, type ScreenPoint } from '../geometry/lens.ts';
import { nearestOnRing, turnOnScreen, type Ring } from '../geometry/rings.ts';

/** A ring seen flatter than this (cosine between its axis and the view) is turned by dragging along it instead of around it. */
const EDGE_ON = 0.35;

/** The angle in radians, over several turns if need be, that a drag from `start` turns the ring by. */
export function createTurn(ring: Ring, lens: Lens, start: ScreenPoint): (pointer: ScreenPoint) => number {
  const grabbed = nearestOnRing(ring, lens, start);
  if (Math.abs(dot(ring.axis, lens.forward)) < EDGE_ON && grabbed) {
    const tangent = turnOnScreen(ring, lens, grabbed.at);
    return ({ x, y }) => ((x - start.x) * tangent.x + (y - start.y) * tangent.y) * tangent.radians;
  }
  let last = spokeAt(ring, lens, start);
  let angle = 0;
  return (pointer) => {
    const spoke = spokeAt(ring, lens, pointer);
    if (spoke && last) angle += Math.atan2(dot(cross(last, spoke), ring.axis), dot(last, spoke));
    last = spoke ?? last;
    return angle;
  };
}

function spokeAt(ring: Ring, lens: Lens, pointer: ScreenPoint): Vec3 | null {
  const hit = hitPlane(rayThrough(lens, pointer), ring.centre, ring.axis);
  return hit && subtract(hit, ring.centre);
}

/** CSS pixels from the middle within which a bearing says nothing. */
const NEAREST = 2;

/** The angle in radians by which the pointer goes round a point on screen from `start`, against the clock, over several turns if need be. */
export function createRound(lens: Lens, centre: Vec3, start: ScreenPoint): (pointer: ScreenPoint) => number {
  const middle = project(lens, centre) ?? start;
  const bearing = ({ x, y }: ScreenPoint): number | null =>
    Math.hypot(x - middle.x, y - middle.y) < NEAREST ? null : Math.atan2(middle.y - y, x - middle.x);
  let last = bearing(start);
  let angle = 0;
  return (pointer) => {
    const now = bearing(pointer);
    if (now !== null && last !== null) angle += Math.atan2(Math.sin(now - last), Math.cos(now - last));
    last = now ?? last;
    return angle;
  };
}
