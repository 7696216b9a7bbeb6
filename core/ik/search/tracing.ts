import { writePose } from '../mechanism/configuration.ts';
import { createRecorder, type TraceRecorder } from '../mechanism/record-trace.ts';
import { createSavedState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { boundaryJoints, isOnBoundary } from '../mechanism/start-pose.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import type { TracePhase } from '../request/trace.ts';
import { startIndex } from './record-search.ts';
import type { Search } from './search-state.ts';

/** What records a search in a trace, as a part that is handed to a solver; `record-search.ts` says what each does. */
export const TRACING = {
  createRecorder,
  beginIteration,
  endIteration,
  copyState,
  endChange,
  recordClamped,
  recordFound,
} as const;
export type Tracing = typeof TRACING;

function beginIteration(search: Search, phase: 'sweep' | 'refinement'): void {
  setRecorder(search.ws, search.iterations - 1, phase);
  search.iterationStart = phase === 'sweep' ? null : copyState(search.ws);
}

function endIteration(search: Search): void {
  const { ws, kind, iterationStart } = search;
  if (iterationStart !== null) recordStep(ws, iterationStart);
  const { effectors, task } = ws;
  let distance = 0;
  let angle = 0;
  for (let g = 0; g < task.count; g++) {
    distance = Math.max(distance, effectors.distances[g]!);
    angle = Math.max(angle, effectors.angles[g]!);
  }
  const { trace, iteration, phase } = ws.trace!;
  const index = startIndex(search);
  trace.iterations.push({ iteration, phase, start: { kind, index }, distance, angle });
}

function endChange({ ws, iterations }: Search, from: SavedState): void {
  setRecorder(ws, iterations, 'start');
  recordStep(ws, from);
}

function recordClamped({ ws, startPose, clamped }: Search): void {
  const recorder = setRecorder(ws, 0, 'start');
  recorder.whole(writePose(ws.mechanism, ws.now, ws.moved, startPose, startPose.slice()), new Set(clamped));
}

function recordFound({ ws, best, startPose, iterations }: Search): void {
  if (best.standing.cost === Infinity) return;
  const recorder = setRecorder(ws, iterations, 'result');
  const found = best.pose ?? writePose(ws.mechanism, best, best.moved, startPose, startPose.slice());
  recorder.whole(found, new Set(boundaryJoints(ws, best.rotations, best.slides)));
}

function setRecorder({ trace }: Workspace, iteration: number, phase: TracePhase): TraceRecorder {
  trace!.iteration = iteration;
  trace!.phase = phase;
  return trace!;
}

function recordStep(ws: Workspace, from: SavedState): void {
  ws.trace!.changes(from, ws.now, (j) => isOnBoundary(ws, j));
}

/** A copy of where the configuration stands, for traces only: it allocates. */
function copyState(ws: Workspace): SavedState {
  const copy = createSavedState(ws.mechanism.skeleton.count);
  saveState(copy, ws);
  return copy;
}
