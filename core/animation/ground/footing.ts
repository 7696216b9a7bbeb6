import { createTouch } from '../../contact/touch.ts';
import type { Ground } from '../../contact/ground.ts';
import { DEGREES } from '../../math/angles.ts';
import { cos, sin } from '../../math/elementary.ts';
import { conjugate, fromAxes, multiply, rotate, type Quat } from '../../math/quat.ts';
import {
  add,
  cross,
  dot,
  lerp,
  normalize,
  rejectFrom,
  scale,
  subtract,
  UNIT_Y,
  UNIT_Z,
  vec3At,
  type Vec3,
} from '../../math/vec3.ts';

/** Where a foot that stands on a level floor comes to on other ground: a point p of it goes to `to` + `turn` (p − `from`). */
export interface Footing {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly turn: Quat;
  /** The same for toes that lie flat while the foot does not. */
  readonly toeTurn: Quat;
}

/** The points under a foot as it stands in the clip, world, metres, and which of heel and ball are held there: what is not held may be in the air. */
export interface StandingSole {
  readonly heel: Vec3;
  readonly ball: Vec3;
  readonly toe: Vec3;
  readonly holds: { readonly heel: boolean; readonly ball: boolean };
}

/** Feet go forward or back by steps of so many foot lengths, and as far as that, until heel and ball have ground of one kind under them. */
const NUDGE = 0.04;
const FARTHEST = 1.2;
/** Foot lengths by which the ground under a foot may differ from a line, and the steepest that a foot stands on. */
const UNEVEN = 0.015;
const STEEPEST = 35 * DEGREES;
/** How a foot stands: foot lengths before the toes and behind the heel that are free, and whether the heel has ground under it. */
interface WayToStand {
  readonly margin: number;
  readonly onHeel: boolean;
}

/** Ways to stand, the best first: treads that are shorter than a foot leave the heel over their edge. */
const WAYS_TO_STAND: readonly WayToStand[] = [
  { margin: 0.08, onHeel: true },
  { margin: 0, onHeel: true },
  { margin: 0, onHeel: false },
];
/** Cosine of the angle between normals up to which heel and ball stand on one plane. */
export const ONE_PLANE = cos(5 * DEGREES);

/**
 * Where a foot stands on ground that is sought below a height: where it stood on the floor, or as little forward or back from there as it takes for heel and
 * ball to be on one piece of ground; turned as that slopes. Null where there is no such place.
 */
export function findFooting({ heel, ball, toe, holds }: StandingSole, ground: Ground, below: number): Footing | null {
  const way = subtract(toe, heel);
  const heading = normalize([way[0], 0, way[2]], UNIT_Z);
  const size = Math.sqrt(way[0] * way[0] + way[2] * way[2]);
  // What is held is what touched the floor: both ends of the foot, or one of them while the other is turned up.
  const isFlat = holds.heel === holds.ball;
  const level = holds.heel ? heel[1] : ball[1];
  const along = isFlat ? normalize(subtract(ball, heel), heading) : heading;
  const middle = lerp(heel, ball, 0.5);
  const from: Vec3 = isFlat ? middle : [middle[0], level, middle[2]];
  const up = normalize(rejectFrom(UNIT_Y, along), UNIT_Y);
  const back = conjugate(fromAxes(cross(up, along), up, along));
  const flat = conjugate(fromAxes(cross(UNIT_Y, heading), UNIT_Y, heading));
  for (const stance of WAYS_TO_STAND) {
    for (let i = 0; i * NUDGE <= FARTHEST; i++) {
      for (const side of i === 0 ? [0] : [1, -1]) {
        const by = scale(heading, side * i * NUDGE * size);
        const found = groundUnder(add(heel, by), add(ball, by), add(toe, by), size, ground, below, stance);
        if (!found) continue;
        const { slope, normal, height } = found;
        const lies = fromAxes(cross(normal, slope), normal, slope);
        const to: Vec3 = [from[0] + by[0], height, from[2] + by[2]];
        return { from, to, turn: multiply(lies, back), toeTurn: multiply(lies, flat) };
      }
    }
  }
  return null;
}

/** The direction of the ground from heel to ball, its normal and its height between both; null where a foot cannot stand so. */
function groundUnder(
  heel: Vec3,
  ball: Vec3,
  toe: Vec3,
  size: number,
  ground: Ground,
  below: number,
  { margin, onHeel }: WayToStand,
): { readonly slope: Vec3; readonly normal: Vec3; readonly height: number } | null {
  const [first, last] = [createTouch(), createTouch()];
  const atBall = ground.heightBelow(ball[0], below, ball[2], last);
  const under = ground.heightBelow(heel[0], below, heel[2], first);
  const level: Vec3 = [ball[0] - heel[0], 0, ball[2] - heel[2]];
  const long = Math.sqrt(dot(level, level));
  // A heel that hangs over an edge is level with the ball.
  const atHeel = onHeel ? under : atBall;
  if (!Number.isFinite(atHeel) || !Number.isFinite(atBall)) return null;
  const rise = (atBall - atHeel) / long;
  const slope = normalize([level[0], atBall - atHeel, level[2]]);
  if (Math.abs(slope[1]) > sin(STEEPEST)) return null;
  const above = (share: number): number => {
    const [x, , z] = lerp(heel, ball, share);
    return (ground.heightBelow(x, below, z) - (atHeel + share * long * rise)) / size;
  };
  for (const share of onHeel ? [0.25, 0.5, 0.75] : [0.75]) if (Math.abs(above(share)) > UNEVEN) return null;
  // Toes and the heel's back may be over an edge, but not in what rises there.
  const beyond = Math.sqrt((toe[0] - ball[0]) ** 2 + (toe[2] - ball[2]) ** 2);
  for (const share of [(-margin * size) / long, 0, 0.5, 1 + (beyond + margin * size) / long])
    if (above(share) > UNEVEN) return null;
  const isOnePlane = onHeel && dot(vec3At(first.normal, 0), vec3At(last.normal, 0)) > ONE_PLANE;
  const up = isOnePlane ? vec3At(first.normal, 0) : UNIT_Y;
  return { slope, normal: normalize(rejectFrom(up, slope), UNIT_Y), height: (atHeel + atBall) / 2 };
}

/** A point of a foot that stands on the floor, where the footing brings it. */
export function onFooting({ from, to, turn }: Footing, point: Vec3): Vec3 {
  return add(to, rotate(turn, subtract(point, from)));
}
