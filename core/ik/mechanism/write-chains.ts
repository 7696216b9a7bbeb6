import { commonAncestor } from '../../skeleton/hierarchy.ts';
import { NO_DIRECTION } from '../../math/tolerances.ts';
import { KIND_SLIDE } from '../../skeleton/limit-table.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';
import type { Goal } from '../request/goals.ts';
import type { Mechanism } from './mechanism.ts';
import { GOAL_AIM, GOAL_ORIENTATION, GOAL_POSITION, type Task } from './task.ts';

/** λ in metres for a goal whose chain has no length. */
const DEFAULT_LEVER = 0.1;

/** Whether the goal's point is the joint's own origin, which no rotation of the joint moves. */
function turnsInPlace(task: Task, mechanism: Mechanism, g: number, joint: number): boolean {
  if (task.joints[g] !== joint || mechanism.limits.kinds[joint] === KIND_SLIDE) return false;
  if (task.kinds[g] === GOAL_ORIENTATION || task.kinds[g] === GOAL_AIM) return false;
  const o = 3 * g;
  return task.offsets[o]! ** 2 + task.offsets[o + 1]! ** 2 + task.offsets[o + 2]! ** 2 < NO_DIRECTION * NO_DIRECTION;
}

/** Finds the active joints, the chains of the goals and the goals of the joints. */
export function writeChains(task: Task, mechanism: Mechanism, goals: readonly Goal[], rootFree: boolean): void {
  const { skeleton } = mechanism;
  const { count } = skeleton;
  const { movable, goalStart } = task;
  movable.fill(0);
  goalStart.fill(0);
  let length = 0;
  task.balance.goal = -1;
  task.rootMoves = false;
  for (let g = 0; g < goals.length; g++) {
    task.chainStart[g] = length;
    task.rooted[g] = 0;
    const goal = goals[g]!;
    const asks = goal.weight !== 0;
    if (goal.kind === 'centreOfMass') {
      length = writeBody(task, mechanism, g, length, asks, rootFree);
    } else {
      length = writeChain(task, mechanism, g, length, asks ? (goal.maxLinks ?? Infinity) : 0, rootFree);
    }
    if (task.rooted[g] === 1) task.rootMoves = true;
  }
  if (task.total > goals.length) {
    length = writeCounterpartChains(task, mechanism, goals, length, rootFree);
  }
  task.chainStart[task.total] = length;
  task.activeCount = 0;
  task.deepest = 0;
  for (let j = 0; j < count; j++) {
    if (movable[j]! >= 2) {
      task.active[task.activeCount++] = j;
      task.deepest = Math.max(task.deepest, mechanism.depths[j]!);
    }
    movable[j]! &= 1;
    goalStart[j + 1]! += goalStart[j]!;
  }
  // Filling moves each start to the next joint's; shifting back restores them.
  for (let g = 0; g < task.total; g++) {
    for (let i = task.chainStart[g]!; i < task.chainStart[g + 1]!; i++) task.goalList[goalStart[task.chain[i]!]!++] = g;
  }
  for (let j = count; j > 0; j--) goalStart[j] = goalStart[j - 1]!;
  goalStart[0] = 0;
  for (let j = 0; j < count; j++) {
    const g = task.goalList[goalStart[j]!]!;
    const own = goalStart[j + 1]! - goalStart[j]!;
    task.soleGoal[j] = own === 1 && task.kinds[g] === GOAL_POSITION ? g : -1;
  }
}

/**
 * Writes the chain of goal `g`, at most `links` joints, at `length` of the list; returns where it ends. Joints that move the goal's effector and its
 * target alike do not count.
 */
function writeChain(task: Task, mechanism: Mechanism, g: number, length: number, links: number, rootFree: boolean): number {
  const { parents, root } = mechanism.skeleton;
  const { movable, goalStart, counterparts, joints } = task;
  const other = counterparts[g]!;
  const common = other < 0 ? -1 : commonAncestor(parents, [joints[g]!, joints[other]!]);
  let end = length;
  let left = links;
  for (let j = joints[g]!; j >= 0; j = parents[j]!) {
    movable[j]! |= 2;
    if (j === common) left = 0;
    if (left-- <= 0) continue;
    if (task.mobility[j]! > 0 && mechanism.rooms[j] === 1 && !turnsInPlace(task, mechanism, g, j)) {
      task.chain[end++] = j;
      goalStart[j + 1]!++;
      movable[j]! |= 1;
    }
    if (j === root) {
      task.rooted[g] = rootFree ? 1 : 0;
      left = 0;
    }
  }
  return end;
}

/** Writes every joint below the root as the chain of goal `g`, that for the centre of mass, at `length` of the list; returns where it ends. */
function writeBody(task: Task, mechanism: Mechanism, g: number, length: number, asks: boolean, rootFree: boolean): number {
  const { parents, root, count } = mechanism.skeleton;
  const { movable, goalStart, mobility } = task;
  let end = length;
  for (let j = count - 1; j >= 0; j--) {
    movable[j]! |= 2;
    if (!asks || mobility[j] === 0 || mechanism.rooms[j] === 0 || !hangsFrom(parents, j, root)) continue;
    task.chain[end++] = j;
    goalStart[j + 1]!++;
    movable[j]! |= 1;
  }
  task.rooted[g] = rootFree && asks ? 1 : 0;
  task.balance.goal = g;
  return end;
}

/** Writes the chains of all counterparts behind those of the goals, at `length` of the list; returns where they end. */
function writeCounterpartChains(
  task: Task,
  mechanism: Mechanism,
  goals: readonly Goal[],
  length: number,
  rootFree: boolean,
): number {
  let end = length;
  for (let g = goals.length; g < task.total; g++) {
    const goal = goals[task.counterparts[g]!]!;
    const links = goal.weight === 0 || goal.kind === 'centreOfMass' ? 0 : (goal.maxLinks ?? Infinity);
    task.chainStart[g] = end;
    task.rooted[g] = 0;
    end = writeChain(task, mechanism, g, end, links, rootFree);
    if (task.rooted[g] === 1) task.rootMoves = true;
  }
  return end;
}

/** λ of each orientation and aim goal: half the mean length of its chain's links, unless the goal says otherwise. */
export function writeLevers(task: Task, mechanism: Mechanism, goals: readonly Goal[]): void {
  for (let g = 0; g < goals.length; g++) {
    const goal = goals[g]!;
    if (goal.kind !== 'orientation' && goal.kind !== 'direction' && goal.kind !== 'aim') continue;
    let sum = 0;
    let links = 0;
    const start = task.chainStart[g]!;
    const end = task.chainStart[g + 1]!;
    for (let i = start; i < end - 1; i++) {
      const length = mechanism.lengths[task.chain[i]!]!;
      if (length === 0) continue;
      sum += length;
      links++;
    }
    const given = goal.kind === 'aim' ? undefined : goal.leverArm;
    task.levers[g] = Math.SQRT2 * (given ?? (links > 0 ? sum / (2 * links) : DEFAULT_LEVER));
    const other = task.counterparts[g]!;
    if (other >= 0) task.levers[other] = task.levers[g]!;
  }
}
