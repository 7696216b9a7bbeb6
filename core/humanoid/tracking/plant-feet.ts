import { exp } from '../../math/elementary.ts';
import { anglePacked, copyPacked, divideRightPacked, multiplyPacked, NO_TURN, slerpPacked } from '../../math/packed-quats.ts';
import { distancePacked } from '../../math/packed-vectors.ts';
import type { StandingBody } from './standing-body.ts';
import { FOOT_AT } from './tracked-places.ts';

/** A foot stands that is this near to the height at which it stands, metres for a figure of 1.75 m, and slower than this, metres a second. */
const NEAR_FLOOR = 0.03;
const SLOW = 0.2;
/** It leaves its place once its tracker is so far away from it, metres and radians. */
const LEAVES = 0.035;
const LEAVES_TURN = 0.25;
/** Seconds over which speeds are measured, and in which two thirds go of what a foot is off its tracker when it leaves, and off the floor when it stands. */
const MEASURED = 0.05;
const FADES = 0.06;

/** Numbers of a foot: where it is shown, how far off its tracker (place and rotation each), where its tracker was before, its speed, and whether it stands. */
const SHOWN = 0;
const OFF = 7;
const BEFORE = 14;
const SPEED = 17;
const STANDS = 18;
const FOOT_SIZE = 19;

/** Tracked feet that stay where they stand: left and right. */
export type PlantedFeet = Float64Array;

/** Feet that do not stand yet. */
export function plantedFeet(): PlantedFeet {
  return new Float64Array(2 * FOOT_SIZE);
}

/**
 * Writes to the places where a tracked foot (0 left, 1 right) is shown, so many seconds later. One that is slow near the floor stays where it is on that, to the
 * bit, and sinks to its height, until its tracker has gone some way; then it follows that, and what it is off fades.
 */
export function plantFoot(
  standing: StandingBody,
  feet: PlantedFeet,
  foot: number,
  places: Float64Array,
  seconds: number,
  isFirst: boolean,
): void {
  const f = FOOT_SIZE * foot;
  const at = FOOT_AT[foot]!;
  if (isFirst) beginFoot(feet, f, places, at);
  measureSpeed(feet, f, places, at, seconds);
  const { size } = standing;
  const floor = standing.feet[foot]![1]!;
  const away = distancePacked(feet, f + SHOWN, places, at);
  const isNear = away < LEAVES * size && anglePacked(feet, f + SHOWN + 3, places, at + 3) < LEAVES_TURN;
  const isLow = Math.abs(places[at + 1]! - floor) < NEAR_FLOOR * size;
  const fades = exp(-seconds / FADES);
  if (feet[f + STANDS] === 1 && isNear) {
    feet[f + SHOWN + 1] = floor + fades * (feet[f + SHOWN + 1]! - floor);
  } else if (feet[f + STANDS] === 1) {
    feet[f + STANDS] = 0;
    for (let c = 0; c < 3; c++) feet[f + OFF + c] = feet[f + SHOWN + c]! - places[at + c]!;
    divideRightPacked(feet, f + SHOWN + 3, places, at + 3, feet, f + OFF + 3);
  } else {
    for (let c = 0; c < 3; c++) feet[f + OFF + c] = fades * feet[f + OFF + c]!;
    slerpPacked(NO_TURN, 0, feet, f + OFF + 3, fades, feet, f + OFF + 3);
    for (let c = 0; c < 3; c++) feet[f + SHOWN + c] = places[at + c]! + feet[f + OFF + c]!;
    multiplyPacked(feet, f + OFF + 3, places, at + 3, feet, f + SHOWN + 3);
    if (isNear && isLow && feet[f + SPEED]! < SLOW * size) feet[f + STANDS] = 1;
  }
  for (let c = 0; c < 3; c++) places[at + c] = feet[f + SHOWN + c]!;
  copyPacked(feet, f + SHOWN + 3, places, at + 3);
}

function beginFoot(feet: PlantedFeet, f: number, places: Float64Array, at: number): void {
  for (let c = 0; c < 7; c++) feet[f + SHOWN + c] = places[at + c]!;
  for (let c = 0; c < 7; c++) feet[f + OFF + c] = c === 6 ? 1 : 0;
  for (let c = 0; c < 3; c++) feet[f + BEFORE + c] = places[at + c]!;
  feet[f + SPEED] = 0;
  feet[f + STANDS] = 0;
}

/** The speed of the tracker, the latest counting most. */
function measureSpeed(feet: PlantedFeet, f: number, places: Float64Array, at: number, seconds: number): void {
  if (seconds === 0) return;
  const speed = distancePacked(feet, f + BEFORE, places, at) / seconds;
  feet[f + SPEED] = feet[f + SPEED]! + (speed - feet[f + SPEED]!) * (1 - exp(-seconds / MEASURED));
  for (let c = 0; c < 3; c++) feet[f + BEFORE + c] = places[at + c]!;
}
