import type { Goal } from '../../ik/request/goals.ts';
import type { Solver } from '../../ik/solver-with.ts';
import { angleBetween } from '../../math/quat.ts';
import { distance, lerp, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { handlesOf } from '../body/handles.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import { isReached, shortOf, tryFrom, type Attempt } from './attempt.ts';
import { boundGoals, kneesStayApart } from './bound-pose.ts';
import { carryTrunk, type TrunkPull } from './carry-trunk.ts';
import { directAgain } from './direct-again.ts';
import { drawBack } from './draw-back.ts';
import { GO_ON_ITERATIONS } from './go-on.ts';
import { withHeelDown } from './heels-down.ts';
import { naturalPose } from './natural-pose.ts';
import { pinnedLimbs, type PinnedLimb } from './pinned-limbs.ts';
import { hipsAlong } from './place-hips.ts';
import { plantLimbs, withPlanted } from './planted-goals.ts';
import { keepBuiltTurn, PLACE_STIFFNESS } from './pull-goals.ts';
import { goalsOfMove, type PullMove } from './pull-move.ts';
import { turnEnd } from './reach-out.ts';

/** How much the hips resist turning while chest or head are pulled. */
const HIPS_STIFFNESS = 0.9;
/** The joints that turn for a head's direction: the head and the neck. */
const NECK_LINKS = 2;

/** Radians by which a solve may turn a joint from what was built while heels are spared. Our choice. */
const MOST_STRAIN = 0.035;
/** Share of that turn that is left at most where heels come up instead: where they hardly help, they stay down. */
const MOST_EASED = 0.5;
/** Metres by which a target may be missed, for a figure 1.75 m tall, inside bounds: solves fail by little here and there where targets are in reach. */
const LITTLE = 0.01;
/** Metres of the way to a target out of reach that are searched, for a figure 1.75 m tall, and to how many of them. */
const SEARCHED = 2;
const EXACT = 4e-3;
/** Joint updates of a solve for a place on that way, for each joint: what has not reached it by then is out of reach. */
const UPDATES = 10;

/**
 * Pulls hips, chest or head. What the solver makes of a target out of reach may be any pose that is a little nearer, so such a target is drawn back along the
 * way to where the handle was grabbed until it is reached: what is shown is as near to what is built as poses that reach are, and follows without leaps.
 */
export function pullTrunk(solver: Solver, move: PullMove): Attempt {
  const { rig, snapshot, handle: name, target } = move;
  const size = sizeOf(rig);
  const found = reachFor(solver, move);
  if (arrives(found) || (isInside(found) && found.outcome.residuals[0]!.distance < LITTLE * size)) return found;
  const { joint, offset } = handlesOf(rig).find((handle) => handle.name === name)!;
  const placeIn = (pose: Pose): Vec3 => pointOf(forwardKinematics(rig.skeleton, pose), joint, offset);
  const from = placeIn(snapshot);
  const length = distance(from, target);
  const maxUpdates = UPDATES * rig.skeleton.count;
  const settings = { ...move.settings, maxIterations: Math.min(move.settings.maxIterations, GO_ON_ITERATIONS) };
  const bounded: Solver = { ...solver, solve: (start, goals, options) => solver.solve(start, goals, { ...options, maxUpdates }) };
  const pullTo = (along: number, by: Solver): Attempt =>
    reachFor(by, { ...move, settings, target: lerp(from, target, along / length) });
  const furthest = drawBack((along) => arrives(pullTo(along, bounded)), length, SEARCHED * size, EXACT * size);
  const drawn = pullTo(furthest, solver);
  return shortOf(drawn, distance(target, placeIn(drawn.outcome.pose)));
}

/** An attempt whose last goals are so many bounds that were measured only; none where that is not said. */
interface Bounded extends Attempt {
  readonly bounds?: number;
  /** Whether the knees come together, see `kneesStayApart`. Default: false. */
  readonly knocksKnees?: boolean;
}

/** An attempt of which a joint was turned by up to so many radians from what was built. */
interface Strained extends Bounded {
  readonly strain: number;
}

function isInside({ outcome: { residuals }, bounds = 0, knocksKnees = false }: Bounded): boolean {
  return !knocksKnees && residuals.slice(residuals.length - bounds).every(({ reached }) => reached);
}

/** Whether what is pulled comes to its target, inside bounds where something else is missed. */
function arrives(found: Bounded): boolean {
  return reachesKneesApart(found) || (found.outcome.residuals[0]!.reached && isInside(found));
}

/** Whether all is reached, the knees apart. */
function reachesKneesApart(found: Bounded): boolean {
  return isReached(found) && found.knocksKnees !== true;
}

/**
 * Hips, chest or head at a target: the pose is built from snapshot and target in closed form, hips carried along, trunk leant, pinned limbs folded in the planes
 * that the snapshot has them in, heels up where flat feet would not do, and solved. Heels that were spared come up where a solve without them has to turn
 * something far from what was built.
 */
function reachFor(solver: Solver, move: PullMove): Bounded {
  const { rig, snapshot, handle: name, pins, settings, target, keepsDirection, rotation } = move;
  const grabbed = handlesOf(rig).find((handle) => handle.name === name)!;
  const limbs = pinnedLimbs(rig, snapshot, pins).map(withHeelDown);
  const legs = limbs.filter(({ name: end, ik }) => end.endsWith('Foot') && ik === 1);
  const hipsStay = name !== 'hips' && (settings.rootStiffness === 1 || pins.hips?.translation === true);
  const keepsTurn = name === 'head' && keepsDirection && !settings.gaze;
  const kept = keepsTurn ? worldRotation(forwardKinematics(rig.skeleton, snapshot), grabbed.joint) : null;
  const turn = name === 'head' ? (rotation ?? kept) : null;
  const pull = {
    rig,
    snapshot,
    grabbed,
    legs,
    along: hipsAlong(move),
    hipsStay,
    hipsKeepTurn: pins.hips?.rotation === true,
    tilts: false,
    turn,
  };
  const built = carryTrunk({ ...pull, sparesHeels: true }, target);
  const found = solveBuilt(solver, move, { ...pull, limbs }, built);
  if (reachesKneesApart(found) && found.strain <= MOST_STRAIN) return found;
  const raised = carryTrunk({ ...pull, sparesHeels: false }, target);
  if (raised.every((value, i) => value === built[i])) return found;
  const eased = solveBuilt(solver, move, { ...pull, limbs }, raised);
  return reachesKneesApart(eased) && (!reachesKneesApart(found) || eased.strain < MOST_EASED * found.strain) ? eased : found;
}

/**
 * What was built, taken by a solve to the goals and into the limits, as near to it as it can. Where the hips have to tilt for it, or feet to turn, it counts
 * only inside bounds.
 */
function solveBuilt(
  solver: Solver,
  move: PullMove,
  { grabbed, limbs, legs, turn }: Omit<TrunkPull, 'sparesHeels'> & { readonly limbs: readonly PinnedLimb[] },
  built: Pose,
): Strained {
  const { rig, handle: name, settings } = move;
  const { goals: asked, options } = goalsOfMove(move);
  const { pose, goals: planted } = plantLimbs(rig, built, limbs);
  const goals = keepBuiltTurn(rig, withPlanted(asked, limbs, planted), grabbed.joint, pose, NECK_LINKS);
  const stiffness = Float64Array.from(options.stiffness ?? rig.skeleton.stiffness);
  const { hips } = rig.humanoid;
  if (hips !== undefined && name !== 'hips') stiffness[hips] = Math.max(stiffness[hips]!, HIPS_STIFFNESS);
  const rootStiffness = settings.rootStiffness === 1 && name !== 'hips' ? 1 : PLACE_STIFFNESS;
  const how = { ...options, rootStiffness, stiffness, reference: pose, restarts: 0 };
  const natural = naturalPose(move, pose);
  const followed = natural && { ...tryFrom(solver, natural, goals, { ...how, reference: natural }), strain: 0 };
  if (followed && isReached(followed)) return followed;
  const turnHead = (of: Pose): Pose => turnEnd(rig, of, { end: grabbed.joint }, turn!);
  const directed = (attempt: Strained): Strained =>
    turn
      ? { ...attempt, ...directAgain(solver, { rig, joint: grabbed.joint, turn, links: NECK_LINKS }, attempt, [turnHead]) }
      : attempt;
  const bounds: readonly Goal[] = hips === undefined ? [] : boundGoals(rig, pose, hips, legs);
  const solve = (asks: readonly Goal[]): Strained => {
    const attempt = tryFrom(solver, pose, [...asks, ...bounds], how);
    const { pose: solved } = attempt.outcome;
    const knocksKnees = !kneesStayApart(rig, pose, solved, legs);
    return { ...attempt, bounds: bounds.length, knocksKnees, strain: largestTurn(rig, pose, solved) };
  };
  const found = solve(goals);
  if (reachesKneesApart(found)) return directed(found);
  if (hips === undefined) return followed ?? found;
  // Hips that may tilt go lower.
  const tilting = goals.map((goal): Goal =>
    goal.kind === 'orientation' && goal.joint === hips ? { ...goal, soft: true } : goal,
  );
  // Feet whose heels are up may turn on their balls.
  const turning = tilting.map((goal): Goal => (goal.kind === 'aim' ? { ...goal, soft: true } : goal));
  const within = (asks: readonly Goal[]): Strained | null => {
    const eased = solve(asks);
    return isReached(eased) && isInside(eased) ? directed(eased) : null;
  };
  const turned = within(turning);
  return (turned && within(tilting)) ?? turned ?? followed ?? found;
}

/** Radians of the largest turn of a joint between two poses. */
function largestTurn({ skeleton }: Rig, before: Pose, after: Pose): number {
  let most = 0;
  for (let j = 0; j < skeleton.count; j++) most = Math.max(most, angleBetween(rotationOf(before, j), rotationOf(after, j)));
  return most;
}
