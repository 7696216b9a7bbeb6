import { writeSineCosine } from '../../math/elementary.ts';
import { multiplyPacked, rotatePacked } from '../../math/packed-quats.ts';
import { addScaledPacked, distancePacked } from '../../math/packed-vectors.ts';
import type { StandingBody } from './standing-body.ts';
import { PLACE_AT, FOOT_AT } from './tracked-places.ts';

/** Radians that a heel rises at most, and halvings in which the least rise is found from which the leg reaches its ankle. */
const MOST = 1.1;
const HALVINGS = 12;
/** Share of its length that a leg spans. */
const STRAIGHT = 0.999;

const HIPS = PLACE_AT.hips;

/** Scratch: where the leg begins, the ankle, the ball, what the heel turns about, and from the ball to the ankle; a turn. */
const v = /* @__PURE__ */ new Float64Array(15);
const HIP = 0;
const ANKLE = 3;
const BALL = 6;
const AXIS = 9;
const BACK = 12;
const turn = /* @__PURE__ */ new Float64Array(4);

/**
 * Raises at the places the heel of a foot (0 left, 1 right) whose leg does not reach its ankle from the hips: the foot turns about its ball by the least angle
 * from which the leg reaches, so that the ball stays where it stands.
 */
export function raiseHeel(standing: StandingBody, foot: number, places: Float64Array): void {
  const at = FOOT_AT[foot]!;
  rotatePacked(places, HIPS + 3, standing.hip[foot]!, 0, v, HIP);
  addScaledPacked(places, HIPS, 1, v, HIP, v, HIP);
  const reach = STRAIGHT * standing.leg[foot]!;
  if (distancePacked(v, HIP, places, at) <= reach) return;
  rotatePacked(places, at + 3, standing.ball[foot]!, 0, v, BALL);
  for (let c = 0; c < 3; c++) v[BACK + c] = -v[BALL + c]!;
  addScaledPacked(places, at, 1, v, BALL, v, BALL);
  rotatePacked(places, at + 3, standing.leftOfFoot[foot]!, 0, v, AXIS);
  let low = 0;
  let high = MOST;
  for (let halving = 0; halving < HALVINGS; halving++) {
    const angle = (low + high) / 2;
    turn[2] = angle / 2;
    lift();
    if (distancePacked(v, HIP, v, ANKLE) > reach) low = angle;
    else high = angle;
  }
  turn[2] = high / 2;
  lift();
  for (let c = 0; c < 3; c++) places[at + c] = v[ANKLE + c]!;
  multiplyPacked(turn, 0, places, at + 3, places, at + 3);
}

/** Turns the ankle about the ball by twice the angle in `turn[2]`: a number that is handed on would be allocated. */
function lift(): void {
  writeSineCosine(turn, 2);
  const sine = turn[2]!;
  for (let c = 0; c < 3; c++) turn[c] = sine * v[AXIS + c]!;
  rotatePacked(turn, 0, v, BACK, v, ANKLE);
  addScaledPacked(v, BALL, 1, v, ANKLE, v, ANKLE);
}
