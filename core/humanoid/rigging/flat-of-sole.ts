import { toRadians } from '../../math/angles.ts';
import { atan2, cos, hypot } from '../../math/elementary.ts';
import { add, cross, dot, normalize, rejectFrom, scale, subtract, UNIT_X, UNIT_Y, type Vec3 } from '../../math/vec3.ts';
import { convexHull } from '../anatomy/convex-hull.ts';
import { legBend, type BodyGeometry } from '../body/body-geometry.ts';
import { sided, type Side } from '../body/found-bones.ts';

/** The flat on which a drawn foot can be put down. */
export interface FlatOfSole {
  /** Away from that flat, unit length, as the foot has it at rest, world. */
  readonly up: Vec3;
  /** It is long enough to be a sole, and not the edge of a round foot. */
  readonly isPlain: boolean;
  /** Whether so much of the foot is on the floor, where `up` is up, that it stands. */
  readonly standsWhere: (up: Vec3) => boolean;
  /** Metres from the foot's joint down to the lowest that is drawn, where `up` is up. */
  readonly heightAlong: (up: Vec3) => number;
}

/** Points that a foot needs to show its flat. */
const FEWEST_POINTS = 12;
/** Edges of the outline whose directions differ less are one. */
const SAME_EDGE = cos(toRadians(7));
/** Slopes from the ankle to the toes, of feet that stand, that are looked among. */
const STEEPEST = toRadians(70);
const FLATTEST = -toRadians(20);
/** Share of the outline's length that a sole has, and that at least is on the floor of a foot that stands; what is within a share of the length of the floor is on it. */
const LONG = 0.6;
/** Share of its length that a foot is high at least: what is flatter is a bone that was drawn in its place. */
const HIGH = 0.25;
const LEAST_LONG = 0.4;
const ON_FLOOR = 0.04;

/**
 * Finds the sole by the shape of what is drawn: seen along the axis of the knee, the longest edge of the foot's outline from which its toes are at a slope
 * at which feet stand. Null where too little is drawn.
 */
export function flatOfSole(body: BodyGeometry, side: Side, points: readonly Vec3[]): FlatOfSole | null {
  if (points.length < FEWEST_POINTS) return null;
  const ankle = body.at(sided(side, 'Foot'));
  const axis = normalize(legBend(body, side).axis, UNIT_X);
  const way = normalize(rejectFrom(body.direction(sided(side, 'Foot')), axis), UNIT_Y);
  const dorsal = cross(way, axis);
  const heightAlong = (up: Vec3) => Math.max(...points.map((point) => dot(subtract(ankle, point), up)));
  const outline = convexHull(
    points.map((point) => {
      const from = subtract(point, ankle);
      return [dot(from, way), dot(from, dorsal)] as const;
    }),
  );
  const extent = Math.max(...outline.map(([x]) => x)) - Math.min(...outline.map(([x]) => x));
  let best = { along: [1, 0] as readonly [number, number], long: 0 };
  // In turning order from the toes' way to the back of the foot an edge below goes ahead.
  outline.forEach((from, i) => {
    let [x, y] = [0, 0];
    const first = edge(outline, i);
    for (let k = i; k < i + outline.length; k++) {
      const next = edge(outline, k % outline.length);
      if (first[0] * next[0] + first[1] * next[1] < SAME_EDGE * hypot(...first) * hypot(...next)) break;
      [x, y] = [x + next[0], y + next[1]];
    }
    const long = hypot(x, y);
    if (!(long > best.long)) return;
    // The slope at which the toes go down from the ankle when this edge lies on the floor: the edge goes up along the foot's way by as much.
    const slope = atan2(y, x);
    if (slope > FLATTEST && slope < STEEPEST) best = { along: [x / long, y / long], long };
  });
  const [x, y] = best.along;
  const up = normalize(add(scale(dorsal, x), scale(way, -y)));
  const standsWhere = (wanted: Vec3) => {
    const ahead = normalize(rejectFrom(way, wanted), way);
    const lowest = -heightAlong(wanted);
    const below = points.map((point) => subtract(point, ankle)).filter((from) => dot(from, wanted) < lowest + ON_FLOOR * extent);
    const places = below.map((from) => dot(from, ahead));
    return Math.max(...places) - Math.min(...places) > LEAST_LONG * extent;
  };
  const high = heightAlong(up) + heightAlong(scale(up, -1));
  return { up, isPlain: best.long > LONG * extent && high > HIGH * extent, standsWhere, heightAlong };
}

function edge(outline: readonly (readonly [number, number])[], i: number): readonly [number, number] {
  const [from, to] = [outline[i]!, outline[(i + 1) % outline.length]!];
  return [to[0] - from[0], to[1] - from[1]];
}
