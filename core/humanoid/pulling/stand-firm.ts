import type { Goal } from '../../ik/request/goals.ts';
import { ZERO } from '../../math/vec3.ts';
import { forwardKinematics, pointOf } from '../../skeleton/forward-kinematics.ts';
import type { Rig } from '../body/rig.ts';
import { isReached, type Attempt } from './attempt.ts';

/** Metres by which a heel may come to stand lower than it stood: what solves leave. */
const SUNK = 1e-3;

/**
 * Solves goals of which some are wishes, with those demanded that can be met: a heel comes up only where its ankle cannot bend. Where a wish to stay
 * somewhere is missed by sinking, it is demanded whether or not the rest can then be met: a heel never goes into the floor.
 */
export function standFirm(rig: Rig, goals: readonly Goal[], solve: (goals: readonly Goal[]) => Attempt): Attempt {
  const free = solve(goals);
  if (!goals.some(isWish)) return free;
  const missed = new Set(goals.filter((goal, i) => isWish(goal) && !free.outcome.residuals[i]!.reached).map(jointOf));
  let sunk = sunken(rig, goals, free);
  const firm = new Set(
    goals.filter((goal) => isWish(goal) && (!missed.has(jointOf(goal)) || sunk.has(jointOf(goal)))).map(jointOf),
  );
  if (firm.size === 0) return free;
  let standing = solve(demanded(goals, firm));
  if (sunk.size === 0 && !isReached(standing)) return free;
  // With one foot standing firm, the other may sink.
  for (sunk = sunken(rig, goals, standing); [...sunk].some((joint) => !firm.has(joint)); sunk = sunken(rig, goals, standing)) {
    for (const joint of sunk) firm.add(joint);
    standing = solve(demanded(goals, firm));
  }
  return standing;
}

/** The joints that wish to stay somewhere and are below it. */
function sunken(rig: Rig, goals: readonly Goal[], { outcome }: Attempt): Set<number> {
  const world = forwardKinematics(rig.skeleton, outcome.pose);
  return new Set(
    goals.flatMap((goal) => {
      if (goal.kind !== 'position' || !goal.wish) return [];
      return pointOf(world, goal.joint, goal.offset ?? ZERO)[1] < goal.target[1] - SUNK ? [goal.joint] : [];
    }),
  );
}

function demanded(goals: readonly Goal[], joints: ReadonlySet<number>): readonly Goal[] {
  return goals.map((goal) => (isWish(goal) && joints.has(jointOf(goal)) ? { ...goal, wish: false } : goal));
}

function isWish(goal: Goal): boolean {
  return goal.kind !== 'pole' && goal.wish === true;
}

function jointOf(goal: Goal): number {
  return goal.kind === 'centreOfMass' ? -1 : goal.joint;
}
