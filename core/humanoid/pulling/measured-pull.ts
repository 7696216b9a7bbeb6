import { DEGREES } from '../../math/angles.ts';
import { handleKind } from '../body/handles.ts';
import type { Attempt } from './request/attempt.ts';
import type { PullMove } from './request/pull-move.ts';
import { swivelTo } from '../limbs/swivel-limb.ts';

/** Radians within which an elbow or a knee counts as pointing where it was asked to. */
export const POLE_TOLERANCE = DEGREES;

/** The attempt with what it leaves of a pole, which no goal of the solver measures: the angle about its limb. The same attempt for other handles. */
export function measuredPull({ rig, handle, target }: PullMove, attempt: Attempt): Attempt {
  if (handleKind(handle) !== 'pole') return attempt;
  const { outcome } = attempt;
  const angle = Math.abs(swivelTo(rig, outcome.pose, handle, target).angle);
  if (angle <= POLE_TOLERANCE) return attempt;
  const [pulled, ...others] = outcome.residuals;
  const residuals = pulled ? [{ ...pulled, angle, reached: false, reason: 'limits' as const }, ...others] : [];
  return { ...attempt, outcome: { ...outcome, status: 'stalled', angle: Math.max(angle, outcome.angle), residuals } };
}
