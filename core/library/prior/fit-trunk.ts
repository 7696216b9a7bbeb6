import { clampJoint } from '../../humanoid/limbs/fold-limb.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { solveCholesky } from '../../math/cholesky.ts';
import { conjugate, fromRotationVector, multiply, normalizeQuat, rotate, toRotationVector, type Quat } from '../../math/quat.ts';
import { cross, distance, length, scale, subtract, UNIT_X, UNIT_Y, UNIT_Z, type Vec3 } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { BodyLimb, BodyPlan } from './body-plan.ts';

/** What a trunk carries and where that is to be, world, metres; null where nothing is asked. */
export interface TrunkEnds {
  readonly head: Vec3 | null;
  /** Heard only beside the place of the head. */
  readonly headRotation: Quat | null;
  /** Left and right. */
  readonly hands: readonly (Vec3 | null)[];
}

/** Turns the joints of the trunk and the collar bones, in place, so that the head comes to where it is asked for and hands are within easy reach. */
export type TrunkFit = (pose: Pose, ends: TrunkEnds, isKept: (joint: number) => boolean) => void;

/** Each leaves a small part of what was missing; less than this, in lengths of the trunk, is none. */
const STEPS = 3;
const NOTHING = 1e-4;
/** What keeps turns small where the trunk is straight and the head asked for along its line, in squares of its length. */
const DAMPING = 0.02;
/** Share of the trunk's length by which a step moves the head at most: what is further off is not on the arc that the joints begin to turn it on. */
const STEP = 0.25;
/** Radians by which a step turns the head at most. */
const TURN_STEP = 0.8;
/** How readily the head, and collar bones, turn beside a joint of the spine. Our choice, by trial on motion capture, as are the next three. */
const HEAD = 3;
const COLLAR = 0.3;
/** Share of an arm's length beyond which a hand is not within easy reach: arms are seldom straight. */
const EASY_REACH = 0.98;
/** What a straight arm may still be left as, in squares of the trunk's length, and the share of its length beyond that at which it counts by half. */
const STRAIGHT = 0.05;
const HALF_COUNTED = 0.01;

/** Three for the head's place, three for its rotation, one an arm, and one that fills the last block of `solveCholesky`. */
const ROWS = 9;
const AXES = [UNIT_X, UNIT_Y, UNIT_Z];

/**
 * By damped least squares: of all turns ω of the joints that give what is missing, e, those with the least Σ |ω|² / w, with w how readily a joint turns: ω = W Jᵀ λ with
 * (J W Jᵀ + damping) λ = e. With r from a joint to what it carries, ω × r is how far a turn moves that: for the head along each axis, for the root
 * of an arm that is nearly straight towards the hand. The head's rotation counts in lengths of the trunk. Repeated, as all this goes on arcs. Owns its
 * scratch.
 */
