import type { Goal } from '../request/goals.ts';
import type { SolveOptions } from '../request/options.ts';
import { countWithCounterparts, frameOf, writeCounterpart } from './counterparts.ts';
import type { Mechanism } from './mechanism.ts';
import { reserveTask, type Task } from './task.ts';
import { writeChains, writeLevers } from './write-chains.ts';
import { writeGoal } from './write-goal.ts';

/** Fills `task` for the goals, which have been checked. */
export function compileTask(task: Task, mechanism: Mechanism, goals: readonly Goal[], options: SolveOptions): void {
  const joints = mechanism.skeleton.count;
  reserveTask(task, countWithCounterparts(goals), joints);
  task.count = goals.length;
  task.total = goals.length;
  task.hasMovingTargets = false;
  const stiffness = options.stiffness ?? mechanism.skeleton.stiffness;
  for (let j = 0; j < joints; j++) task.mobility[j] = 1 - stiffness[j]!;
  writeRanks(task, goals);
  for (let g = 0; g < goals.length; g++) writeGoal(task, mechanism, goals[g]!, g, options);
  for (let g = 0; g < goals.length; g++) {
    task.counterparts[g] = -1;
    if (frameOf(goals[g]!) >= 0) writeCounterpart(task, mechanism, goals[g]!, g);
  }
  writeChains(task, mechanism, goals, (options.rootStiffness ?? 1) < 1);
  writeLevers(task, mechanism, goals);
  task.wanted.set(task.targets);
}

function writeRanks(task: Task, goals: readonly Goal[]): void {
  const { priorities } = task;
  // The distinct priorities, the highest first.
  let count = 0;
  for (let g = 0; g < goals.length; g++) {
    if (isSoft(goals[g]!)) continue;
    const own = goals[g]!.priority ?? 0;
    let at = 0;
    while (at < count && priorities[at]! > own) at++;
    if (at < count && priorities[at] === own) continue;
    priorities.copyWithin(at + 1, at, count++);
    priorities[at] = own;
  }
  task.hasSoftGoals = false;
  task.rankCount = Math.max(1, count);
  for (let g = 0; g < goals.length; g++) {
    const own = goals[g]!.priority ?? 0;
    let rank = 0;
    if (isSoft(goals[g]!)) {
      rank = task.rankCount;
      if (goals[g]!.weight !== 0) task.hasSoftGoals = true;
    } else while (priorities[rank]! > own) rank++;
    task.ranks[g] = rank;
  }
}

function isSoft(goal: Goal): boolean {
  return goal.kind === 'pole' || goal.soft === true || goal.weight === 0;
}
