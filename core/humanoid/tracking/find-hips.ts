import { wrapAngle } from '../../math/angles.ts';
import { exp, hypot, writeSineCosine } from '../../math/elementary.ts';
import { multiplyPacked, NO_TURN, rotatePacked, shortestArcPacked, slerpPacked } from '../../math/packed-quats.ts';
import { yawOf, type StandingBody } from './standing-body.ts';
import { PLACE_AT } from './tracked-places.ts';

/** Seconds in which a body turns two thirds of the way to where head and hands point. */
const TURNS_IN = 0.25;
/** Weight of the hands beside the head, both stretched out ahead. */
const HANDS = 0.6;
/**
 * Share of the way that the neck is ahead of the feet by which hips go the other way in a deep bow, so that the body stays over its feet, and metres of that way
 * from which it is more bow than stoop, for a figure of 1.75 m. Fitted to captured motion.
 */
const BALANCES = 0.35;
const STOOPS = 0.2;
/** Share of the trunk that a body bows ahead at most, and share of a bow that the hips turn with it. */
const MOST_BOW = 0.9;
const BOWS = 0.5;

const HEAD = PLACE_AT.head;
const LEFT = PLACE_AT.leftHand;
const RIGHT = PLACE_AT.rightHand;
const HIPS = PLACE_AT.hips;

/** How a body stands whose hips have no tracker: 0 its turn about the vertical, radians; 1 to 3 where its neck is; 4 the sine by which its head looks down. */
export type FoundBody = Float64Array;

/** Numbers of a found body. */
export const YAW = 0;
export const NECK = 1;
export const DOWN = 4;
/** How many numbers there are. */
export const FOUND_SIZE = 5;

/** Scratch: a turn about the vertical, the arc of a bow, and four vectors. */
const turn = /* @__PURE__ */ new Float64Array(4);
const arc = /* @__PURE__ */ new Float64Array(4);
const v = /* @__PURE__ */ new Float64Array(12);

/** Follows, in so many seconds, where head and hands say that the body looks; at once where that is the first time. */
export function findYaw(body: StandingBody, found: FoundBody, places: Float64Array, seconds: number, isFirst: boolean): void {
  rotatePacked(places, HEAD + 3, body.facingOfHead, 0, v, 0);
  rotatePacked(places, HEAD + 3, body.neckOfHead, 0, v, 3);
  for (let c = 0; c < 3; c++) found[NECK + c] = places[HEAD + c]! + v[3 + c]!;
  found[DOWN] = -v[1]!;
  const share = HANDS / (2 * body.arm);
  const x = v[0]! + share * (places[LEFT]! + places[RIGHT]! - 2 * found[NECK]!);
  const z = v[2]! + share * (places[LEFT + 2]! + places[RIGHT + 2]! - 2 * found[NECK + 2]!);
  if (x === 0 && z === 0) return;
  const left = wrapAngle(yawOf(body, x, z) - found[YAW]!);
  found[YAW] = found[YAW]! + left * (isFirst ? 1 : 1 - exp(-seconds / TURNS_IN));
}

/** By how far the neck can be ahead of the hips at its height: the farther the lower, and 0 for one as high as a body that stands upright. */
export function bowOf({ hips, trunk }: StandingBody, found: FoundBody): number {
  const height = found[NECK + 1]! - hips[1]!;
  return Math.sqrt(Math.max(0, trunk * trunk - height * Math.max(0, height)));
}

/**
 * Writes to the places where hips are and how they are turned, for a body whose feet stand about the place (x, z) of the floor. A neck that is over the feet has
 * the hips below it: the body crouches. One that is ahead of them has the hips go back: the body bows.
 *
 * With e from where the neck would be over the feet to where it is, the hips are s = t + (1 + k) e |e| / (|e| + b) behind it, t as the body stands: people stoop
 * and walk ahead of their feet before they bow.
 */
export function findHips(body: StandingBody, found: FoundBody, x: number, z: number, places: Float64Array): void {
  const { neck, hips, trunk, between, hipsTurn, size } = body;
  writeYaw(found[YAW]!, turn);
  for (let c = 0; c < 3; c++) {
    v[c] = neck[c]! - hips[c]!;
    v[3 + c] = neck[c]! - between[c]!;
  }
  rotatePacked(turn, 0, v, 0, v, 0);
  rotatePacked(turn, 0, v, 3, v, 3);
  const awayX = found[NECK]! - x - v[3]!;
  const awayZ = found[NECK + 2]! - z - v[5]!;
  const away = hypot(awayX, awayZ);
  const gain = ((1 + BALANCES) * away) / (away + STOOPS * size);
  const bowX = v[0]! + gain * awayX;
  const bowZ = v[2]! + gain * awayZ;
  const bow = hypot(bowX, bowZ);
  const upright = hypot(v[0]!, v[2]!);
  const most = Math.max(upright, Math.min(MOST_BOW * trunk, bowOf(body, found)));
  const share = bow > most ? most / bow : 1;
  v[6] = share * bowX;
  v[8] = share * bowZ;
  v[7] = Math.sqrt(Math.max(0, trunk * trunk - v[6] * v[6] - v[8] * v[8]));
  for (let c = 0; c < 3; c++) places[HIPS + c] = found[NECK + c]! - v[6 + c]!;
  shortestArcPacked(v, 0, v, 6, arc, 0);
  slerpPacked(NO_TURN, 0, arc, 0, BOWS, arc, 0);
  multiplyPacked(turn, 0, hipsTurn, 0, places, HIPS + 3);
  multiplyPacked(arc, 0, places, HIPS + 3, places, HIPS + 3);
}

/** `into` ← the turn by an angle about the vertical. */
export function writeYaw(angle: number, into: Float64Array): void {
  into[1] = angle / 2;
  writeSineCosine(into, 1);
  into[3] = into[2]!;
  into[0] = 0;
  into[2] = 0;
}
