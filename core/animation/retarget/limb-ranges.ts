import { sided, SIDES } from '../../humanoid/body/found-bones.ts';
import { limbsOf } from '../../humanoid/body/limbs.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { toRadians } from '../../math/angles.ts';
import { copyPacked } from '../../math/packed-quats.ts';
import { LIMIT_TOLERANCE } from '../../math/tolerances.ts';
import type { Coupling } from '../../skeleton/couplings.ts';
import type { Limit } from '../../skeleton/limits.ts';
import { limitExcess } from '../../skeleton/limit-state.ts';
import { restPose, rotationIndex, type Pose } from '../../skeleton/pose.ts';
import { createSkeleton, withLimits } from '../../skeleton/skeleton.ts';
import { flexesBackwards } from './place-limb.ts';

/** A joint whose range had to be wider for a motion than the character's own. */
export interface WidenedRange {
  readonly joint: number;
  /** Radians by which the motion goes beyond the joint's limit, at most. */
  readonly by: number;
}

/**
 * Radians by which ankles may leave their range, and knees and elbows may be overstretched, when the source does: people's do, and a foot that is
 * forced back into its range slides or lifts the whole leg.
 */
const MOST_ANKLE = toRadians(75);
const MOST_OVERSTRETCH = toRadians(12);
/** The same for shoulders: an arm that is thrown up or turned as far as it goes points elsewhere when it is held back. */
const MOST_SHOULDER = toRadians(25);
/** The same for how far knees and elbows bend: somebody who sits on the heels bends knees further than they bend by themselves. */
const MOST_FLEXION = toRadians(25);
/** The same for hips: a thigh that is held back bends its knee differently, or lets its planted foot slide. */
const MOST_HIP = toRadians(25);

/** Rounds in which ranges are widened until they hold the motion. */
const FITTING_ROUNDS = 4;

/** The rig with room for whatever the source's ankles, knees, hips, elbows and shoulders do. All other limits stay. */
export function loosenLimbs(rig: Rig): Rig {
  const most = mostOf(rig);
  return withRanges(rig, (joint) => most.get(joint) ?? 0);
}

/** The rig with the ranges of ankles, knees, hips, elbows and shoulders only as wide as `poses` need, and by how much those are wider than the rig's own. */
export function fitLimbs(rig: Rig, poses: readonly Pose[]): { readonly rig: Rig; readonly widened: readonly WidenedRange[] } {
  const most = mostOf(rig);
  const by = new Map<number, number>();
  let fitted = rig;
  // A cone that is wider by an excess on all sides need not hold it yet: its edge runs closer between its axes.
  for (let round = 0; round < FITTING_ROUNDS; round++) {
    let isWidened = false;
    for (const [joint, bound] of most) {
      const excess = largestExcess(fitted, joint, poses);
      const before = by.get(joint) ?? 0;
      if (excess <= LIMIT_TOLERANCE || before >= bound) continue;
      by.set(joint, Math.min(bound, before + excess));
      isWidened = true;
    }
    if (!isWidened) break;
    fitted = withRanges(rig, (joint) => by.get(joint) ?? 0);
  }
  return { rig: fitted, widened: [...by].map(([joint, radians]) => ({ joint, by: radians })) };
}

/** Radians by which a joint leaves its limit, at most. Looked at alone: a skeleton of one joint is quick to check. */
function largestExcess({ skeleton }: Rig, joint: number, poses: readonly Pose[]): number {
  const couplings = skeleton.couplings
    .filter((each) => each.joint === joint && each.kind === 'twistBySwing')
    .map((each) => ({ ...each, joint: 0 }));
  const alone = createSkeleton([{ name: 'joint', parent: -1, offset: [0, 0, 0], limit: skeleton.limits[joint]! }], 0, couplings);
  const pose = restPose(alone);
  let largest = 0;
  for (const each of poses) {
    copyPacked(each, rotationIndex(joint), pose, rotationIndex(0));
    largest = Math.max(largest, limitExcess(alone, pose, 0));
  }
  return largest;
}

function mostOf({ humanoid }: Rig): Map<number, number> {
  const joints = (part: 'Foot' | 'LowerLeg' | 'UpperLeg' | 'LowerArm' | 'UpperArm', most: number) =>
    SIDES.flatMap((side): [number, number][] => {
      const joint = humanoid[sided(side, part)];
      return joint === undefined ? [] : [[joint, most]];
    });
  return new Map([
    ...joints('Foot', MOST_ANKLE),
    ...joints('LowerLeg', MOST_FLEXION),
    ...joints('UpperLeg', MOST_HIP),
    ...joints('LowerArm', MOST_FLEXION),
    ...joints('UpperArm', MOST_SHOULDER),
  ]);
}

function withRanges(rig: Rig, by: (joint: number) => number): Rig {
  const backwards = new Set(limbsOf(rig).flatMap((limb) => (flexesBackwards(rig, limb) ? [limb.bend] : [])));
  const limits = rig.skeleton.limits.map((limit, joint) =>
    by(joint) > 0 ? wider(limit, by(joint), backwards.has(joint)) : limit,
  );
  const couplings = rig.skeleton.couplings.map((coupling) => widerCoupling(coupling, by(coupling.joint)));
  return { ...rig, skeleton: withLimits(rig.skeleton, limits, undefined, couplings) };
}

function wider(limit: Limit, by: number, isBackwards: boolean): Limit {
  if (limit.kind === 'swingTwist') {
    const [a, b, c, d] = limit.swing.map((half) => Math.min(Math.PI, half + by)) as [number, number, number, number];
    const [least, most] = limit.twist;
    return { ...limit, swing: [a, b, c, d], twist: [Math.max(-Math.PI, least - by), Math.min(Math.PI, most + by)] };
  }
  if (limit.kind !== 'hinge' || limit.max - limit.min >= 2 * Math.PI) return limit;
  // Overstretched, a hinge goes beyond the end of its range to which it does not flex.
  const over = Math.min(by, MOST_OVERSTRETCH);
  const [below, above] = isBackwards ? [by, over] : [over, by];
  return { ...limit, min: limit.min - below, max: limit.max + above };
}

/** A twist that follows its joint's swing gets as much more room as the joint; what a hinge drives stays. */
function widerCoupling(coupling: Coupling, by: number): Coupling {
  if (coupling.kind !== 'twistBySwing' || !(by > 0)) return coupling;
  const points = coupling.points.map(([swing, least, most]) => [swing, least - by, most + by] as const);
  return { ...coupling, points };
}
