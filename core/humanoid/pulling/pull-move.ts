import type { Goal, PositionGoal } from '../../ik/request/goals.ts';
import type { SolveOptions } from '../../ik/request/options.ts';
import type { VisitingOrder } from '../../ik/request/orders.ts';
import type { Outcome } from '../../ik/request/outcome.ts';
import type { Solver } from '../../ik/solver.ts';
import { add, distance, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import { isReached, tryFrom, type Attempt } from './attempt.ts';
import { carryBody } from './carry-body.ts';
import { departure, farthestTurn } from './departure.ts';
import { followingOf, trunkFollowing, type Followed, type Following } from './following.ts';
import { helpfulness } from './helpfulness.ts';
import type { HandleName, Pins } from '../body/handles.ts';
import type { Limb } from '../body/limbs.ts';
import { keepPace, paceOf } from './keep-pace.ts';
import { LIMB_LINKS, type PullGoals } from './pull-goals.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import { standFirm } from './stand-firm.ts';
import { softenLimb } from './soft-reach.ts';
import { bendStraightLimb } from './straight-limbs.ts';
import { limbStrain } from './strain.ts';
import { swivelLimb } from './swivel-limb.ts';

/** Metres of one step when a target is walked to, for a figure 1.75 m tall. */
const STRIDE = 0.05;

/** Radians of one joint by which the poses of places near to each other differ. */
const ALIKE = 0.35;
/** Share of what another pose leaves that comes as near. */
const AS_NEAR = 1.003;

/** Radians of one joint from which another pose counts as a leap. Our choice: what a straight leg bends by when its foot is lifted by 10 cm. */
const LEAP = 1;

/**
 * Poses to start from when the present one does not lead to the goals, best first: what a pose library has to offer. They are asked for
 * at that moment only.
 */
export type SeedSource = (goals: readonly Goal[], present: Pose) => readonly Pose[];

/** Metres of one step of a figure when its target is walked to. */
export function strideOf(rig: Rig): number {
  return STRIDE * sizeOf(rig);
}

/** What holds from the beginning to the end of a gesture. */
export interface Grab {
  readonly rig: Rig;
  readonly handle: HandleName;
  /** The limb that the handle belongs to, null for the trunk and the head. */
  readonly limb: Limb | null;
  readonly pins: Pins;
  readonly order: VisitingOrder;
  /** Share of the limb's length that it spans last, see `soft-reach.ts`. */
  readonly softReach: number;
  /** The pose in which the handle was grabbed. */
  readonly snapshot: Pose;
  readonly seeds: SeedSource | undefined;
}

/** One move of a gesture: what is asked, and what the last move came to. */
export interface PullMove extends Grab, PullGoals {
  readonly target: Vec3;
  /** Metres that the target has gone since the last move. */
  readonly way: number;
  /** The solution of the last move, and the pose that was shown of it. */
  readonly present: Pose;
  readonly shown: Pose;
  /** Whether to look for other poses that reach, where the present one does not lead there. */
  readonly searches: boolean;
  /** The solution that the gesture had near this target before; null where it has not been. */
  readonly former: Pose | null;
}

/** Options of a solve that say who follows. */
type Asked = SolveOptions & Following;

/** What came of a move. */
export interface SolvedMove {
  /** The solve whose pose is shown. */
  readonly counts: Attempt;
  /** What the shown pose is, unless it is still on its way there. */
  readonly wanted: Outcome;
  /** The solution with the limb's whole length, from which the next move sets out. */
  readonly solution: Outcome;
}

/**
 * Solves one move and shows as much of the solution as the way of the target allows: no joint turns faster than `keep-pace.ts` says, not even where
 * the solution leaps.
 */
export function solvePull(solver: Solver, move: PullMove): SolvedMove {
  const found = comeBack(solver, move, solveMove(solver, move));
  const wanted = soften(solver, move, found);
  const counts = keepPace(solver, move.rig, move.shown, wanted, paceOf(move.rig, move.way));
  return { counts, wanted: wanted.outcome, solution: found.outcome };
}

/**
 * Where the gesture comes back with another pose than it had there, as it may from beyond reach, that pose leads to the solution if it comes as near:
 * going back undoes the way.
 */
function comeBack(solver: Solver, move: PullMove, found: Attempt): Attempt {
  const { rig, former } = move;
  if (!former || farthestTurn(rig, former, found.outcome.pose) < ALIKE) return found;
  const again = solveMove(solver, { ...move, present: former, searches: false });
  return again.outcome.cost <= AS_NEAR * found.outcome.cost ? again : found;
}

/**
 * Solves one move. Of the poses that reach the target the one nearest to the snapshot is wanted, so that the same target gives the same
 * pose however the pointer came there, and going back undoes the way.
 *
 * With `smartBounce` a limb is tried by itself, the rest of the body as the snapshot has it. The more that strains it beyond what the snapshot does,
 * and the more it misses, the more readily the trunk leans and the hips follow; a limb at ease leaves them alone. Where the present pose does not
 * lead to the target, further starts count only when they reach it. What the goals merely wish is demanded where it can be met, see
 * `stand-firm.ts`.
 */
function solveMove(solver: Solver, move: PullMove): Attempt {
  const { rig, limb, handle, target, order, snapshot, present, goals, options, seeds, searches } = move;
  // An elbow or a knee goes round its limb in closed form.
  if (limb?.isPole) return tryFrom(solver, swivelLimb(rig, snapshot, handle, target), goals, { ...options, restarts: 0 });
  const near: SolveOptions = { ...options, reference: snapshot };
  let strain = 1;
  if (limb && order === 'smartBounce') {
    const alone = tryFrom(solver, limbStart(move, limb), first(goals, { order, maxLinks: LIMB_LINKS }), { ...near, restarts: 0 });
    strain = limbStrain(rig, limb, snapshot, alone.outcome.pose, missedBy(alone), move.softReach);
    if (strain === 0) return alone;
  }
  const following = whoFollows(solver, move, strain);
  const asked = limb && order !== 'smartBounce' ? first(goals, { order }) : goals;
  const how: Asked = { ...near, ...following, restarts: 0 };
  const body = standFirm(rig, asked, (wanted) => leastDeparture(solver, move, wanted, how));
  if (isReached(body) || !searches) return body;
  const walked = walk(solver, move, body.goals, how);
  if (walked) return walked;
  const poses = seeds?.(goals, present) ?? [];
  if (poses.length + (options.restarts ?? 0) === 0) return body;
  const further = tryFrom(solver, present, body.goals, { ...near, ...following, seeds: poses });
  return isReached(further) ? further : body;
}

/**
 * The same move with the limb held as bent as a soft reach wants it: the rest of the body leans in for what it does not span, and where that is not enough
 * the handle stays behind its target. Pins are as exact as ever.
 */
function soften(solver: Solver, { rig, limb, softReach, snapshot }: PullMove, found: Attempt): Attempt {
  const start = limb && !limb.isPole ? softenLimb(rig, limb, softReach, snapshot, found) : null;
  if (!limb || !start) return found;
  const { seeds: _seeds, ...options } = found.options;
  const stiffness = Float64Array.from(options.stiffness ?? rig.skeleton.stiffness);
  stiffness[limb.bend] = 1;
  const softened = tryFrom(solver, start, found.goals, { ...options, restarts: 0, stiffness });
  // What led there is still where the whole length was found from.
  return { ...softened, outcome: { ...softened.outcome, start: found.outcome.start } };
}

/**
 * Takes the handle from where it is to its target in steps: from far away coordinate descent may miss what it finds step by step (knees that are
 * straight know no way to bend). Null when there is nothing to walk, or a step is not reached.
 */
function walk(solver: Solver, { rig, present, target }: PullMove, goals: readonly Goal[], options: SolveOptions): Attempt | null {
  const [goal] = goals;
  if (goal?.kind !== 'position') return null;
  const from = pointOf(forwardKinematics(rig.skeleton, present), goal.joint, goal.offset ?? ZERO);
  const steps = Math.ceil(distance(from, target) / strideOf(rig));
  let last: Attempt | null = null;
  for (let step = 1; step <= steps && steps > 1; step++) {
    const way = add(from, scale(subtract(target, from), step / steps));
    last = tryFrom(solver, last?.outcome.pose ?? present, [{ ...goal, target: way }, ...goals.slice(1)], options);
    if (!isReached(last)) return null;
  }
  return last;
}

/** Metres by which what is pulled misses its target; without end where another goal is missed, for which the body is needed as well. */
function missedBy({ outcome }: Attempt): number {
  const [pulled, ...others] = outcome.residuals;
  if (outcome.status === 'reached') return 0;
  return others.every(({ reached }) => reached) ? pulled!.distance : Infinity;
}

function whoFollows(solver: Solver, { rig, limb, handle, order, goals, snapshot, options }: PullMove, strain: number): Following {
  const rootStiffness = options.rootStiffness ?? 1;
  const { stiffness = rig.skeleton.stiffness } = options;
  if (!limb) return handle === 'hips' ? { stiffness, rootStiffness } : { ...trunkFollowing(rig, rootStiffness), stiffness };
  const [goal] = goals;
  const followed: Followed = {
    rig,
    limb,
    strain,
    rootStiffness,
    helpfulness: () =>
      goal?.kind === 'position' ? helpfulness(solver, rig, snapshot, goal) : new Float64Array(rig.skeleton.count).fill(1),
  };
  const following = followingOf(followed, order);
  return {
    ...following,
    stiffness: Float64Array.from(following.stiffness, (value, joint) => Math.max(value, stiffness[joint]!)),
  };
}

/**
 * From the present pose, or from one with its straight limbs bent: where that alone gets there, or ends nearer to the snapshot without a leap from what
 * the present pose leads to.
 */
function leastDeparture(solver: Solver, move: PullMove, goals: readonly Goal[], options: Asked): Attempt {
  const { rig, present, snapshot } = move;
  const body = tryFrom(solver, present, goals, options);
  const unlocked = unlock(move);
  // A start that only carries the body is of use where the present pose led nowhere.
  if (unlocked === present || (isReached(body) && farthestTurn(rig, unlocked, present) === 0)) return body;
  const bent = tryFrom(solver, unlocked, goals, options);
  if (!isReached(bent)) return body;
  if (!isReached(body)) return bent;
  const far = ({ outcome }: Attempt): number => departure(rig, outcome.pose, snapshot, options);
  return far(bent) < far(body) && farthestTurn(rig, bent.outcome.pose, body.outcome.pose) < LEAP ? bent : body;
}

/**
 * A start in which the limbs are bent, in closed form, that are straight and in the way: the pulled one, or those that hold the body while its trunk is
 * pulled. The present pose where nothing is locked.
 */
function unlock(move: PullMove): Pose {
  const { rig, handle, limb, target, present, goals, options, pins, snapshot } = move;
  if (limb) {
    // Measured from where the snapshot has the trunk, so that slow pulls bend the limb as quick ones do.
    const straight = withLimb(snapshot, present, limb);
    const bent = bendStraightLimb(rig, straight, handle, target);
    return bent === straight ? present : bent;
  }
  // Hips that are to stay where they are carry nothing, unless it is they that are pulled.
  if (options.rootStiffness === 1 && handle !== 'hips') return present;
  const [goal] = goals;
  return goal?.kind === 'position' ? carryBody(rig, present, goal.joint, target, pins, snapshot) : present;
}

/** The snapshot with the limb as it is at present; a straight one is bent in closed form, which coordinate descent cannot begin. */
function limbStart({ rig, handle, target, snapshot, present }: PullMove, limb: Limb): Pose {
  return bendStraightLimb(rig, withLimb(snapshot, present, limb), handle, target);
}

function withLimb(pose: Pose, from: Pose, { upper, bend, end }: Limb): Pose {
  const taken = pose.slice();
  for (const joint of [upper, bend, end]) setRotation(taken, joint, rotationOf(from, joint));
  return taken;
}

/** The goals with something more said of the first, which is what is pulled. */
function first(goals: readonly Goal[], more: Pick<PositionGoal, 'order' | 'maxLinks'>): readonly Goal[] {
  return goals.map((goal, index) => (index === 0 && goal.kind === 'position' ? { ...goal, ...more } : goal));
}
