import type { Goal, PositionGoal } from '../../../ik/request/goals.ts';
import type { SolveOptions } from '../../../ik/request/options.ts';
import type { Solver } from '../../../ik/solver-with.ts';
import { clamp } from '../../../math/angles.ts';
import { distance, lerp, ZERO, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, pointOf } from '../../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../../skeleton/pose.ts';
import { sizeOf } from '../../body/rig.ts';
import { askedPlace, isReached, shortOf, tryFrom, type Attempt } from '../request/attempt.ts';
import { buildReach, type BuiltReach } from '../building/build-reach.ts';
import { followingOf, type Followed, type Following } from './following.ts';
import { helpfulness } from './helpfulness.ts';
import { naturalPose } from '../building/natural-pose.ts';
import { withPlanted } from '../building/planted-goals.ts';
import { keepBuiltTurn } from '../request/pull-goals.ts';
import { goalsOfMove, type PullMove, type Reaching } from '../request/pull-move.ts';
import { withSlack, withoutSlack } from '../building/slack.ts';

/** Metres of one stride on the way to a target for a figure 1.75 m tall, and how many there are at most. */
const STRIDE = 0.05;
const MOST_STRIDES = 16;

/** Metres, for a figure 1.75 m tall, by which a solve goes on to a target that the balance holds a limb back from. Our choice. */
const LIMB_NEARLY = 0.01;

/** Iterations after which a limb that gets nowhere by itself is helped by the body: what limbs reach alone they mostly reach in two or three. Our choice. */
const ALONE_ITERATIONS = 12;

/**
 * Pulls a hand or a foot. The pose is built from snapshot and target in closed form: the limb folded to the target and, where that is too far for it, its root
 * carried along by the body, pinned limbs put back. The limb is then solved by itself, the rest of the body as it was built; where its limits forbid that, the
 * body follows. Each solve stays as near to what was built as it can.
 *
 * Further starts, from a library or at random where the settings ask for them, count only when they reach what the built pose does not lead to. An order other
 * than `smartBounce` says itself who moves: there the limb walks.
 */
export function pullLimb(solver: Solver, move: Reaching): Attempt {
  return move.order === 'smartBounce' ? withoutSlack(pullAsBuilt(solver, withSlack(move)), move) : walkInOrder(solver, move);
}

function pullAsBuilt(solver: Solver, move: Reaching): Attempt {
  const { rig, snapshot, target } = move;
  const { goals, options } = goalsOfMove(move);
  const [goal] = goals;
  if (goal?.kind !== 'position') return tryFrom(solver, snapshot, goals, options);
  const built = buildReach(move);
  const placeIn = (pose: Pose): Vec3 => pointOf(forwardKinematics(rig.skeleton, pose), goal.joint, goal.offset ?? ZERO);
  // What the balance holds back is not to be drawn on by a solve.
  const place = built.isHeldBack ? askedPlace(placeIn(built.pose), target, LIMB_NEARLY * sizeOf(rig)) : target;
  const found = solveBuilt(solver, { ...move, target: place }, { ...goal, target: place }, built);
  return place === target ? found : shortOf(found, distance(target, placeIn(found.outcome.pose)), 'balance');
}

