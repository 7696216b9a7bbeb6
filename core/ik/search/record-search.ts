import type { Pose } from '../../skeleton/pose.ts';
import { writePose } from '../mechanism/configuration.ts';
import { recordChanges, recordPose } from '../mechanism/record-trace.ts';
import { createSavedState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { boundaryJoints, isOnBoundary } from '../mechanism/start-pose.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { isFirstStart } from '../request/outcome.ts';
import type { TracePhase } from '../request/trace.ts';
import type { Search } from './search-state.ts';

/** Counts an iteration, and readies the trace for it; `endIteration` follows. */
export function beginIteration(search: Search, phase: 'sweep' | 'refinement'): void {
  search.iterations++;
  search.pass.iterations++;
  if (search.ws.trace === null) return;
  setRecorder(search.ws, search.iterations - 1, phase);
  search.iterationStart = phase === 'sweep' ? null : copyState(search.ws);
}

/** Records what the iteration has changed (sweeps have recorded their joints already), and what it leaves. */
export function endIteration({ ws, kind, start, seeds, options, iterationStart }: Search): void {
  if (ws.trace === null) return;
  if (iterationStart !== null) recordStep(ws, iterationStart);
  const { effectors, task } = ws;
  let distance = 0;
  let angle = 0;
  for (let g = 0; g < task.count; g++) {
    distance = Math.max(distance, effectors.distances[g]!);
    angle = Math.max(angle, effectors.angles[g]!);
  }
  const { trace, iteration, phase } = ws.trace;
  const index = startIndex({ kind, start, seeds, options });
  trace.iterations.push({ iteration, phase, start: { kind, index }, distance, angle });
}

/** Where the configuration stands before something other than an iteration changes it; null when nothing is traced. */
export function beginChange({ ws }: Search): SavedState | null {
  return ws.trace === null ? null : copyState(ws);
}

/** Records what has changed since {@link beginChange}: a new start. */
export function endChange({ ws, iterations }: Search, from: SavedState | null): void {
  if (from === null) return;
  setRecorder(ws, iterations, 'start');
  recordStep(ws, from);
}

/** Records how the start pose was clamped to its limits. */
export function recordClamped({ ws, startPose, clamped }: Search): void {
  if (ws.trace === null) return;
  setRecorder(ws, 0, 'start');
  recordPose(ws.trace, writePose(ws.mechanism, ws.now, ws.moved, startPose, startPose.slice()), new Set(clamped));
}

/** Records what leads from where the search has come to, to the best that it has found. */
export function recordFound({ ws, best, startPose, iterations }: Search): void {
  if (ws.trace === null || best.standing.cost === Infinity) return;
  setRecorder(ws, iterations, 'result');
  const found = best.pose ?? writePose(ws.mechanism, best, best.moved, startPose, startPose.slice());
  recordPose(ws.trace, found, new Set(boundaryJoints(ws, best.rotations, best.slides)));
}

/** Number of the start at hand among those of its kind; seeds in the caller's numbering. */
export function startIndex({ kind, start, seeds, options }: Pick<Search, 'kind' | 'start' | 'seeds' | 'options'>): number {
  if (isFirstStart(kind)) return 0;
  if (kind === 'random') return start - seeds.length - 1;
  return options.seeds!.indexOf(seeds[start - 1] as Pose);
}

function setRecorder({ trace }: Workspace, iteration: number, phase: TracePhase): void {
  trace!.iteration = iteration;
  trace!.phase = phase;
}

function recordStep(ws: Workspace, from: SavedState): void {
  recordChanges(ws.trace!, from, ws.now, (j) => isOnBoundary(ws, j));
}

/** A copy of where the configuration stands, for traces only: it allocates. */
function copyState(ws: Workspace): SavedState {
  const copy = createSavedState(ws.mechanism.skeleton.count);
  saveState(copy, ws);
  return copy;
}
