import type { Workspace } from './workspace.ts';

/** Measures the metres from the effector of goal `g` up to the last joint of its chain along the bones; 0 when nothing moves for it. */
export function measureChain(ws: Workspace, g: number): void {
  const { task, mechanism } = ws;
  const { lengths, skeleton } = mechanism;
  ws.measured = 0;
  if (task.chainStart[g] === task.chainStart[g + 1]) return;
  const o = 3 * g;
  let length = Math.sqrt(task.offsets[o]! ** 2 + task.offsets[o + 1]! ** 2 + task.offsets[o + 2]! ** 2);
  const top = task.chain[task.chainStart[g + 1]! - 1]!;
  for (let j = task.joints[g]!; j > top; j = skeleton.parents[j]!) length += lengths[j]!;
  ws.measured = length;
}

/** Measures the metres of the longest chain of the task; 1 when none has a length. */
export function measureLongestChain(ws: Workspace): void {
  let longest = 0;
  for (let g = 0; g < ws.task.count; g++) {
    measureChain(ws, g);
    longest = Math.max(longest, ws.measured);
  }
  ws.measured = longest > 0 ? longest : 1;
}
