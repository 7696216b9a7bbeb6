import { checkSkeleton, type Skeleton } from '../skeleton/skeleton.ts';
import { CHAIN_MECHANISMS } from './search/chain-mechanisms.ts';
import { createSolverWith, type Solver } from './solver-with.ts';

/**
 * A solver for chains at half the size of {@link createSolver}: the same sweeps of coordinate descent from the same starts, inside the same limits, for
 * positions, orientations, directions and aims. It leaves out whatever moves all joints at once, and with that priorities, soft goals and poles,
 * references and orders; goals between joints, on planes and lines and for the centre of mass; the root's translation, sliding joints,
 * couplings, the reserve and traces. It needs more updates, leaves more where goals are out of reach or conflict, and tells less about why (`reason` may be null).
 * Throws a `RangeError` of one sentence when the skeleton needs the whole solver, and so does a solve that asks for what is left out.
 */
export function createChainSolver<Names>(skeleton: Skeleton<Names>): Solver<Names> {
  checkSkeleton(skeleton);
  const { slideCount, couplings } = skeleton;
  if (slideCount > 0 || couplings.length > 0) {
    const got = slideCount > 0 ? `${slideCount} that slide` : `${couplings.length} couplings`;
    throw new RangeError(`createChainSolver takes joints that turn, without couplings (createSolver takes more), got ${got}`);
  }
  return createSolverWith(skeleton, CHAIN_MECHANISMS);
}
