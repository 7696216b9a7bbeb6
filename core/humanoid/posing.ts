import type { Goal, PositionGoal } from '../ik/goals.ts';
import type { SolveOptions } from '../ik/options.ts';
import type { Outcome } from '../ik/outcome.ts';
import { createSolver, type Solver } from '../ik/solver.ts';
import type { VisitingOrder } from '../ik/orders.ts';
import type { Trace } from '../ik/trace.ts';
import type { Vec3 } from '../math/vec3.ts';
import { pointOf, type WorldTransforms } from '../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../skeleton/pose.ts';
import { followingOf } from './following.ts';
import type { Handle, HandleName, Pins } from './handles.ts';
import { limbOf, type Limb } from './limbs.ts';
import { LIMB_LINKS, pullGoals, type PullGoals, type PullRequest, type SolverSettings } from './pull-goals.ts';
import type { Rig } from './rig.ts';
import { bendStraightLimb } from './straight-limbs.ts';
import { limbStrain } from './strain.ts';
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

/**
 * Poses to start from when the present one does not lead to the goals, best first: what a pose library has to offer. They are asked for
 * at that moment only.
 */
export type SeedSource = (goals: readonly Goal[], present: Pose) => readonly Pose[];

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
      let present = snapshot;
      const limb = limbOf(rig, handle);
      return {
        to(target, trace) {
          const asked = pullGoals(rig, snapshot, { targets: { [handle]: target }, pins, settings });
          const attempt = solvePull(solver, {
            rig,
            limb,
            handle,
            target,
            order: settings.order,
            snapshot,
            present,
            seeds,
            ...asked,
          });
          present = attempt.outcome.pose;
          if (!trace) return attempt.outcome;
          // The same input gives the same bytes: the solve that counted is made once more, and recorded.
          trace.start = attempt.start;
          return solver.solve(attempt.start, attempt.goals, { ...attempt.options, trace: trace.trace });
        },
      };
    },
  };
}

/** One move of a pull: what is asked, where the gesture began and where the last move came to. */
interface PullMove extends PullGoals {
  readonly rig: Rig;
  readonly limb: Limb | null;
  readonly handle: HandleName;
  readonly target: Vec3;
  readonly order: VisitingOrder;
  readonly snapshot: Pose;
  readonly present: Pose;
  readonly seeds: SeedSource | undefined;
}

/** One solve of a move: what was asked from where, and what came of it. */
interface Attempt extends PullGoals {
  readonly start: Pose;
  readonly outcome: Outcome;
}

/**
 * Solves one move. Of the poses that reach the target the one nearest to the snapshot is wanted, so that the same target gives the same
 * pose however the pointer came there, and going back undoes the way.
 *
 * With `smartBounce` a limb is tried by itself, the rest of the body as the snapshot has it. The more that strains it, the more readily
 * the trunk leans and the hips follow; a limb at ease leaves them alone. Where the present pose does not lead to the target, further
 * starts count only when they reach it.
 */
function solvePull(solver: Solver, move: PullMove): Attempt {
  const { rig, limb, handle, target, order, snapshot, present, goals, options, seeds } = move;
  // An elbow or a knee goes round its limb in closed form.
  if (limb?.isPole) return tryFrom(solver, swivelLimb(rig, snapshot, handle, target), goals, { ...options, restarts: 0 });
  const near: SolveOptions = { ...options, reference: snapshot };
  let strain = 1;
  if (limb && order === 'smartBounce') {
    const alone = tryFrom(solver, limbStart(move, limb), first(goals, { order, maxLinks: LIMB_LINKS }), { ...near, restarts: 0 });
    if (isReached(alone)) strain = limbStrain(rig, alone.outcome.pose, limb);
    if (strain === 0) return alone;
  }
  const following = limb ? { ...near, ...followingOf(rig, limb, order, strain, options.rootStiffness ?? 1) } : near;
  const asked = limb && order !== 'smartBounce' ? first(goals, { order }) : goals;
  const body = tryFrom(solver, present, asked, { ...following, restarts: 0 });
  if (isReached(body) || options.restarts === 0) return body;
  const further = tryFrom(solver, present, asked, seeds ? { ...following, seeds: seeds(goals, present) } : following);
  return isReached(further) ? further : body;
}

function tryFrom(solver: Solver, start: Pose, goals: readonly Goal[], options: SolveOptions): Attempt {
  return { start, goals, options, outcome: solver.solve(start, goals, options) };
}

function isReached({ outcome }: Attempt): boolean {
  return outcome.status === 'reached';
}

/** The snapshot with the limb as it is at present; a straight one is bent in closed form, which coordinate descent cannot begin. */
function limbStart({ rig, handle, target, snapshot, present }: PullMove, { upper, bend, end }: Limb): Pose {
  const start = snapshot.slice();
  for (const joint of [upper, bend, end]) setRotation(start, joint, rotationOf(present, joint));
  return bendStraightLimb(rig, start, handle, target);
}

/** The goals with something more said of the first, which is what is pulled. */
function first(goals: readonly Goal[], more: Pick<PositionGoal, 'order' | 'maxLinks'>): readonly Goal[] {
  return goals.map((goal, index) => (index === 0 && goal.kind === 'position' ? { ...goal, ...more } : goal));
}

/** Where a handle is in `pose`, world metres. */
export function handlePosition(handle: Handle, world: WorldTransforms): Vec3 {
  return pointOf(world, handle.joint, handle.offset);
}
