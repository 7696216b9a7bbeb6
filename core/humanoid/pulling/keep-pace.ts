import type { Goal } from '../../ik/request/goals.ts';
import type { SolveOptions } from '../../ik/request/options.ts';
import type { GoalResidual, Outcome } from '../../ik/request/outcome.ts';
import type { Solver } from '../../ik/solver.ts';
import { DEGREES } from '../../math/angles.ts';
import { slerp } from '../../math/quat.ts';
import { add, distance, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import type { Attempt } from './attempt.ts';
import { farthestTurn } from './departure.ts';

/**
 * Radians that a joint may turn while the target goes a centimetre of a figure 1.75 m tall: what a straight knee needs to shorten its leg by that much,
 * 2 acos(1 − 0.01 / 0.85) = 18°, and a little more.
 */
const PACE = 20 * DEGREES;
/** The same for a target that is held: less is no leap. */
const SETTLING = 2 * DEGREES;
/** Metres, for a figure 1.75 m tall as all of those below. */
const CENTIMETRE = 0.01;
/** Share of the pace that the first try takes, since bringing the pins back turns joints as well, and what each further try takes of that. */
const FIRST = 0.9;
const LESS = 0.6;
const TRIES = 5;
/** Steps of the solver, as a share of the pace: near full stretch longer ones would lead elsewhere. */
const STEP = 0.25;
/** Metres that the handle is asked to go where no blend of the two poses can be held. */
const NEARER = 0.02;
/** Metres by which a heel may stand elsewhere on the way. */
const HEEL_TOLERANCE = 2e-3;
/** By how much a pin may be worse off on the way than at its end: a share, metres, radians. */
const WORSE = { share: 0.01, distance: 1e-4, angle: 2e-3 };

/** Radians that a joint may turn while the target goes `way` metres; below a centimetre by its square root, as straight limbs bend. */
export function paceOf(rig: Rig, way: number): number {
  const centimetres = way / (CENTIMETRE * sizeOf(rig));
  return Math.max(SETTLING, PACE * (centimetres < 1 ? Math.sqrt(centimetres) : centimetres));
}

/**
 * What is shown of a solution that the pose before may be far from: the solution itself where no joint has to turn by more than `most` radians, else a
 * pose on the way there, so that a leap becomes a quick movement over the next moves of the target. Pins stay where they are, and what is
 * pulled stays on its target where it can. Where every step would turn a joint further, the pose is left as it was.
 */
export function keepPace(solver: Solver, rig: Rig, shown: Pose, found: Attempt, most: number): Attempt {
  if (farthestTurn(rig, shown, found.outcome.pose) <= most) return found;
  const next = between(solver, rig, shown, found, most) ??
    nearer(solver, rig, shown, found, most) ?? { start: shown, goals: [], options: calmly(found, most) };
  const { outcome } = 'outcome' in next ? next : { outcome: solver.solve(shown, next.goals, next.options) };
  return { ...next, outcome: measured(solver, found, outcome) };
}

/** A pose between the shown one and the solution. */
function between(solver: Solver, rig: Rig, shown: Pose, found: Attempt, most: number): Attempt | null {
  const { pose, status } = found.outcome;
  const options = calmly(found, most);
  let share = (FIRST * most) / farthestTurn(rig, shown, pose);
  for (let tried = 0; tried < TRIES; tried++, share *= LESS) {
    const start = blend(rig, shown, pose, share);
    if (status === 'reached') {
      const goals = onTheWay(rig, found.goals, start, true);
      const outcome = solver.solve(start, goals, options);
      if (outcome.status === 'reached' && farthestTurn(rig, shown, outcome.pose) <= most)
        return { start, goals, options, outcome };
    }
    const pinned = onTheWay(rig, found.goals, start, false);
    const outcome = solver.solve(start, pinned, options);
    if (holdsPins(rig, outcome, pinned, found) && farthestTurn(rig, shown, outcome.pose) <= most)
      return { start, goals: pinned, options, outcome };
  }
  return null;
}

/** The shown pose with its handle a little nearer to the target: the way to the solution may lead through poses that the pins do not allow. */
function nearer(solver: Solver, rig: Rig, shown: Pose, found: Attempt, most: number): Attempt | null {
  const options = calmly(found, most);
  const [pulled, ...others] = onTheWay(rig, found.goals, shown, true);
  if (pulled?.kind !== 'position') return null;
  const from = pointOf(forwardKinematics(rig.skeleton, shown), pulled.joint, pulled.offset ?? ZERO);
  const way = subtract(pulled.target, from);
  let share = Math.min(1, (NEARER * sizeOf(rig)) / distance(pulled.target, from));
  for (let tried = 0; tried < TRIES; tried++, share *= LESS) {
    const goals = [{ ...pulled, target: add(from, scale(way, share)) }, ...others];
    const outcome = solver.solve(shown, goals, options);
    if (holdsPins(rig, outcome, goals, found) && farthestTurn(rig, shown, outcome.pose) <= most)
      return { start: shown, goals, options, outcome };
  }
  return null;
}

/** The options of a solve that stays near where it starts. */
function calmly({ options }: Attempt, most: number): SolveOptions {
  const { reference: _reference, seeds: _seeds, ...others } = options;
  return { ...others, restarts: 0, maxStep: STEP * most };
}

/**
 * The goals as they hold on the way through `pose`: a wish to stay somewhere becomes one to be no lower than there, poles and other wishes wait. What
 * `isPulled` goes to its target, else it stays where the pose has it.
 */
function onTheWay(rig: Rig, goals: readonly Goal[], pose: Pose, isPulled: boolean): readonly Goal[] {
  const world = forwardKinematics(rig.skeleton, pose);
  return goals.flatMap((goal): Goal[] => {
    if (goal.kind === 'pole') return [];
    const isWish = goal.wish === true;
    if (!isWish && (isPulled || isPin(goal))) return [goal];
    if (goal.kind !== 'position') return [];
    const place = pointOf(world, goal.joint, goal.offset ?? ZERO);
    if (!isWish) return [{ ...goal, target: place }];
    const noLower: Vec3 = [place[0], Math.max(place[1], goal.target[1]), place[2]];
    return [{ ...goal, wish: false, priority: 0, target: noLower, tolerance: HEEL_TOLERANCE * sizeOf(rig) }];
  });
}

function isPin(goal: Goal): boolean {
  return goal.kind !== 'pole' && goal.wish !== true && (goal.priority ?? 0) > 0;
}

/** Whether every pin is met, or as nearly as in the solution. */
function holdsPins(rig: Rig, { residuals }: Outcome, goals: readonly Goal[], found: Attempt): boolean {
  const isAsNear = (one: GoalResidual, other: GoalResidual | undefined): boolean =>
    other !== undefined &&
    one.distance <= (1 + WORSE.share) * other.distance + WORSE.distance * sizeOf(rig) &&
    one.angle <= (1 + WORSE.share) * other.angle + WORSE.angle;
  return goals.every((goal, i) => {
    const residual = residuals[i]!;
    return !isPin(goal) || residual.reached || isAsNear(residual, found.outcome.residuals[found.goals.indexOf(goal)]);
  });
}

/** What the pose of `outcome` leaves of the goals that the solution was asked for. */
function measured(solver: Solver, { goals, options, outcome: asked }: Attempt, { pose, iterations, updates }: Outcome): Outcome {
  const { trace: _trace, ...others } = options;
  const left = solver.begin(pose, goals, others).outcome();
  const isReached = left.residuals.every(({ reached }, i) => {
    const goal = goals[i]!;
    return reached || goal.kind === 'pole' || goal.wish === true;
  });
  return { ...left, pose, status: isReached ? 'reached' : 'stalled', iterations, updates, start: asked.start };
}

/** The pose that lies `share` of the way between two; joints that are alike in both keep their bytes. */
function blend(rig: Rig, from: Pose, to: Pose, share: number): Pose {
  const pose = from.slice();
  for (let i = 0; i < 3; i++) pose[i]! += share * (to[i]! - from[i]!);
  for (let joint = 0; joint < rig.skeleton.count; joint++) {
    const [a, b] = [rotationOf(from, joint), rotationOf(to, joint)];
    if (a.some((value, i) => value !== b[i])) setRotation(pose, joint, slerp(a, b, share));
  }
  return pose;
}
