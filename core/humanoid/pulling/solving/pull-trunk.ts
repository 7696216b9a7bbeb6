import type { Goal, PositionGoal } from '../../../ik/request/goals.ts';
import type { Solver } from '../../../ik/solver-with.ts';
import { distance, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../skeleton/forward-kinematics.ts';
import { handleOf } from '../../body/handles.ts';
import { sizeOf } from '../../body/rig.ts';
import { askedPlace, isReached, shortOf, tryFrom, type Attempt } from '../request/attempt.ts';
import { carryTrunk, type CarriedBody } from '../building/carry-trunk.ts';
import { withHeelDown } from '../../limbs/heels-down.ts';
import { naturalPose } from '../building/natural-pose.ts';
import { pinnedLimbs, type PinnedLimb } from '../../limbs/pinned-limbs.ts';
import { hipsAlong } from '../building/place-hips.ts';
import { onBalls, plantLimbs, withPlanted } from '../building/planted-goals.ts';
import { keepBuiltTurn, PLACE_STIFFNESS } from '../request/pull-goals.ts';
import { goalsOfMove, placeIn, type PullMove } from '../request/pull-move.ts';

/** How much the hips resist turning while chest or head are pulled. */
const HIPS_STIFFNESS = 0.9;
/** The joints that turn for a head's direction: the head and the neck. */
const NECK_LINKS = 2;

/** Share of the way to a target by which that is missed at most for the balance. Our choice. */
const MOST_MISSED = 0.1;
/** Metres, for a figure 1.75 m tall, by which a solve goes on to a target from where the built pose ends: as exact as that is. Our choice. */
const NEARLY = 2e-3;
/** Metres, for a figure 1.75 m tall, within which what stands is as near to its target as it comes. Our choice. */
const EXACT = 5e-3;
/** Iterations of a solve at most: what a trunk reaches it mostly reaches in fewer, and what it does not is gone on with from where it stands. Our choice. */
const TRUNK_ITERATIONS = 24;

/**
 * Pulls hips, chest or head. The pose is built from snapshot and target in closed form: hips carried along, trunk leant, pinned limbs folded in the planes that
 * the snapshot has them in, heels up where flat feet would not do. A solve then takes the handle to the target and everything into its limits, as near to what was
 * built as it can.
 *
 * What is built ends as near to a target out of reach as it can, and the solve is not asked for much more than that. Where limits forbid even that, the body
 * stands as near to what was built as they allow, and goes on from there as far as solves reach.
 */
export function pullTrunk(solver: Solver, move: PullMove): Attempt {
  const { rig, target } = move;
  const size = sizeOf(rig);
  const built = buildTrunk(move);
  const nearest = placeIn(move, built.pose);
  const goal = askedPlace(nearest, target, NEARLY * size);
  const reason = built.isHeldBack ? 'balance' : 'outOfReach';
  const told = (found: Attempt): Attempt =>
    goal === target && found.outcome.residuals[0]!.reached
      ? found
      : shortOf(found, distance(target, placeIn(move, found.outcome.pose)), reason);
  const found = goal !== nearest ? solveTrunk(solver, move, built, goal) : null;
  if (found && isReached(found)) return told(found);
  return told(goNearer(solver, move, built, solveTrunk(solver, move, built, null), goal));
}

/**
 * What stands, gone on towards `place`: pins outrank what is pulled, so that it goes as far as they let it. Where that does not do, feet turn on their balls as
 * well.
 */
function goNearer(solver: Solver, move: PullMove, { limbs }: BuiltTrunk, standing: Attempt, place: Vec3): Attempt {
  const exact = EXACT * sizeOf(move.rig);
  const missedBy = ({ outcome: { pose } }: Attempt): number => distance(place, placeIn(move, pose));
  const follow = (from: Attempt, goals: readonly Goal[]): Attempt => {
    if (missedBy(from) <= exact) return from;
    const next = tryFrom(solver, from.outcome.pose, goals, from.options);
    return missedBy(next) < missedBy(from) ? next : from;
  };
  const [pulled, ...others] = standing.goals;
  const there: Goal = { ...(pulled as PositionGoal), target: place, weight: 1 };
  return follow(follow(standing, [there, ...others]), [there, ...onBalls(others, limbs)]);
}

/** What was built for a move: the pose, with its pinned limbs put back, and the goals that keep them there. */
interface BuiltTrunk extends CarriedBody {
  readonly goals: readonly Goal[];
  readonly limbs: readonly PinnedLimb[];
}

function buildTrunk(move: PullMove): BuiltTrunk {
  const { rig, snapshot, handle: name, pins, settings, target, keepsDirection, rotation } = move;
  const grabbed = handleOf(rig, name)!;
  const limbs = pinnedLimbs(rig, snapshot, pins).map(withHeelDown);
  const legs = limbs.filter(({ name: end, ik }) => end.endsWith('Foot') && ik === 1);
  const hipsStay = name !== 'hips' && (settings.rootStiffness === 1 || pins.hips?.translation === true);
  const keepsTurn = name === 'head' && keepsDirection && !settings.gaze;
  const kept = keepsTurn ? worldRotation(forwardKinematics(rig.skeleton, snapshot), grabbed.joint) : null;
  const turn = name === 'head' ? (rotation ?? kept) : null;
  const hipsKeepTurn = pins.hips?.rotation === true;
  const along = hipsAlong(move);
  const { pose: carried, isHeldBack } = carryTrunk(
    {
      rig,
      snapshot,
      grabbed,
      legs,
      along,
      hipsStay,
      hipsKeepTurn,
      tilts: false,
      unfolds: true,
      weight: name === 'hips' ? 0 : settings.weight,
      hangs: settings.weight,
      mayMiss: MOST_MISSED,
      turn,
    },
    target,
  );
  return { ...plantLimbs(rig, carried, limbs), limbs, isHeldBack };
}

/** What was built, taken by a solve into the limits and with its handle to `place`, or anywhere, as near to it as it can. */
function solveTrunk(solver: Solver, move: PullMove, { pose, goals: planted, limbs }: BuiltTrunk, place: Vec3 | null): Attempt {
  const { rig, handle: name, settings } = move;
  const { hips } = rig.humanoid;
  const { goals: asked, options } = goalsOfMove(place ? { ...move, target: place } : move);
  const { joint } = handleOf(rig, name)!;
  const pulled = place ? asked : asked.map((goal, index) => (index === 0 ? { ...goal, weight: 0 } : goal));
  const goals = keepBuiltTurn(rig, withPlanted(pulled, limbs, planted), joint, pose, NECK_LINKS);
  const stiffness = Float64Array.from(options.stiffness ?? rig.skeleton.stiffness);
  if (hips !== undefined && name !== 'hips') stiffness[hips] = Math.max(stiffness[hips]!, HIPS_STIFFNESS);
  const rootStiffness = settings.rootStiffness === 1 && name !== 'hips' ? 1 : PLACE_STIFFNESS;
  const maxIterations = Math.min(settings.maxIterations, TRUNK_ITERATIONS);
  const how = { ...options, rootStiffness, stiffness, reference: pose, restarts: 0, maxIterations };
  const natural = naturalPose(move, pose);
  const followed = natural && tryFrom(solver, natural, goals, { ...how, reference: natural });
  if (followed && isReached(followed)) return followed;
  return tryFrom(solver, pose, goals, how);
}
