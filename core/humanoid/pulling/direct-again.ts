import type { Solver } from '../../ik/solver-with.ts';
import { angleBetween, type Quat } from '../../math/quat.ts';
import { forwardKinematics, worldRotation } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { Rig } from '../body/rig.ts';
import { isReached, tryFrom, type Attempt } from './attempt.ts';
import { keepBuiltTurn } from './pull-goals.ts';

/** Radians by which an end has to come nearer to its direction for another solve. */
const DIRECTED = 2e-5;

/** What is to be turned: a joint, the world rotation it is to have, and how many joints turn for that, counted up from its own. */
export interface Directed {
  readonly rig: Rig;
  readonly joint: number;
  readonly turn: Quat;
  readonly links: number;
}

/**
 * The attempt with the pulled end turned anew where the solve has moved what it hangs from: what was built for it is no longer the best that there is then.
 * Each of `ways` brings the end of a pose nearer to its direction, without a solve. The attempt itself where that gains nothing.
 */
export function directAgain(
  solver: Solver,
  { rig, joint, turn, links }: Directed,
  found: Attempt,
  ways: readonly ((pose: Pose) => Pose)[],
): Attempt {
  const away = (of: Pose): number => angleBetween(worldRotation(forwardKinematics(rig.skeleton, of), joint), turn);
  let best = found;
  for (const direct of ways) {
    const { pose } = best.outcome;
    const start = direct(pose);
    if (away(pose) - away(start) < DIRECTED) continue;
    const goals = keepBuiltTurn(rig, best.goals, joint, start, links);
    const again = tryFrom(solver, start, goals, { ...best.options, reference: start });
    // Where the pose comes from is where it was found at first.
    if (isReached(again) && away(again.outcome.pose) < away(pose))
      best = { ...again, outcome: { ...again.outcome, start: found.outcome.start } };
  }
  return best;
}
