import { measureErrors } from '../mechanism/effectors.ts';
import { isRankReached, measureRank, type Workspace } from '../mechanism/workspace.ts';
import { MOST_PRIORITIES } from '../request/check-goals.ts';

/** Share by which the cost of a rank that could not be reached may rise while lower ones are pursued, and square metres: rounding, no more. */
const SLACK = 1e-6;
const NOTHING = 1e-12;
/** In place of a bound: all goals of the rank must be within their tolerances. */
export const REACHED = -1;

/** What each rank keeps while lower ones are pursued. */
export interface Holding {
  /** For each rank the cost that it may not exceed, square metres, or {@link REACHED}. */
  readonly bounds: Float64Array;
  /** Whether any rank is held although it could not be reached: the residuals of its goals are accepted. */
  acceptsResiduals: boolean;
}

/** All ranks are to be reached. */
export function createHolding(): Holding {
  return { bounds: new Float64Array(MOST_PRIORITIES + 1).fill(REACHED), acceptsResiduals: false };
}

/** Asks for all ranks to be reached again, and accepts no residual any more. */
export function releaseRanks(holding: Holding, ws: Workspace): void {
  if (!holding.acceptsResiduals) return;
  holding.acceptsResiduals = false;
  holding.bounds.fill(REACHED);
  ws.effectors.accepted.fill(0);
  measureErrors(ws.task, ws.effectors);
}

/**
 * Holds a rank at what it has come to, so that lower ones can be pursued: reached, or else no worse than it is. A rank that could not be reached is at
 * odds with those above it, so that all of them must stay where they are, whatever their tolerances: the residuals of their goals and of its own are
 * accepted. From now on errors are measured from there, and lead back there from elsewhere.
 */
export function holdRank(holding: Holding, ws: Workspace, rank: number): void {
  if (isRankReached(ws, rank)) return;
  holding.acceptsResiduals = true;
  measureRank(ws, rank);
  holding.bounds[rank] = ws.measured * (1 + SLACK) + NOTHING;
  const { errors, accepted } = ws.effectors;
  for (let g = 0; g < ws.task.count; g++) {
    if (ws.task.ranks[g]! > rank) continue;
    for (let i = 3 * g; i < 3 * g + 3; i++) {
      accepted[i]! += errors[i]!;
      errors[i] = 0;
    }
  }
}

/** Whether all ranks down to `rank` keep what they are held at. */
export function areHeld({ bounds }: Holding, ws: Workspace, rank: number): boolean {
  for (let r = 0; r <= rank; r++) {
    measureRank(ws, r);
    if (bounds[r] === REACHED ? !isRankReached(ws, r) : ws.measured > bounds[r]!) return false;
  }
  return true;
}
