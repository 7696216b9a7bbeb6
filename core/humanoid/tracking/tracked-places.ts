import { checkCoordinates, checkUnit } from '../../math/check-numbers.ts';
import { checkObject, isList, isObject, spellOut } from '../../math/check-values.ts';
import { checkFieldsOf, type FieldsOf } from '../../math/near-names.ts';
import type { Quat } from '../../math/quat.ts';
import { MOST_METRES, UNIT_LENGTH_TOLERANCE } from '../../math/tolerances.ts';
import type { Vec3 } from '../../math/vec3.ts';

/** What a tracker follows: head and hands always, hips and feet where something is worn there. */
export const TRACKED_PARTS = ['head', 'leftHand', 'rightHand', 'hips', 'leftFoot', 'rightFoot'] as const;

/** One of {@link TRACKED_PARTS}. */
export type TrackedPart = (typeof TRACKED_PARTS)[number];

/** Where a part of a body is, and how it is turned. */
export interface TrackedPlace {
  /** World, metres. */
  readonly position: Vec3;
  /** World rotation, a unit quaternion. */
  readonly rotation: Quat;
}

/** Where the parts of a body are. */
export type TrackedPlaces = Readonly<Partial<Record<TrackedPart, TrackedPlace>>>;

/** Parts without which no body is found. */
const NEEDED: readonly TrackedPart[] = ['head', 'leftHand', 'rightHand'];

/** Numbers of a part among all: 3 of its place, 4 of its rotation. */
export const PLACE_SIZE = 7;

/** Where a part's numbers begin among those of all. */
export const PLACE_AT = { head: 0, leftHand: 7, rightHand: 14, hips: 21, leftFoot: 28, rightFoot: 35 } as const;

/** The same of the left foot and the right one. */
export const FOOT_AT = [28, 35] as const;

/** Throws a `RangeError` of one sentence unless the places can be used and, where they are the first, have head and hands. */
export function checkPlaces(places: TrackedPlaces, what: string, areFirst: boolean): void {
  checkObject(places, what);
  for (const part in places) {
    if (TRACKED_PARTS.includes(part as TrackedPart)) continue;
    throw new RangeError(`${what} may have ${TRACKED_PARTS.join(', ')}, got ${spellOut(part)}`);
  }
  for (let p = 0; p < TRACKED_PARTS.length; p++) {
    const part = TRACKED_PARTS[p]!;
    const place = places[part];
    if (place === undefined) {
      if (areFirst && NEEDED.includes(part)) throw new RangeError(`${what} must have ${NEEDED.join(', ')}, got no ${part}`);
      continue;
    }
    checkPlace(place, what, part);
  }
}

const PLACE_FIELDS: FieldsOf<TrackedPlace> = { position: true, rotation: true };

/** The sentence is made only where it is needed: places are checked ninety times a second. */
function checkPlace(place: TrackedPlace, what: string, part: TrackedPart): void {
  if (isPlace(place)) return;
  try {
    checkFieldsOf(place, PLACE_FIELDS, 'a place');
    checkCoordinates(place.position, 3, 'the position');
    checkUnit(place.rotation, 4, 'the rotation');
  } catch (refusal) {
    throw new RangeError(`${what}: ${part}: ${(refusal as Error).message}`);
  }
}

/** What `checkPlace` asks, without a call that is handed numbers: engines allocate those. */
function isPlace(place: TrackedPlace): boolean {
  if (!isObject(place)) return false;
  const { position, rotation } = place;
  if (!isList(position) || !isList(rotation) || position.length !== 3 || rotation.length !== 4) return false;
  let squares = 0;
  for (let c = 0; c < 4; c++) {
    const turn = rotation[c]!;
    const metres = c < 3 ? position[c]! : 0;
    if (typeof turn !== 'number' || typeof metres !== 'number' || !(Math.abs(metres) <= MOST_METRES)) return false;
    squares += turn * turn;
  }
  return Math.abs(squares - 1) < UNIT_LENGTH_TOLERANCE;
}

/** Writes the places that are there to the numbers of all parts. */
export function readPlaces(places: TrackedPlaces, into: Float64Array): void {
  for (let p = 0; p < TRACKED_PARTS.length; p++) {
    const place = places[TRACKED_PARTS[p]!];
    if (place === undefined) continue;
    for (let c = 0; c < 3; c++) into[PLACE_SIZE * p + c] = place.position[c]!;
    for (let c = 0; c < 4; c++) into[PLACE_SIZE * p + 3 + c] = place.rotation[c]!;
  }
}
