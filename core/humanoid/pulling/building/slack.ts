import { clamp } from '../../../math/angles.ts';
import { distance, lerp } from '../../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../skeleton/forward-kinematics.ts';
import type { Attempt } from '../request/attempt.ts';
import type { Reaching } from '../request/pull-move.ts';

/** Share of the tolerance by which the end may stay behind its target at first, and tolerances from which it does no more. */
const SLACK = 0.99;
const SLACK_FADES = 30;

/**
 * The move with its target drawn towards where the limb's end is by less than the tolerance, of which the rest is left: a straight limb turns far for its
 * first millimetre, and a hand at rest is not to twitch with the pointer. For a target at distance d and the tolerance t it is drawn in by 0.99 t where d ≤ t,
 * all the way where that is more than d; by 0.99 t (30 t − d)/(29 t) further on, and by nothing from 30 t on.
 */
export function withSlack(move: Reaching): Reaching {
  const { rig, limb, snapshot, settings } = move;
  const end = worldPosition(forwardKinematics(rig.skeleton, snapshot), limb.end);
  const way = distance(end, move.target);
  const slack = SLACK * settings.tolerance * clamp((SLACK_FADES - way / settings.tolerance) / (SLACK_FADES - 1), 0, 1);
  if (!(slack > 0)) return move;
  const target = way <= slack ? end : lerp(move.target, end, slack / way);
  return { ...move, target, settings: { ...settings, tolerance: settings.tolerance - Math.min(slack, way) } };
}

/** The attempt at a move with slack, with its residuals measured to the target that was asked for. */
export function withoutSlack(found: Attempt, { rig, limb, target, settings }: Reaching): Attempt {
  const { goals, outcome } = found;
  const [pulled, ...others] = outcome.residuals;
  if (!pulled) return found;
  const left = distance(worldPosition(forwardKinematics(rig.skeleton, outcome.pose), limb.end), target);
  const reached = left <= settings.tolerance;
  const residuals = [{ ...pulled, distance: left, reached, reason: reached ? null : pulled.reason }, ...others];
  const firm = residuals.filter((_, i) => !goals[i]?.soft);
  const isAll = firm.every((each) => each.reached);
  return {
    ...found,
    outcome: {
      ...outcome,
      residuals,
      distance: Math.max(...firm.map((each) => each.distance)),
      ...(isAll ? { status: 'reached', cost: 0, costs: outcome.costs.map(() => 0), settled: true } : {}),
    },
  };
}