export function createTrunkFit(rig: Rig, plan: BodyPlan): TrunkFit {
  const { skeleton } = rig;
  const { trunkLength } = plan;
  const head = plan.effectors[0]!;
  const arms = plan.limbs.filter((limb): limb is BodyLimb => limb?.isArm === true);
  const spine = plan.trunk.filter((joint) => joint !== undefined);
  const joints = [...spine, ...plan.shoulders.filter((joint) => joint !== undefined)];
  const width = 3 * joints.length;
  const carriers = new Map([head, ...arms.map(({ upper }) => upper)].map((joint) => [joint, carriersOf(joint)]));
  const end = Math.max(...carriers.keys()) + 1;
  const world = createWorldTransforms(skeleton);
  const readiness = new Float64Array(joints.length);
  const rows = new Float64Array(ROWS * width);
  const missing = new Float64Array(ROWS);
  const matrix = new Float64Array(ROWS * ROWS);
  const factor = new Float64Array(ROWS * ROWS);
  const solution = new Float64Array(ROWS);
  const damping = Float64Array.of(DAMPING * trunkLength * trunkLength);

  /** Indices into `joints` of those above a joint, and of itself. */
  function carriersOf(joint: number): number[] {
    const above = new Set<number>();
    for (let j = joint; j >= 0; j = skeleton.parents[j]!) above.add(j);
    return [...joints.keys()].filter((i) => above.has(joints[i]!));
  }

  /** How far turns move `joint` along a direction, by `share`. */
  function writeMove(row: number, joint: number, along: Vec3, share: number): void {
    const at = worldPosition(world, joint);
    for (const i of carriers.get(joint)!)
      rows.set(scale(cross(subtract(at, worldPosition(world, joints[i]!)), along), share), row * width + 3 * i);
  }

  function askHead(target: Vec3, rotation: Quat | null): void {
    const at = worldPosition(world, head);
    missing.set(scale(subtract(target, at), Math.min(1, (STEP * trunkLength) / distance(at, target))));
    AXES.forEach((axis, i) => writeMove(i, head, axis, 1));
    if (!rotation) return;
    const turn = toRotationVector(multiply(rotation, conjugate(worldRotation(world, head))));
    missing.set(scale(turn, trunkLength * Math.min(1, TURN_STEP / length(turn))), 3);
    for (const i of carriers.get(head)!) for (let k = 0; k < 3; k++) rows[(3 + k) * width + 3 * i + k] = trunkLength;
  }

  /** Counts more the straighter the arm is, from nothing on: no jumps where a hand leaves easy reach. */
  function askReach(row: number, arm: BodyLimb, hand: Vec3): void {
    const root = worldPosition(world, arm.upper);
    const away = distance(root, hand);
    const over = away - EASY_REACH * arm.length;
    if (over <= 0) return;
    const share = over / (over + HALF_COUNTED * arm.length);
    writeMove(row, arm.upper, scale(subtract(hand, root), 1 / away), share);
    missing[row] = share * Math.min(over, STEP * trunkLength);
  }

  /** J W Jᵀ and what an arm may be left as, row-major; the lower triangle only. */
  function multiplyOut(): void {
    for (let i = 0; i < ROWS; i++) {
      for (let k = 0; k <= i; k++) {
        let sum = 0;
        for (let j = 0, a = i * width, b = k * width; j < readiness.length; j++, a += 3, b += 3)
          sum += readiness[j]! * (rows[a]! * rows[b]! + rows[a + 1]! * rows[b + 1]! + rows[a + 2]! * rows[b + 2]!);
        matrix[i * ROWS + k] = sum;
      }
      if (i >= 6) matrix[i * ROWS + i]! += STRAIGHT * trunkLength * trunkLength;
    }
  }

  function turnJoints(pose: Pose): void {
    joints.forEach((joint, i) => {
      if (readiness[i] === 0) return;
      const turn: [number, number, number] = [0, 0, 0];
      for (let row = 0; row < ROWS; row++)
        for (let k = 0; k < 3; k++) turn[k]! += readiness[i]! * rows[row * width + 3 * i + k]! * solution[row]!;
      const own = fromRotationVector(rotate(conjugate(worldRotation(world, joint)), turn));
      setRotation(pose, joint, normalizeQuat(multiply(rotationOf(pose, joint), own)));
      clampJoint(rig, pose, joint);
    });
  }

  return (pose, { head: target, headRotation, hands }, isKept) => {
    joints.forEach((joint, i) => {
      const ready = joint === head ? (headRotation ? HEAD : 0) : i < spine.length ? 1 : COLLAR;
      readiness[i] = isKept(joint) ? 0 : ready;
    });
    for (let step = 0; step < STEPS; step++) {
      forwardKinematics(skeleton, pose, world, 0, end);
      rows.fill(0);
      missing.fill(0);
      if (target) askHead(target, headRotation);
      for (const arm of arms) {
        const hand = hands[arm.isRight ? 1 : 0];
        if (hand) askReach(arm.isRight ? 7 : 6, arm, hand);
      }
      if (missing.every((value) => Math.abs(value) < NOTHING * trunkLength)) return;
      multiplyOut();
      if (!solveCholesky(matrix, damping, missing, factor, solution, ROWS)) return;
      turnJoints(pose);
    }
  };
}
