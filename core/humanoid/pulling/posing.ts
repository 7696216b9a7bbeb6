import type { Outcome } from '../../ik/request/outcome.ts';
import { createSolver } from '../../ik/solver.ts';
import { createTrace, type Trace } from '../../ik/request/trace.ts';
import { distance, ZERO, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { handlesOf, type Handle, type HandleName, type Pins } from '../body/handles.ts';
import { limbOf } from '../body/limbs.ts';
import { farthestTurn } from './departure.ts';
import { pullGoals, type PullRequest, type SolverSettings } from './pull-goals.ts';
import { solvePull, strideOf, type Grab, type PullMove, type SeedSource } from './pull-move.ts';
import type { Rig } from '../body/rig.ts';
import { bendStraightLimb } from './straight-limbs.ts';
import { swivelLimb } from './swivel-limb.ts';

/** One pull, from grab to release: pins stay where the snapshot has them, however often the target moves. */
export interface Pull {
  /** Solves for the pulled handle at `target` (world, metres). The same targets in the same order give the same poses. */
  to(target: Vec3): Outcome;
  /** Whether the last pose was on its way to the solution, see `keep-pace.ts`: the same target once more goes further. */
  isOnItsWay(): boolean;
  /** The last move as it was asked, for `Puller.trace`; null before the first one. */
  last(): PullMove | null;
}

/** One move of a pull with all that the solver did for it. */
export interface TracedMove {
  readonly move: PullMove;
  /** The pose that the recorded steps start from. */
  readonly start: Pose;
  readonly trace: Trace;
  readonly outcome: Outcome;
}

/** Pulls the handles of one rig; owns the solver and its scratch. */
export interface Puller {
  /** Solves one request from `start`. */
  solve(start: Pose, request: PullRequest): Outcome;
  /** Begins to pull one handle away from the pose `snapshot`. */
  begin(snapshot: Pose, handle: HandleName, pins: Pins, settings: SolverSettings, seeds?: SeedSource): Pull;
  /** Solves a move once more and records the solve that counted. The same move gives the same bytes; one in another order, say, gives others. */
  trace(move: PullMove): TracedMove;
}

/** A place that a gesture has been at, and the solution that it had there. */
interface Visit {
  readonly target: Vec3;
  readonly solution: Pose;
}

function nearestVisit(visited: readonly Visit[], target: Vec3): Visit | null {
  let nearest: Visit | null = null;
  for (const visit of visited) {
    if (!nearest || distance(visit.target, target) < distance(nearest.target, target)) nearest = visit;
  }
  return nearest;
}

export function createPuller(rig: Rig): Puller {
  const solver = createSolver(rig.skeleton);
  const stride = strideOf(rig);
  return {
    solve(start, request) {
      const { goals, options } = pullGoals(rig, start, request);
      let from = start;
      for (const [handle, target] of Object.entries(request.targets) as [HandleName, Vec3][]) {
        from = swivelLimb(rig, bendStraightLimb(rig, from, handle, target), handle, target);
      }
      return solver.solve(from, goals, options);
    },
    begin(snapshot, handle, pins, settings, seeds) {
      const grab: Grab = {
        rig,
        limb: limbOf(rig, handle),
        handle,
        pins,
        order: settings.order,
        softReach: settings.softReach,
        snapshot,
        seeds,
      };
      const grabbed = handlesOf(rig).find(({ name }) => name === handle);
      let before = grabbed ? handlePosition(grabbed, forwardKinematics(rig.skeleton, snapshot)) : ZERO;
      let present = snapshot;
      let shown = snapshot;
      let missed: Vec3 | null = null;
      let last: PullMove | null = null;
      let isOnItsWay = false;
      const visited: Visit[] = [];
      return {
        to(target) {
          const asked = pullGoals(rig, snapshot, { targets: { [handle]: target }, pins, settings });
          // Out of reach, a target has to go some way before looking for other poses is worth it again.
          const searches = missed === null || distance(missed, target) > stride;
          const visit = nearestVisit(visited, target);
          const former = visit && distance(visit.target, target) < stride ? visit.solution : null;
          last = { ...grab, ...asked, target, way: distance(before, target), present, shown, searches, former };
          const { counts, wanted, solution } = solvePull(solver, last);
          const { outcome } = counts;
          isOnItsWay = outcome.pose !== wanted.pose && farthestTurn(rig, shown, outcome.pose) > 0;
          if (!visit || distance(visit.target, target) > stride / 2) visited.push({ target, solution: solution.pose });
          before = target;
          present = solution.pose;
          shown = outcome.pose;
          if (solution.status === 'reached') missed = null;
          else if (searches) missed = target;
          return outcome;
        },
        isOnItsWay: () => isOnItsWay,
        last: () => last,
      };
    },
    trace(move) {
      const { start, goals, options, outcome } = solvePull(solver, move).counts;
      const trace = createTrace();
      solver.solve(start, goals, { ...options, trace });
      return { move, start, trace, outcome };
    },
  };
}

/** Where a handle is in `pose`, world metres. */
export function handlePosition(handle: Handle, world: WorldTransforms): Vec3 {
  return pointOf(world, handle.joint, handle.offset);
}
