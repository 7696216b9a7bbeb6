import { writePose } from '../mechanism/configuration.ts';
import type { TraceRecorder } from '../mechanism/trace-recorder.ts';
import { createSavedState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { boundaryJoints, isOnBoundary } from '../mechanism/start-pose.ts';
import { GOAL_POLE } from '../mechanism/task.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { isFirstStart } from '../request/outcome.ts';
import type { TracePhase } from '../request/trace.ts';
import type { Search } from './search-state.ts';

/** Counts an iteration, and readies the trace for it; `endIteration` follows. */
export function beginIteration(search: Search, phase: 'sweep' | 'refinement'): void {
  search.iterations++;
  search.pass.iterations++;
  if (search.ws.trace === null) return;
  setRecorder(search.ws.trace, search.iterations - 1, phase);
  search.iterationStart = phase === 'sweep' ? null : copyState(search.ws);
}

/** Records what the iteration has changed (sweeps have recorded their joints already), and what it leaves. */
export function endIteration(search: Search): void {
  const { ws, kind, iterationStart } = search;
  const { effectors, task, trace: recorder } = ws;
  if (recorder === null) return;
  if (iterationStart !== null) recordStep(ws, recorder, iterationStart);
  let distance = 0;
  let angle = 0;
  for (let g = 0; g < task.count; g++) {
    if (task.kinds[g] === GOAL_POLE) continue;
    distance = Math.max(distance, effectors.distances[g]!);
    angle = Math.max(angle, effectors.angles[g]!);
  }
  const { trace, iteration, phase } = recorder;
  trace.iterations.push({ iteration, phase, start: { kind, index: startIndex(search) }, distance, angle });
}

/** Where the configuration stands before something other than an iteration changes it; null when nothing is traced. */
export function beginChange({ ws }: Search): SavedState | null {
  return ws.trace === null ? null : copyState(ws);
}

/** Records what has changed since {@link beginChange}: a new start. */
export function endChange({ ws, iterations }: Search, from: SavedState | null): void {
  if (ws.trace === null || from === null) return;
  setRecorder(ws.trace, iterations, 'start');
  recordStep(ws, ws.trace, from);
}

/** Records how the start pose was clamped to its limits. */
export function recordClamped({ ws, startPose, clamped }: Search): void {
  if (ws.trace === null) return;
  setRecorder(ws.trace, 0, 'start');
  ws.trace.whole(writePose(ws.mechanism, ws.now, ws.moved, startPose, startPose.slice()), new Set(clamped));
}

/** Records what leads from where the search has come to, to the best that it has found. */
export function recordFound({ ws, best, startPose, iterations }: Search): void {
  if (ws.trace === null || best.standing.cost === Infinity) return;
  setRecorder(ws.trace, iterations, 'result');
  const found = best.pose ?? writePose(ws.mechanism, best, best.moved, startPose, startPose.slice());
  ws.trace.whole(found, new Set(boundaryJoints(ws, best.rotations, best.slides)));
}

/** Number of the start at hand among those of its kind; seeds in the caller's numbering. */
export function startIndex({ kind, start, seedCount, seedOrder }: Search): number {
  if (isFirstStart(kind)) return 0;
  return kind === 'random' ? start - seedCount - 1 : seedOrder[start - 1]!;
}

function setRecorder(recorder: TraceRecorder, iteration: number, phase: TracePhase): void {
  recorder.iteration = iteration;
  recorder.phase = phase;
}

function recordStep(ws: Workspace, recorder: TraceRecorder, from: SavedState): void {
  recorder.changes(from, ws.now, (j) => isOnBoundary(ws, j));
}

/** A copy of where the configuration stands, for traces only: it allocates. */
function copyState(ws: Workspace): SavedState {
  const copy = createSavedState(ws.mechanism.skeleton.count);
  saveState(copy, ws);
  return copy;
}
