import { toRadians } from '../../math/angles.ts';
import { atan2, cos, hypot } from '../../math/elementary.ts';
import { cross, dot, normalize, rejectFrom, scale, subtract, UNIT_X, UNIT_Y, type Vec3 } from '../../math/vec3.ts';
import { convexHull } from '../anatomy/convex-hull.ts';
import { legBend, type BodyGeometry } from '../body/body-geometry.ts';
import { sided, type Side } from '../body/found-bones.ts';

/** The flat on which a drawn foot can be put down. */
export interface FlatOfSole {
  /** Away from that flat, unit length, as the foot has it at rest, world. */
  readonly up: Vec3;
  /** It is long enough to be a sole, and not the edge of a round foot. */
  readonly isPlain: boolean;
  /** Metres from the foot's joint down to the lowest that is drawn, where `up` is up. */
  readonly heightAlong: (up: Vec3) => number;
}

/** Points that a foot needs to show its flat. */
const FEWEST_POINTS = 12;
/** Edges of the outline whose directions differ less are one. */
const SAME_EDGE = cos(toRadians(7));
/** Slopes down from the ankle to the toes between which a foot can stand flat: high heels are the steepest. */
export const SLOPES = [-toRadians(25), toRadians(62)] as const;
/** Tilts of a foot about its own length that are looked among. */
const TILTS = [-toRadians(50), toRadians(50)] as const;
/** Share of what is drawn that lies on the underside of a foot, where that is no gap between two tips. Our choice. */
const COVERED = 0.12;
/** Rounds in which a foot is looked at from its side and from ahead: where it is tilted, either view corrects the other. */
const ROUNDS = 3;
/** Share of the outline's length that a sole has; what is within a share of the length of the floor is on it. */
const LONG = 0.6;
/** Share of its length that a foot is high at least: what is flatter is a bone that was drawn in its place. */
const HIGH = 0.25;
const ON_FLOOR = 0.04;

/**
 * Finds the sole by the shape of what is drawn: seen along the axis of the knee, the longest edge of the foot's outline from which its toes are at a slope
 * at which feet stand; and, as a foot may be tilted on its ankle, the same once more across what is seen from ahead to be its underside. Null where too little
 * is drawn.
 */
export function flatOfSole(body: BodyGeometry, side: Side, points: readonly Vec3[]): FlatOfSole | null {
  if (points.length < FEWEST_POINTS) return null;
  const ankle = body.at(sided(side, 'Foot'));
  const direction = body.direction(sided(side, 'Foot'));
  const spread = points.map((point) => subtract(point, ankle));
  let view = alongWay(normalize(legBend(body, side).axis, UNIT_X), direction);
  let sole = longestEdge(spread, view, SLOPES);
  for (let round = 0; round < ROUNDS; round++) {
    const axis = axisOfTilted(spread, sole, view.ahead);
    if (!axis) break;
    view = alongWay(axis, direction);
    sole = longestEdge(spread, view, SLOPES);
  }
  const { up, long, extent } = sole;
  const heightAlong = (wanted: Vec3) => lowestAlong(spread, wanted);
  return { up, isPlain: long > LONG * extent && heightAlong(up) + heightAlong(scale(up, -1)) > HIGH * extent, heightAlong };
}

/** The axis about which the toes of a foot that is tilted on its ankle go up and down: across the foot along the underside that is seen from ahead; null where that shows none. */
function axisOfTilted(spread: readonly Vec3[], { up, extent }: Edge, way: Vec3): Vec3 | null {
  const ahead = normalize(rejectFrom(way, up), way);
  const { up: away } = longestEdge(spread, { ahead: cross(up, ahead), up }, TILTS);
  const floor = ON_FLOOR * extent - lowestAlong(spread, away);
  const covered = spread.filter((from) => dot(from, away) < floor);
  return covered.length > COVERED * spread.length ? cross(away, ahead) : null;
}

/** Metres from the ankle down to the lowest of what is spread about it, where `up` is up. */
function lowestAlong(spread: readonly Vec3[], up: Vec3): number {
  return Math.max(...spread.map((from) => -dot(from, up)));
}

/** A plane in which a foot is looked at, by two directions of unit length. */
interface View {
  readonly ahead: Vec3;
  readonly up: Vec3;
}

/** The plane across an axis of unit length, ahead where the foot's bone goes. */
function alongWay(axis: Vec3, direction: Vec3): View {
  const ahead = normalize(rejectFrom(direction, axis), UNIT_Y);
  return { ahead, up: cross(ahead, axis) };
}

/** An edge of an outline that lies below it: what is up where that is on the floor, its length, and that of the outline, metres. */
interface Edge {
  readonly up: Vec3;
  readonly long: number;
  readonly extent: number;
}

/** The longest edge below the outline of what is spread about the ankle that goes up by an angle between two; up as in the view where there is none. */
function longestEdge(spread: readonly Vec3[], { ahead, up }: View, [least, most]: readonly [number, number]): Edge {
  const outline = convexHull(spread.map((from) => [dot(from, ahead), dot(from, up)] as const));
  const extent = Math.max(...outline.map(([x]) => x)) - Math.min(...outline.map(([x]) => x));
  let [along, above, longest] = [1, 0, 0];
  // In turning order an edge below goes ahead.
  const edges = outline.map(([x, y], i) => {
    const [toX, toY] = outline[(i + 1) % outline.length]!;
    return [toX - x, toY - y] as const;
  });
  edges.forEach((first, i) => {
    let [x, y] = [0, 0];
    for (let k = i; k < i + edges.length; k++) {
      const next = edges[k % edges.length]!;
      if (first[0] * next[0] + first[1] * next[1] < SAME_EDGE * hypot(...first) * hypot(...next)) break;
      [x, y] = [x + next[0], y + next[1]];
    }
    const long = hypot(x, y);
    const slope = atan2(y, x);
    if (long > longest && slope > least && slope < most) [along, above, longest] = [x / long, y / long, long];
  });
  return { up: normalize(subtract(scale(up, along), scale(ahead, above))), long: longest, extent };
}
