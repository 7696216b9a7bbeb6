import { clamp } from '../../math/angles.ts';
import { planeFrame } from '../../humanoid/limbs/fold-limb.ts';
import { limbPlaces } from '../../humanoid/body/limbs.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { conjugate, multiply, rotate, shortestArc, toRotationVector, type Quat } from '../../math/quat.ts';
import { add, dot, length, normalize, rejectFrom, scale, subtract, UNIT_X, UNIT_Y, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { bodyTurn, inBodyAxes, otherSideOf, otherTurnOf, placeFromHips, type BodyLimb, type BodyPlan } from './body-plan.ts';

/**
 * One pose in numbers that mean the same on every figure: where each number stands in the row.
 *
 * - `PLACES`: 3 an effector, from the hips, in lengths of the trunk.
 * - `AXES`: 6 for each of the first {@link ENDS} effectors, the directions of its x and y axis as the hips see them.
 * - `TRUNK`: 3 a joint of the trunk, its own rotation vector.
 * - `SHOULDERS`: a side {@link SHOULDER}: 3 for the hand's place from the collar bone in lengths of the arm, 3 for its own rotation vector.
 * - `LIMBS`: a limb {@link LIMB}: see there.
 *
 * What belongs to a right limb is stored as if it were a left one, so that both sides teach each other.
 */
export const PLACES = 0;
export const AXES = 33;
export const TRUNK = 63;
export const SHOULDERS = 78;
export const LIMBS = 90;
export const STRIDE = 186;

/** Effectors as `BodyPlan.effectors` has them, and how many of them, the first, are ends of the body. */
export const EFFECTORS = 11;
export const ENDS = 5;
export const TRUNK_JOINTS = 5;
/** Numbers of a side at {@link SHOULDERS}, and where the rotation vector begins. */
export const SHOULDER = 6;
export const SHOULDER_TURN = 3;
/**
 * Numbers of a limb at {@link LIMBS}: 3 for the place of its end from its root in limb lengths and 6 for the end's axes, both as the joint that
 * carries the limb sees them; 3 for the {@link easyBend}; 2 for where it bends to, a unit vector about its line; 1 for how far its bend is off that line, 0 to 1; 9 for
 * the rotation vectors of its joints.
 */
export const LIMB = 24;
export const LIMB_AXES = 3;
export const LIMB_EASY = 9;
export const LIMB_POLE = 12;
export const LIMB_SHARPNESS = 14;
export const LIMB_TURNS = 15;

/** Share of a limb's length by which a bend is off its line when it says as much as any. */
const SHARP = 0.16;

/** Writes the row of a pose, and after it the row of the same pose on the other side of the body. */
export function writeRows(rig: Rig, plan: BodyPlan, pose: Pose, world: WorldTransforms, table: Float32Array, row: number): void {
  forwardKinematics(rig.skeleton, pose, world);
  const at = STRIDE * row;
  table.fill(0, at, at + 2 * STRIDE);
  const toBody = conjugate(bodyTurn(plan, plan.hips, worldRotation(world, plan.hips)));
  const hips = worldPosition(world, plan.hips);
  plan.effectors.forEach((joint, e) => {
    if (joint === undefined) return;
    table.set(placeFromHips(plan, toBody, hips, worldPosition(world, joint)), at + PLACES + 3 * e);
    if (e < ENDS) table.set(axesOf(multiply(toBody, bodyTurn(plan, joint, worldRotation(world, joint)))), at + AXES + 6 * e);
  });
  plan.trunk.forEach((joint, i) => {
    if (joint !== undefined) table.set(turnOf(plan, pose, joint, false), at + TRUNK + 3 * i);
  });
  plan.shoulders.forEach((joint, side) => {
    const arm = plan.limbs[side];
    if (joint === undefined || !arm) return;
    const o = at + SHOULDERS + SHOULDER * side;
    table.set(shoulderPlace(plan, world, joint, arm, worldPosition(world, arm.end)), o);
    table.set(turnOf(plan, pose, joint, arm.isRight), o + SHOULDER_TURN);
  });
  plan.limbs.forEach((limb, l) => {
    if (limb) writeLimb(plan, pose, world, limb, table, at + LIMBS + LIMB * l);
  });
  mirrorRow(table, at, at + STRIDE);
}

function writeLimb(plan: BodyPlan, pose: Pose, world: WorldTransforms, limb: BodyLimb, table: Float32Array, o: number): void {
  const [root, bend, end] = limbPlaces(world, limb);
  const place = limbPlace(plan, world, limb, root, end);
  table.set(place, o);
  const turn = limbTurn(plan, world, limb, worldRotation(world, limb.end));
  table.set(axesOf(turn), o + LIMB_AXES);
  table.set(easyBend(limb, place, turn), o + LIMB_EASY);
  const line = normalize(place);
  const off = rejectFrom(limbPlace(plan, world, limb, root, bend), line);
  table.set(bendAbout(limb, line, off), o + LIMB_POLE);
  const share = length(off) / SHARP;
  table[o + LIMB_SHARPNESS] = Math.min(1, share * share);
  [limb.upper, limb.bend, limb.end].forEach((joint, i) =>
    table.set(turnOf(plan, pose, joint, limb.isRight), o + LIMB_TURNS + 3 * i),
  );
}

/** The direction `off` in which a limb bends off its line, about that line as `LIMB_POLE` has it; both as {@link limbPlace} has them. */
export function bendAbout({ middle, front, aside }: BodyLimb, line: Vec3, off: Vec3): readonly [number, number] {
  const pole = rotate(shortestArc(line, middle), normalize(off));
  return [dot(pole, front), dot(pole, aside)];
}

/** `place` of the world from the root of a limb, as the joint that carries it sees it, in lengths of the limb, as if it were a left one. */
export function limbPlace(plan: BodyPlan, world: WorldTransforms, limb: BodyLimb, root: Vec3, place: Vec3): Vec3 {
  const seen = scale(rotate(fromCarrier(plan, world, limb), subtract(place, root)), 1 / limb.length);
  return limb.isRight ? otherSideOf(seen) : seen;
}

/** How a limb's end that has this world rotation is turned from rest, as for {@link limbPlace}. */
export function limbTurn(plan: BodyPlan, world: WorldTransforms, limb: BodyLimb, rotation: Quat): Quat {
  const turn = multiply(fromCarrier(plan, world, limb), bodyTurn(plan, limb.end, rotation));
  return limb.isRight ? otherTurnOf(turn) : turn;
}

/**
 * Where a limb would bend to if its hand or foot, at `place` and turned by `turn` as {@link limbPlace} and {@link limbTurn} have them, were to be turned
 * as little as possible against the bone that carries it: c² cos φ, c² sin φ and c², with φ the angle of the bend about the limb's line as `LIMB_POLE` has it and c the
 * cosine of half the angle that is left. Of the product of the turn and the inverse of the bone's at φ = 0, φ is the twist about the line.
 */
export function easyBend({ middle, front, aside, upperShare, lowerAtRest }: BodyLimb, place: Vec3, turn: Quat): Vec3 {
  const span = clamp(length(place), Math.abs(1 - 2 * upperShare), 1);
  if (span === 0) return [0, 0, 0];
  // With the line along `middle` and the bend towards `front`: how far along and off the line the bend is.
  const along = (span * span + upperShare * upperShare - (1 - upperShare) * (1 - upperShare)) / (2 * span);
  const off = Math.sqrt(Math.max(0, upperShare * upperShare - along * along));
  const lower = subtract(scale(middle, span), add(scale(middle, along), scale(front, off)));
  const bone = multiply(planeFrame(lower, scale(aside, -1)), conjugate(lowerAtRest));
  const [x, y, z, w] = multiply(multiply(shortestArc(normalize(place), middle), turn), conjugate(bone));
  const s = x * middle[0] + y * middle[1] + z * middle[2];
  return [w * w - s * s, 2 * w * s, w * w + s * s];
}

/** The hand's place from the collar bone, as for {@link limbPlace}. */
export function shoulderPlace(plan: BodyPlan, world: WorldTransforms, shoulder: number, arm: BodyLimb, hand: Vec3): Vec3 {
  return limbPlace(plan, world, arm, worldPosition(world, shoulder), hand);
}

/** From the world to the body's axes as the joint that carries a limb has them. */
export function fromCarrier(plan: BodyPlan, world: WorldTransforms, limb: BodyLimb): Quat {
  const carrier = limb.isArm ? plan.chest : plan.hips;
  return conjugate(bodyTurn(plan, carrier, worldRotation(world, carrier)));
}

export function axesOf(turn: Quat): readonly number[] {
  return [...rotate(turn, UNIT_X), ...rotate(turn, UNIT_Y)];
}

function turnOf(plan: BodyPlan, pose: Pose, joint: number, isRight: boolean): Vec3 {
  const turn = inBodyAxes(plan, joint, rotationOf(pose, joint));
  return toRotationVector(isRight ? otherTurnOf(turn) : turn);
}

/** Effectors, sides and limbs of the other side. */
const OTHER_EFFECTOR = [0, 2, 1, 4, 3, 5, 6, 8, 7, 10, 9];
const OTHER_LIMB = [1, 0, 3, 2];

function mirrorRow(table: Float32Array, from: number, to: number): void {
  OTHER_EFFECTOR.forEach((other, e) => {
    copySigned(table, from + PLACES + 3 * e, to + PLACES + 3 * other, [-1, 1, 1]);
    // The x axis of a turned body is also that of its other side, backwards.
    if (e < ENDS) copySigned(table, from + AXES + 6 * e, to + AXES + 6 * other, [1, -1, -1, -1, 1, 1]);
  });
  for (let i = 0; i < TRUNK_JOINTS; i++) copySigned(table, from + TRUNK + 3 * i, to + TRUNK + 3 * i, [1, -1, -1]);
  for (let side = 0; side < 2; side++)
    table.copyWithin(
      to + SHOULDERS + SHOULDER * (1 - side),
      from + SHOULDERS + SHOULDER * side,
      from + SHOULDERS + SHOULDER * (side + 1),
    );
  OTHER_LIMB.forEach((other, l) =>
    table.copyWithin(to + LIMBS + LIMB * other, from + LIMBS + LIMB * l, from + LIMBS + LIMB * (l + 1)),
  );
}

function copySigned(table: Float32Array, from: number, to: number, signs: readonly number[]): void {
  signs.forEach((sign, i) => (table[to + i] = sign * table[from + i]!));
}
