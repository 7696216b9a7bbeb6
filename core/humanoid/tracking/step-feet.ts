import { clamp, wrapAngle } from '../../math/angles.ts';
import { hypot } from '../../math/elementary.ts';
import { multiplyPacked, rotatePacked } from '../../math/packed-quats.ts';
import { smooth } from '../../math/soft-stretch.ts';
import type { BodyOverFeet } from './body-over-feet.ts';
import { writeYaw } from './find-hips.ts';
import type { StandingBody } from './standing-body.ts';
import { FOOT_AT } from './tracked-places.ts';

/** Metres that a foot may be off its place under the body before it steps, standing, and more a metre a second of a walk; for a figure of 1.75 m. */
const LEEWAY = 0.06;
const STRIDES = 0.08;
/** Radians that it may be turned off it. */
const TURNED = 0.45;
/** Seconds of a step, how few of one of a body that would leave its other foot behind, and how far behind that may be: metres for a figure of 1.75 m. */
const STEP = 0.36;
const QUICK_STEP = 0.18;
const BEHIND = 0.42;
/** Metres that a step of this length lifts the foot. */
const LIFT = 0.09;
const FULL_STEP = 0.3;
/** Metres beyond which both feet are put under the body at once: nobody walked there. */
const LEAP = 1.2;

/** Numbers of a foot: where it stands or stepped from (x, z, turn), where it steps to, how much of a step it has made (1: it stands), and its seconds. */
const FROM = 0;
const TO = 3;
const DONE = 6;
const LASTS = 7;
const FOOT_SIZE = 8;

/** Feet that step by themselves: left and right, 8 numbers each. */
export type SteppingFeet = Float64Array;

/** Feet that have nowhere to stand yet. */
export function steppingFeet(): SteppingFeet {
  return new Float64Array(2 * FOOT_SIZE);
}

/** Puts both feet under the body. */
export function placeFeet(standing: StandingBody, feet: SteppingFeet, body: BodyOverFeet): void {
  for (let foot = 0; foot < 2; foot++) {
    writeHome(standing, foot, body, 0, feet, FOOT_SIZE * foot + FROM);
    feet[FOOT_SIZE * foot + DONE] = 1;
  }
}

/** Lets so many seconds pass: a foot that is on its way goes on to where the body will be, and where none is, the one that is farthest off begins. */
export function stepFeet(standing: StandingBody, feet: SteppingFeet, body: BodyOverFeet, seconds: number): void {
  for (let foot = 0; foot < 2; foot++) {
    const f = FOOT_SIZE * foot;
    if (feet[f + DONE] === 1) continue;
    const left = (1 - feet[f + DONE]!) * feet[f + LASTS]!;
    writeHome(standing, foot, body, left + STEP / 2, feet, f + TO);
    feet[f + DONE] = Math.min(1, feet[f + DONE]! + seconds / feet[f + LASTS]!);
    if (feet[f + DONE] === 1) for (let c = 0; c < 3; c++) feet[f + FROM + c] = feet[f + TO + c]!;
  }
  if (feet[DONE] !== 1 || feet[FOOT_SIZE + DONE] !== 1) return;
  const speed = hypot(body.speedX, body.speedZ);
  const leeway = standing.size * (LEEWAY + STRIDES * Math.min(2, speed / standing.size));
  let first = -1;
  let most = 1;
  let farthest = 0;
  for (let foot = 0; foot < 2; foot++) {
    const f = FOOT_SIZE * foot;
    writeHome(standing, foot, body, 0, feet, f + TO);
    const away = hypot(feet[f + TO]! - feet[f + FROM]!, feet[f + TO + 1]! - feet[f + FROM + 1]!);
    if (away > LEAP * standing.size) return placeFeet(standing, feet, body);
    const off = away / leeway + Math.abs(wrapAngle(feet[f + TO + 2]! - feet[f + FROM + 2]!)) / TURNED;
    farthest = Math.max(farthest, away);
    if (off <= most) continue;
    most = off;
    first = f;
  }
  if (first < 0) return;
  feet[first + DONE] = 0;
  feet[first + LASTS] = speed > 0 ? clamp((BEHIND * standing.size - farthest) / speed, QUICK_STEP, STEP) : STEP;
}

/** `into[at…]` ← x, z and turn of the place under the body where a foot stands, `ahead` seconds from now. */
function writeHome(
  standing: StandingBody,
  foot: number,
  body: BodyOverFeet,
  ahead: number,
  into: Float64Array,
  at: number,
): void {
  writeYaw(body.yaw, turn);
  for (let c = 0; c < 3; c++) v[c] = standing.feet[foot]![c]! - standing.between[c]!;
  rotatePacked(turn, 0, v, 0, v, 0);
  into[at] = body.x + v[0]! + ahead * body.speedX;
  into[at + 1] = body.z + v[2]! + ahead * body.speedZ;
  into[at + 2] = body.yaw;
}

const turn = /* @__PURE__ */ new Float64Array(4);
const v = /* @__PURE__ */ new Float64Array(3);

/** Writes to the places where a foot (0 left, 1 right) is: where it stands, or on the arc of its step. */
export function writeFoot(standing: StandingBody, feet: SteppingFeet, foot: number, places: Float64Array): void {
  const f = FOOT_SIZE * foot;
  const at = FOOT_AT[foot]!;
  const done = feet[f + DONE]!;
  const share = done === 1 ? 0 : smooth(done);
  const x = feet[f + TO]! - feet[f + FROM]!;
  const z = feet[f + TO + 1]! - feet[f + FROM + 1]!;
  const reach = Math.min(1, 0.4 + hypot(x, z) / (FULL_STEP * standing.size));
  places[at] = feet[f + FROM]! + share * x;
  places[at + 1] = standing.feet[foot]![1]! + LIFT * standing.size * reach * 4 * share * (1 - share);
  places[at + 2] = feet[f + FROM + 1]! + share * z;
  writeYaw(feet[f + FROM + 2]! + share * wrapAngle(feet[f + TO + 2]! - feet[f + FROM + 2]!), turn);
  multiplyPacked(turn, 0, standing.feetTurn[foot]!, 0, places, at + 3);
}
