import type { Limb } from '../../humanoid/body/limbs.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { clamp } from '../../math/angles.ts';
import { multiply, quatAt, rotate, slerp, type Quat } from '../../math/quat.ts';
import { smooth } from '../../math/soft-stretch.ts';
import { lerp, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import type { FootPoints } from '../holding/contact-points.ts';
import type { LimbGoal, PlannedLimb } from '../holding/solve-limbs.ts';
import { riseWithin, rollFoot, type FootStand } from '../roll-foot.ts';
import { footAt } from './foot-at.ts';
import type { FootMove, FootPlan } from './foot-moves.ts';
import type { Gap } from './gap.ts';

/** Seconds of a gap in which a foot that stands nowhere goes as its leg turns, and from which on it goes its own way through the world. */
const LED: readonly [asLeg: number, own: number] = [0.2, 0.5];
/** Share of its length to which a leg is stretched before its heel rises over the ball, and radians by which it rises at most. */
const STRETCHED = 0.999;
export const STEEPEST = 1;
/** Where a foot is on one frame, before its leg may be too short for that. */
export interface GapFoot {
  readonly place: Vec3;
  readonly rotation: Quat;
  /** World rotation of the toes; null without. */
  readonly toes: Quat | null;
  readonly isPlanted: boolean;
}

export function flatFoot(
  { skeleton }: Rig,
  { frames, fps, first, last }: Gap,
  plan: FootPlan,
  pose: Pose,
  time: number,
): GapFoot {
  const { limb, toes } = plan.foot;
  const own = plan.onFrames?.[time];
  if (own) return { ...own, toes: null };
  const led = clamp((frames / fps - LED[0]) / (LED[1] - LED[0]), 0, 1);
  const { share, isPlanted, ...foot } = footAt(plan, time, fps);
  const world = forwardKinematics(skeleton, pose);
  const [ownPlace, ownRotation] = [worldPosition(world, limb.end), worldRotation(world, limb.end)];
  const flat =
    plan.moves.length === 1 && isFree(plan.moves[0]!, frames)
      ? {
          place: lerp(ownPlace, foot.place, led),
          rotation: foot.rotation ? slerp(ownRotation, foot.rotation, led) : ownRotation,
        }
      : { place: foot.place, rotation: foot.rotation ?? ownRotation };
  const bent = toes < 0 ? null : slerp(rotationOf(first, toes), rotationOf(last, toes), smooth(share));
  return { ...flat, isPlanted, toes: bent && multiply(multiply(flat.rotation, quatAt(skeleton.rest, toes)), bent) };
}

/** Radians by which the heel of a foot that stands rises in a pose for its leg to be long enough. */
export function stretchedRise({ skeleton }: Rig, { limb, ball }: FootPoints, flat: FootStand, pose: Pose): number {
  const hip = worldPosition(forwardKinematics(skeleton, pose), limb.upper);
  return Math.min(STEEPEST, riseWithin(subtract(hip, flat.place), rotate(flat.rotation, ball), STRETCHED * limb.length));
}

/** The leg of a foot whose heel rises over the ball where the leg is too short for it. */
export function plannedLeg(rig: Rig, { foot }: FootPlan, at: (time: number) => GapFoot, poses: readonly Pose[]): PlannedLimb {
  const { limb, toes } = foot;
  const goal = (time: number): LimbGoal => {
    const { isPlanted, toes: toesAt, ...flat } = at(time);
    const arm = rotate(flat.rotation, foot.ball);
    const stand = isPlanted ? rollFoot(flat, arm, stretchedRise(rig, foot, flat, poses[time]!)) : flat;
    return goalOf(limb, stand, toesAt, isPlanted);
  };
  return { limb, toes, sole: null, goal };
}

export function goalOf(limb: Limb, { place, rotation }: FootStand, toes: Quat | null, isPlanted: boolean): LimbGoal {
  return { place, rotation, toes, held: isPlanted ? [{ joint: limb.end, offset: ZERO, place, priority: 1 }] : [] };
}

/** Whether a foot moves in the whole gap. */
function isFree({ from, to, lift, isStanding }: FootMove, frames: number): boolean {
  return from <= 0 && to >= frames && lift === 0 && !isStanding;
}
