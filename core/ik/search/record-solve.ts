import type { StartKind } from '../request/outcome.ts';
import { recordChanges, type TraceRecorder } from '../mechanism/record-trace.ts';
import { createSavedState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { isOnBoundary } from '../mechanism/start-pose.ts';
import type { TracePhase } from '../request/trace.ts';
import type { Workspace } from '../mechanism/workspace.ts';

/** Readies a trace for iteration number `iteration`. */
export function beginRecord(recorder: TraceRecorder, iteration: number, phase: TracePhase): void {
  recorder.iteration = iteration;
  recorder.phase = phase;
}

/** Records what a finish step or a new start changed; sweeps record their joints one by one. */
export function recordStep(recorder: TraceRecorder, ws: Workspace, from: SavedState): void {
  recordChanges(recorder, from, ws.now, (j) => isOnBoundary(ws, j));
}

/** Records what an iteration left. */
export function recordLeft(recorder: TraceRecorder, ws: Workspace, kind: StartKind, index: number): void {
  const { effectors, task } = ws;
  let distance = 0;
  let angle = 0;
  for (let g = 0; g < task.count; g++) {
    distance = Math.max(distance, effectors.distances[g]!);
    angle = Math.max(angle, effectors.angles[g]!);
  }
  const { trace, iteration, phase } = recorder;
  trace.iterations.push({ iteration, phase, start: { kind, index }, distance, angle });
}

/** A copy of where the configuration stands, for traces only: it allocates. */
export function copyState(ws: Workspace): SavedState {
  const copy = createSavedState(ws.mechanism.skeleton.count);
  saveState(copy, ws);
  return copy;
}
