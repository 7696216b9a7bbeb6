import type { Solver } from '../../../ik/solver-with.ts';
import { UNIT_Y, type Vec3 } from '../../../math/vec3.ts';
import type { Attempt } from '../request/attempt.ts';
import type { PullMove } from '../request/pull-move.ts';
import { normalUnder, targetOnBody } from './slide-on-body.ts';
import { isInBody, stopAtBody } from './stop-at-body.ts';
import { aboveFloor, isSunk, stopAtFloor } from './stop-at-floor.ts';
import { ownSide, reachesThrough, targetBeside } from './stop-at-mirror.ts';

/** What stops a body: it moves the target out of itself, takes out what went in, and says what could not be. */
export interface Stop {
  /** The target brought out of it. */
  readonly outside: (move: PullMove) => Vec3;
  /** The way out at the target, a unit vector: what palms come to lie on. Null where there is nothing to lie on. */
  readonly normal: (move: PullMove) => Vec3 | null;
  readonly correct: (solver: Solver, move: PullMove, found: Attempt) => Attempt;
  readonly isBroken: (move: PullMove, found: Attempt) => boolean;
}

const FLOOR: Stop = {
  outside: aboveFloor,
  normal: () => UNIT_Y,
  correct: (solver, move, found) => stopAtFloor(solver, move.rig, move, found),
  isBroken: (move, found) => isSunk(move.rig, move, found),
};

const BODY: Stop = { outside: targetOnBody, normal: normalUnder, correct: stopAtBody, isBroken: isInBody };

const MIRROR: Stop = {
  outside: targetBeside,
  normal: ownSide,
  correct: (_solver, _move, found) => found,
  isBroken: reachesThrough,
};

/** What stops a move, in the order in which it is asked. */
export function stopsOf({ bodyStops, floorStops, mirror }: PullMove): readonly Stop[] {
  return [...(bodyStops ? [BODY] : []), ...(bodyStops && mirror ? [MIRROR] : []), ...(floorStops ? [FLOOR] : [])];
}
