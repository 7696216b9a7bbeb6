import type { Ground } from '../../contact/ground.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { forwardKinematics, pointOf } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { HIGHEST_STEP } from '../ground/ground-path.ts';
import { levelled, stancesOn } from '../ground/stance.ts';
import { footPoints, solePointsOf } from '../holding/contact-points.ts';
import type { StepKind } from './foot-moves.ts';
import type { Gap } from './gap.ts';
import { fillGap, kindsOfGap, type FilledGap, type Filling, type GroundBelow } from './solve-gap.ts';

/** A gap that is filled. */
export interface GapOnGround extends FilledGap {
  /** What its feet stand on and go over; null where that is level. */
  readonly uneven: Ground | null;
}

/** How to fill a gap, the way of changing place not yet chosen. */
export interface WantedFilling extends Omit<Filling, 'kind'> {
  readonly kind: StepKind | null;
}

/** Metres by which the heights of level ground differ. */
const LEVEL = 2e-3;

/** The ways of changing place that differ in a gap on ground. */
export function kindsOnGround(rig: Rig, gap: Gap, ground: Ground | null): readonly StepKind[] {
  return kindsOfGap(rig, ground ? overFloor(rig, gap, ground).gap : gap);
}

/**
 * The poses that a body takes in a gap over ground: both ends are brought down onto a level floor, the gap is filled there, and what fills it is carried over
 * the ground. Where that is level they are what they are without it. A `kind` that is null is the most natural.
 */
export function fillOverGround(rig: Rig, gap: Gap, ground: Ground | null, how: WantedFilling): GapOnGround {
  const fill = (of: Gap, below: GroundBelow | null = null): FilledGap =>
    fillGap(rig, of, { ...how, kind: how.kind ?? kindsOfGap(rig, of)[0] ?? 'step' }, below);
  if (!ground) return { ...fill(gap), uneven: null };
  const { gap: flat, ends } = overFloor(rig, gap, ground);
  if (isLevelUnder(rig, fill(flat).poses, ends, ground)) return { ...fill(gap), uneven: null };
  return { ...fill(flat, { ground, ends }), uneven: ground };
}

/** A gap over a level floor, and how its ends are on the ground. */
function overFloor(rig: Rig, gap: Gap, ground: Ground): { readonly gap: Gap; readonly ends: GroundBelow['ends'] } {
  const [first, last] = stancesOn(rig, [gap.first, gap.last], ground);
  const [before, from, to, after] = [gap.before, gap.first, gap.last, gap.after].map((pose, i) =>
    levelled(rig, pose, i < 2 ? first : last),
  ) as [Pose, Pose, Pose, Pose];
  return {
    gap: { ...gap, before, first: from, last: to, after },
    ends: [
      { pose: gap.first, stance: first },
      { pose: gap.last, stance: last },
    ],
  };
}

/** Whether the ground under all soles of some poses, sought from above both ends, has one height. */
function isLevelUnder(rig: Rig, poses: readonly Pose[], ends: GroundBelow['ends'], ground: Ground): boolean {
  const tops = ends.flatMap(({ stance }) => stance.footings.map(({ to }) => to[1]));
  const below = Math.max(...tops) + HIGHEST_STEP * legLength(rig);
  let [low, high] = [Math.min(...tops), Math.max(...tops)];
  for (const pose of poses) {
    const world = forwardKinematics(rig.skeleton, pose);
    for (const { joint, offset } of footPoints(rig).flatMap(solePointsOf)) {
      const [x, , z] = pointOf(world, joint, offset);
      const height = ground.heightBelow(x, below, z);
      [low, high] = [Math.min(low, height), Math.max(high, height)];
    }
  }
  return high - low < LEVEL;
}
