import type { Goal, PositionGoal } from '../../ik/request/goals.ts';
import type { SolveOptions } from '../../ik/request/options.ts';
import type { Solver } from '../../ik/solver.ts';
import type { Limb } from '../body/limbs.ts';
import { isReached, tryFrom, type Attempt } from './attempt.ts';
import { followingOf, type Followed, type Following } from './following.ts';
import { helpfulness } from './helpfulness.ts';
import { pinnedLimbs } from './pinned-limbs.ts';
import { plantLimbs, withPlanted } from './planted-goals.ts';
import { keepBuiltTurn, LIMB_LINKS } from './pull-goals.ts';
import { goalsOfMove, type PullMove } from './pull-move.ts';
import { reachOut, type Reaching } from './reach-out.ts';

/**
 * Pulls a hand or a foot. The pose is built from snapshot and target in closed form: the limb folded to the target and, where that is too far for it, its root
 * carried along by the body, pinned limbs put back.
 *
 * With `smartBounce` the limb is then solved by itself, the rest of the body as it was built; where its limits forbid that, the body follows. Where
 * that does not lead to the target either, further starts count only when they reach it.
 */
export function pullLimb(solver: Solver, move: PullMove): Attempt {
  const { rig, limb, snapshot, pins, order, settings, seeds } = move;
  if (!limb) throw new RangeError(`"${move.handle}" is no hand or foot`);
  const { goals: asked, options } = goalsOfMove(move);
  const [goal] = asked;
  if (goal?.kind !== 'position') return tryFrom(solver, snapshot, asked, options);
  const limbs = pinnedLimbs(rig, snapshot, pins).filter(({ name }) => name !== move.handle);
  const built = reachOut({ ...move, limb, limbs });
  const planted = plantLimbs(rig, built.pose, limbs);
  const goals = keepBuiltTurn(rig, withPlanted(asked, limbs, planted.goals), limb.end, planted.pose, LIMB_LINKS);
  const isSmart = order === 'smartBounce';
  const near: SolveOptions = { ...options, reference: isSmart ? planted.pose : snapshot, restarts: 0 };
  const bendAsBuilt = (stiffness: ArrayLike<number>): Float64Array =>
    Float64Array.from(stiffness, (value, joint) => (built.isSoftened && joint === limb.bend ? 1 : value));
  if (isSmart) {
    const stiffness = bendAsBuilt(options.stiffness ?? rig.skeleton.stiffness);
    const alone = tryFrom(solver, planted.pose, first(goals, { maxLinks: LIMB_LINKS }), { ...near, stiffness });
    if (isReached(alone)) return alone;
  }
  const { stiffness, rootStiffness } = whoFollows(solver, { ...move, limb }, goal, options);
  const how = { ...near, rootStiffness, stiffness: bendAsBuilt(stiffness) };
  const body = tryFrom(solver, planted.pose, isSmart ? goals : first(goals, { order }), how);
  if (isReached(body)) return body;
  const poses = seeds?.(asked, planted.pose) ?? [];
  if (poses.length + settings.restarts === 0) return body;
  const further = tryFrom(solver, planted.pose, body.goals, { ...body.options, seeds: poses, restarts: settings.restarts });
  return isReached(further) ? further : body;
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
function first(goals: readonly Goal[], more: Pick<PositionGoal, 'order' | 'maxLinks'>): readonly Goal[] {
  return goals.map((goal, index) => (index === 0 && goal.kind === 'position' ? { ...goal, ...more } : goal));
}
