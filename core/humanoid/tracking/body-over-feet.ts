import { exp, hypot } from '../../math/elementary.ts';
import { rotatePacked } from '../../math/packed-quats.ts';
import { smooth } from '../../math/soft-stretch.ts';
import { bowOf, DOWN, NECK, writeYaw, YAW, type FoundBody } from './find-hips.ts';
import { yawOf, type StandingBody } from './standing-body.ts';
import { PLACE_AT } from './tracked-places.ts';

/** Seconds over which the speed of a body is measured. */
const MEASURED = 0.15;
/**
 * Share of how far a body can bow, beyond a stoop of so many metres for a figure of 1.75 m, that leaves its feet where they are; and how many times as much
 * where it looks down, since who walks looks ahead. Our choice.
 */
const BOWS = 0.6;
const STOOP = 0.2;
const LOOKS_DOWN = 4;

const HIPS = PLACE_AT.hips;
const LEFT = PLACE_AT.leftFoot;
const RIGHT = PLACE_AT.rightFoot;

/** Where the body is that feet step after: the place of the floor below it, its turn from rest, and how fast it goes. World, metres, radians, seconds. */
export interface BodyOverFeet {
  x: number;
  z: number;
  yaw: number;
  speedX: number;
  speedZ: number;
}

/** Writes where the body is, so many seconds later: below tracked hips, or below the neck of a body that does not bow. */
export function writeBody(
  standing: StandingBody,
  found: FoundBody,
  places: Float64Array,
  body: BodyOverFeet,
  areHipsTracked: boolean,
  seconds: number,
  isFirst: boolean,
): void {
  const { x, z } = body;
  if (areHipsTracked) overHips(standing, places, body);
  else overNeck(standing, found, places, body, isFirst);
  if (seconds === 0 || isFirst) return;
  const share = 1 - exp(-seconds / MEASURED);
  body.speedX += share * ((body.x - x) / seconds - body.speedX);
  body.speedZ += share * ((body.z - z) / seconds - body.speedZ);
}

function overHips(standing: StandingBody, places: Float64Array, body: BodyOverFeet): void {
  rotatePacked(places, HIPS + 3, standing.facingOfHips, 0, v, 0);
  body.yaw = yawOf(standing, v[0]!, v[2]!);
  writeBeside(standing.between, standing.hips, body.yaw);
  body.x = places[HIPS]! + v[0]!;
  body.z = places[HIPS + 2]! + v[2]!;
}

/** The neck may be ahead of the feet by a share of how far the body can bow at its height, and they stay. */
function overNeck(standing: StandingBody, found: FoundBody, places: Float64Array, body: BodyOverFeet, isFirst: boolean): void {
  body.yaw = found[YAW]!;
  writeBeside(standing.between, standing.neck, body.yaw);
  body.x = found[NECK]! + v[0]!;
  body.z = found[NECK + 2]! + v[2]!;
  if (isFirst) return;
  const x = body.x - (places[LEFT]! + places[RIGHT]!) / 2;
  const z = body.z - (places[LEFT + 2]! + places[RIGHT + 2]!) / 2;
  const away = hypot(x, z);
  if (away === 0) return;
  const bows = Math.max(0, bowOf(standing, found) - STOOP * standing.size);
  const kept = Math.min(away, BOWS * (1 + LOOKS_DOWN * smooth(found[DOWN]!)) * bows) / away;
  body.x -= kept * x;
  body.z -= kept * z;
}

/** `v` ← from one place of the standing body to another, as it is turned by `yaw`. */
function writeBeside(to: Float64Array, from: Float64Array, yaw: number): void {
  writeYaw(yaw, turn);
  for (let c = 0; c < 3; c++) v[c] = to[c]! - from[c]!;
  rotatePacked(turn, 0, v, 0, v, 0);
}

const turn = /* @__PURE__ */ new Float64Array(4);
const v = /* @__PURE__ */ new Float64Array(3);
