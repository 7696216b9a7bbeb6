import type { Goal } from '../../../ik/request/goals.ts';
import { conjugate, rotate, slerp } from '../../../math/quat.ts';
import { add, scale } from '../../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../../skeleton/pose.ts';
import type { Rig } from '../../body/rig.ts';
import type { PinnedLimb } from '../../limbs/pinned-limbs.ts';
import { plantLimb } from '../../limbs/plant-limbs.ts';
import { PIN_ANGLE_TOLERANCE, PIN_PRIORITY, PIN_TOLERANCE } from '../request/pull-goals.ts';

/** Metres from which a place is only a direction. */
const FAR_AWAY = 1e4;

/** The pose with its pinned limbs back in their places, and the goals that keep them there. */
export function plantLimbs(
  rig: Rig,
  pose: Pose,
  limbs: readonly PinnedLimb[],
): { readonly pose: Pose; readonly goals: readonly Goal[] } {
  let planted = pose;
  const goals: Goal[] = [];
  for (const pinned of limbs) {
    const { pose: next, stance } = plantLimb(rig, planted, pinned);
    if (pinned.ik < 1) {
      planted = blendLimb(planted, next, pinned);
      goals.push(...blendedGoals(rig, planted, pinned));
    } else {
      planted = next;
      goals.push(...plantedGoals(stance.pinned, stance.heel > 0));
    }
  }
  return { pose: planted, goals };
}

/** The pose with the joints of a limb between how the body carries them and how they are planted: forward and inverse kinematics blended. */
function blendLimb(carried: Pose, planted: Pose, { limb: { upper, bend, end }, sole, ik }: PinnedLimb): Pose {
  const blended = carried.slice();
  for (const joint of [upper, bend, end, ...(sole?.toes === undefined ? [] : [sole.toes])])
    setRotation(blended, joint, slerp(rotationOf(carried, joint), rotationOf(planted, joint), ik));
  return blended;
}

/** Goals that keep hand or foot where a pose has it, turned as that has it where the pin keeps that. */
export function blendedGoals(rig: Rig, pose: Pose, { limb: { end: joint }, rotation, weight }: PinnedLimb): Goal[] {
  const world = forwardKinematics(rig.skeleton, pose);
  const share = { joint, weight, priority: PIN_PRIORITY };
  const stays: Goal = { kind: 'position', ...share, target: worldPosition(world, joint), tolerance: PIN_TOLERANCE };
  if (!rotation) return [stays];
  return [
    stays,
    { kind: 'orientation', ...share, target: worldRotation(world, joint), tolerance: PIN_ANGLE_TOLERANCE, soft: true },
  ];
}

/** The goals with those of the planted limbs in place of what else was said of their ends. */
export function withPlanted(goals: readonly Goal[], limbs: readonly PinnedLimb[], planted: readonly Goal[]): Goal[] {
  const joints = new Set(limbs.flatMap(({ limb, sole }) => [limb.end, sole?.toes]));
  return [...goals.filter((goal) => goal.kind === 'pole' || goal.kind === 'centreOfMass' || !joints.has(goal.joint)), ...planted];
}

/** A foot whose heel is up keeps its ball in place and may turn only about the axis that the heel rises about. */
function plantedGoals({ limb: { end: joint }, plane, rotation, sole, weight }: PinnedLimb, isHeelUp: boolean): Goal[] {
  const share = { joint, weight, priority: PIN_PRIORITY };
  const stays = { kind: 'position', ...share, tolerance: PIN_TOLERANCE } as const;
  if (!rotation) return [{ ...stays, target: plane.end }];
  const turns = { ...share, tolerance: PIN_ANGLE_TOLERANCE };
  if (!sole || !isHeelUp)
    return [
      { ...stays, target: plane.end },
      { kind: 'orientation', ...turns, target: rotation },
    ];
  const axis = rotate(conjugate(rotation), sole.lateral);
  const ahead = add(sole.ball, scale(sole.lateral, FAR_AWAY));
  return [
    { ...stays, offset: sole.ballOffset, target: sole.ball },
    { kind: 'aim', ...turns, axis, offset: sole.ballOffset, target: ahead },
  ];
}

/** The goals with feet that keep only their balls in place, and are turned as the goals say as far as that goes. */
export function onBalls(goals: readonly Goal[], limbs: readonly PinnedLimb[]): readonly Goal[] {
  const soles = new Map(
    limbs.flatMap(({ limb, sole, rotation, ik }) => (sole && rotation && ik === 1 ? [[limb.end, sole]] : [])),
  );
  return goals.map((goal) => {
    const sole = goal.kind === 'centreOfMass' ? undefined : soles.get(goal.joint);
    if (!sole) return goal;
    return goal.kind === 'position' ? { ...goal, offset: sole.ballOffset, target: sole.ball } : { ...goal, soft: true };
  });
}
