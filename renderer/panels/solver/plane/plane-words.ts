import type { LengthUnit } from '../../../../electron/contract.ts';
import { isPlanarLocked, planarDistance, planarReach, type PlanarSolve } from '../../../../core/planar/planar.ts';
import { toDegrees } from '../../../../core/math/angles.ts';
import { MOST_SWEEPS } from './playground.ts';
import { showDistance } from '../../../state/window/units.ts';

export interface PlaneWords {
  readonly tone: 'good' | 'missed' | 'open';
  readonly headline: string;
  /** How far, after how much work. */
  readonly numbers: string;
  /** What the last step did, or why nothing helps. */
  readonly detail: string;
}

/** Where a solve in the plane stands. */
export function describePlane(solve: PlanarSolve, unit: LengthUnit): PlaneWords {
  const { sweeps, updates, escapes } = solve;
  const work = `${counted(sweeps, 'sweep')}, ${counted(updates, 'joint update')}`;
  const numbers = `${showDistance(unit, planarDistance(solve))} from the target · ${work}`;
  const told =
    escapes > 0 ? `${escapes === 1 ? 'A lock was' : `${escapes} locks were`} found, and left by bending the chain.` : '';
  if (solve.status === 'success') return { tone: 'good', headline: 'Success: reached', numbers, detail: told || lastTurn(solve) };
  if (solve.status === 'failure') return { tone: 'missed', numbers, ...failure(solve, unit) };
  const headline = updates === 0 ? 'Ready' : sweeps >= MOST_SWEEPS ? `Stopped after ${MOST_SWEEPS} sweeps` : 'Processing';
  return { tone: 'open', headline, numbers, detail: lastTurn(solve) || told };
}

function failure(solve: PlanarSolve, unit: LengthUnit): Pick<PlaneWords, 'headline' | 'detail'> {
  if (isPlanarLocked(solve)) {
    return {
      headline: 'Failure: locked',
      detail: 'The chain could come nearer, but every joint is already at its best. The next step bends the chain to free it.',
    };
  }
  const [least, greatest] = planarReach(solve.bones);
  const away = Math.hypot(solve.target.x, solve.target.y);
  const detail =
    away > greatest
      ? `The target is ${showDistance(unit, away - greatest)} beyond the chain’s reach; it is stretched towards it.`
      : `The target is ${showDistance(unit, least - away)} nearer to the root than the chain can fold.`;
  return { headline: 'Failure: out of reach', detail };
}

function lastTurn({ turn, target, bones, updates }: PlanarSolve): string {
  if (!turn) return updates === 0 ? `Joint ${bones.length - 1} rotates first, next to the end.` : '';
  const joint = `Joint ${turn.bone + 1}`;
  if (turn.angle !== null) {
    const degrees = toDegrees(Math.abs(turn.angle)).toFixed(1);
    return degrees === '0.0' ? `${joint} was already at its best.` : `${joint} rotated by ${degrees}° ${sense(turn.angle)}.`;
  }
  return `${joint} has no direction to rotate to: ${isOnTarget(bones, turn.bone, target) ? 'the target' : 'the end'} lies on it.`;
}

function sense(angle: number): string {
  return angle > 0 ? 'anticlockwise' : 'clockwise';
}

function isOnTarget(bones: PlanarSolve['bones'], joint: number, target: PlanarSolve['target']): boolean {
  return planarDistance({ bones: bones.slice(0, joint + 1), target }) < 1e-6;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
