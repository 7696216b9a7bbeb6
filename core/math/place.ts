import { atan2, cos, sin } from './elementary.ts';
import { conjugate, fromAxisAngle, rotate, type Quat } from './quat.ts';
import { add, subtract, type Vec3 } from './vec3.ts';

/** Where somebody stands in a scene: the way from their own space, in which they stand at the origin, to the scene's. */
export interface Place {
  /** Where their origin is, metres. */
  readonly at: Vec3;
  /** Radians that they are turned by about +Y, counter-clockwise seen from above. */
  readonly turn: number;
}

/** The place of whoever stands alone. */
export const ORIGIN: Place = { at: [0, 0, 0], turn: 0 };

/** The turn of a place as a unit quaternion. */
export function turnOf({ turn }: Place): Quat {
  return fromAxisAngle([0, 1, 0], turn);
}

/** A point of somebody's own space in the scene's, metres. */
export function fromPlace(place: Place, point: Vec3): Vec3 {
  return add(place.at, rotate(turnOf(place), point));
}

/** A point of the scene's space in somebody's own, metres. */
export function intoPlace(place: Place, point: Vec3): Vec3 {
  return rotate(conjugate(turnOf(place)), subtract(point, place.at));
}

/** Where somebody stands as seen from somebody else: the way from the space of the one to the space of the other. */
export function placeSeenFrom(place: Place, from: Place): Place {
  return { at: intoPlace(from, place.at), turn: place.turn - from.turn };
}

/** The turn brought to −π … π, so that it reads as people say it. */
export function shortTurn(turn: number): number {
  return atan2(sin(turn), cos(turn));
}

/** Whether two places are the same. */
export function isSamePlace(a: Place, b: Place): boolean {
  return a.turn === b.turn && a.at.every((value, axis) => value === b.at[axis]);
}
