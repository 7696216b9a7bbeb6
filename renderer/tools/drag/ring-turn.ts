import { DEGREES } from '../../../core/math/angles.ts';
import { add, cross, dot, normalize, rejectFrom, scale, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { hitPlane, project, rayThrough, type Lens, type ScreenPoint } from '../geometry/lens.ts';
import { turnOnScreen, type Circle } from '../geometry/rings.ts';

/** A ring seen flatter than this (cosine between its axis and the view) is turned by dragging along it instead of around it. */
const EDGE_ON = 0.35;

/** Radians to either side of where such a ring is nearest to the eye, within which what is grabbed stays under the pointer. */
const NEAR_SIDE = 55 * DEGREES;

/**
 * The angle in radians, over several turns if need be, that a drag from `start` turns the ring by, which is grabbed at `grabbed` (world). Of a ring that is seen
 * from its edge, the ends come and go along the view: there it turns by as much for a pixel as at 55° from its middle, and goes round behind.
 */
export function createTurn(ring: Circle, lens: Lens, start: ScreenPoint, grabbed: Vec3): (pointer: ScreenPoint) => number {
  const towardsEye = normalize(subtract(lens.eye, ring.centre));
  if (Math.abs(dot(ring.axis, towardsEye)) < EDGE_ON) return createTurnAlong(ring, lens, start, grabbed, towardsEye);
  let last = spokeAt(ring, lens, start);
  let angle = 0;
  return (pointer) => {
    const spoke = spokeAt(ring, lens, pointer);
    if (spoke && last) angle += Math.atan2(dot(cross(last, spoke), ring.axis), dot(last, spoke));
    last = spoke ?? last;
    return angle;
  };
}

/** A turn by the way along a ring that is seen from its edge: φ = asin u for the way u from the middle in radii, linear from 55° on. */
function createTurnAlong(
  ring: Circle,
  lens: Lens,
  start: ScreenPoint,
  grabbed: Vec3,
  towardsEye: Vec3,
): (pointer: ScreenPoint) => number {
  const near = normalize(rejectFrom(towardsEye, ring.axis));
  const spoke = subtract(grabbed, ring.centre);
  const isBehind = dot(spoke, near) < 0;
  const middle = scale(near, isBehind ? -ring.radius : ring.radius);
  const tangent = turnOnScreen(ring, lens, add(ring.centre, middle));
  const from = Math.atan2(dot(cross(middle, spoke), ring.axis), dot(middle, spoke));
  const [edge, slope] = [Math.sin(NEAR_SIDE), 1 / Math.cos(NEAR_SIDE)];
  const angleOf = (way: number): number =>
    Math.abs(way) <= edge ? Math.asin(way) : Math.sign(way) * (NEAR_SIDE + slope * (Math.abs(way) - edge));
  const wayOf = (angle: number): number =>
    Math.abs(angle) <= NEAR_SIDE ? Math.sin(angle) : Math.sign(angle) * (edge + (Math.abs(angle) - NEAR_SIDE) / slope);
  return ({ x, y }) => angleOf(wayOf(from) + ((x - start.x) * tangent.x + (y - start.y) * tangent.y) * tangent.radians) - from;
}

function spokeAt(ring: Circle, lens: Lens, pointer: ScreenPoint): Vec3 | null {
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
