import { DEGREES } from '../../math/angles.ts';
import { distance } from '../../math/vec3.ts';
import { handleKind } from '../body/handles.ts';
import { shortOf, type Attempt } from './attempt.ts';
import { handlePlace } from './stop-at-floor.ts';
import type { PullMove } from './pull-move.ts';
import { swivelTo } from './swivel-limb.ts';

/** Radians within which an elbow or a knee counts as pointing where it was asked to. */
export const POLE_TOLERANCE = DEGREES;

/**
 * The attempt with what it leaves measured to what was asked, whatever was solved for on the way: a place that the floor stopped or that was drawn nearer is
 * missed by its distance, and a pole by the angle about its limb.
 */
export function measuredPull(move: PullMove, attempt: Attempt): Attempt {
  const { rig, handle, target, settings } = move;
  const { pose } = attempt.outcome;
  if (handleKind(handle) === 'pole') return turnedShortOf(attempt, Math.abs(swivelTo(rig, pose, handle, target).angle));
  const missed = distance(target, handlePlace(rig, { ...move, snapshot: pose }));
  return attempt.outcome.residuals[0]?.reached && missed > settings.tolerance + ROUNDING ? shortOf(attempt, missed) : attempt;
}

/** Metres by which two computations of one place may differ. */
const ROUNDING = 1e-6;

/** The attempt as one that leaves `angle` radians of what was asked of a pole. */
function turnedShortOf(attempt: Attempt, angle: number): Attempt {
  if (angle <= POLE_TOLERANCE) return attempt;
  const { outcome } = attempt;
  const [pulled, ...others] = outcome.residuals;
  const residuals = pulled ? [{ ...pulled, angle, reached: false, reason: 'limits' as const }, ...others] : [];
  return { ...attempt, outcome: { ...outcome, status: 'stalled', angle: Math.max(angle, outcome.angle), residuals } };
}
