import type { Outcome } from '../ik/outcome.ts';
import { createSolver } from '../ik/solver.ts';
import type { Trace } from '../ik/trace.ts';
import { distance, type Vec3 } from '../math/vec3.ts';
import { pointOf, type WorldTransforms } from '../skeleton/forward-kinematics.ts';
import type { Pose } from '../skeleton/pose.ts';
import type { Handle, HandleName, Pins } from './handles.ts';
import { limbOf } from './limbs.ts';
import { pullGoals, type PullRequest, type SolverSettings } from './pull-goals.ts';
import { solvePull, STRIDE, type Grab, type SeedSource } from './pull-move.ts';
import type { Rig } from './rig.ts';
import { bendStraightLimb } from './straight-limbs.ts';
import { swivelLimb } from './swivel-limb.ts';

/** One pull, from grab to release: pins stay where the snapshot has them, however often the target moves. */
export interface Pull {
  /**
   * Solves for the pulled handle at `target` (world, metres). The same targets in the same order give the same poses. With a `trace`, what
   * the solver did to get there is recorded, and where it started.
   */
  to(target: Vec3, trace?: PullTrace): Outcome;
}

/** What a pull is recorded in. */
export interface PullTrace {
  readonly trace: Trace;
  /** The pose that the recorded steps start from. */
  start: Pose;
}

/** Pulls the handles of one rig; owns the solver and its scratch. */
export interface Puller {
  /** Solves one request from `start`. */
  solve(start: Pose, request: PullRequest): Outcome;
  /** Begins to pull one handle away from the pose `snapshot`. */
  begin(snapshot: Pose, handle: HandleName, pins: Pins, settings: SolverSettings, seeds?: SeedSource): Pull;
}

export function createPuller(rig: Rig): Puller {
  const solver = createSolver(rig.skeleton);
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
      const grab: Grab = { rig, limb: limbOf(rig, handle), handle, pins, order: settings.order, snapshot, seeds };
      let present = snapshot;
      let missed: Vec3 | null = null;
      return {
        to(target, trace) {
          const asked = pullGoals(rig, snapshot, { targets: { [handle]: target }, pins, settings });
          // Out of reach, a target has to go some way before looking for other poses is worth it again.
          const searches = missed === null || distance(missed, target) > STRIDE;
          const attempt = solvePull(solver, { ...grab, ...asked, target, present, searches });
          present = attempt.outcome.pose;
          if (attempt.outcome.status === 'reached') missed = null;
          else if (searches) missed = target;
          if (!trace) return attempt.outcome;
          // The same input gives the same bytes: the solve that counted is made once more, and recorded.
          trace.start = attempt.start;
          return solver.solve(attempt.start, attempt.goals, { ...attempt.options, trace: trace.trace });
        },
      };
    },
  };
}

/** Where a handle is in `pose`, world metres. */
export function handlePosition(handle: Handle, world: WorldTransforms): Vec3 {
  return pointOf(world, handle.joint, handle.offset);
}