/** What was built, solved: by the limb itself, by the body where its limits forbid that, from further starts where both fail. */
function solveBuilt(solver: Solver, move: Reaching, goal: PositionGoal, built: BuiltReach): Attempt {
  const { rig, limb, settings } = move;
  const { pose, isSoftened } = built;
  const { goals: asked, options } = goalsOfMove(move);
  const goals = keepBuiltTurn(rig, withPlanted(asked, built.limbs, built.planted), limb.end, pose, limb.joints.length);
  const near: SolveOptions = { ...options, restarts: 0 };
  // A bend that a soft reach leaves more bent than the target asks stays so.
  const bendAsBuilt = (stiffness: ArrayLike<number>): Float64Array =>
    Float64Array.from(stiffness, (value, joint) => (isSoftened && joint === limb.bend ? 1 : value));
  const own = bendAsBuilt(options.stiffness ?? rig.skeleton.stiffness);
  const natural = naturalPose(move, pose);
  const followed = natural && tryFrom(solver, natural, goals, { ...near, stiffness: own, reference: natural });
  if (followed && isReached(followed)) return followed;
  const ofLimb = first(goals, { maxLinks: limb.joints.length });
  const maxIterations = Math.min(settings.maxIterations, ALONE_ITERATIONS);
  const alone = tryFrom(solver, pose, ofLimb, { ...near, stiffness: own, reference: pose, maxIterations });
  if (isReached(alone)) return alone;
  const { stiffness, rootStiffness } = whoFollows(solver, move, goal, options);
  const how = { ...near, rootStiffness, stiffness: bendAsBuilt(stiffness), reference: pose };
  const body = tryFrom(solver, pose, goals, how);
  // A limb that is held bent for a soft reach gets nowhere by chance.
  if (isReached(body)) return body;
  return followed ?? lookFurther(solver, move, body, isSoftened ? 0 : settings.restarts);
}

/** Walks from the snapshot to the target in strides, the joints visited in the order that was named, as near to the snapshot as it can. */
function walkInOrder(solver: Solver, move: Reaching): Attempt {
  const { rig, limb, snapshot, target, order, settings } = move;
  const asked = goalsOfMove(move);
  const [goal] = asked.goals;
  if (goal?.kind !== 'position') return tryFrom(solver, snapshot, asked.goals, asked.options);
  const how = { ...asked.options, ...whoFollows(solver, move, goal, asked.options), reference: snapshot, restarts: 0 };
  const from = pointOf(forwardKinematics(rig.skeleton, snapshot), goal.joint, goal.offset ?? ZERO);
  const strides = clamp(Math.ceil(distance(from, target) / (STRIDE * sizeOf(rig))), 1, MOST_STRIDES);
  const ordered = first(asked.goals, { order });
  const goals = move.rotation ? ordered : keepBuiltTurn(rig, ordered, limb.end, snapshot, limb.joints.length);
  let present = snapshot;
  for (let stride = 1; stride < strides; stride++) {
    const way = lerp(from, target, stride / strides);
    const demands = goals.filter((each) => each.kind !== 'orientation' || !each.soft);
    present = tryFrom(solver, present, first(demands, { target: way }), how).outcome.pose;
  }
  const found = tryFrom(solver, present, goals, how);
  return isReached(found) ? found : lookFurther(solver, move, found, settings.restarts);
}

/** Further starts, poses of a library first: they count only when they reach the target. */
function lookFurther(solver: Solver, { seeds, searches }: PullMove, found: Attempt, restarts: number): Attempt {
  if (!searches) return found;
  const poses = seeds?.(found.goals, found.start) ?? [];
  if (poses.length + restarts === 0) return found;
  const further = tryFrom(solver, found.start, found.goals, { ...found.options, seeds: poses, restarts });
  return isReached(further) ? further : found;
}

function whoFollows(solver: Solver, move: Reaching, goal: PositionGoal, options: SolveOptions): Following {
  const { rig, limb, order, snapshot } = move;
  const { stiffness = rig.skeleton.stiffness, rootStiffness = 1 } = options;
  const followed: Followed = {
    rig,
    limb,
    rootStiffness,
    helpfulness: () => helpfulness(solver, rig, snapshot, goal),
  };
  const following = followingOf(followed, order);
  return {
    ...following,
    stiffness: Float64Array.from(following.stiffness, (value, joint) => Math.max(value, stiffness[joint]!)),
  };
}

/** The goals with something more said of the first, which is what is pulled. */
function first(goals: readonly Goal[], more: Partial<PositionGoal>): readonly Goal[] {
  return goals.map((goal, index) => (index === 0 && goal.kind === 'position' ? { ...goal, ...more } : goal));
}
