import type { SavedState } from '../mechanism/saved-state.ts';
import { isFirstStart } from '../request/outcome.ts';
import type { Search } from './search-state.ts';
import type { Tracing } from './tracing.ts';

/** Counts an iteration, and readies the trace for it; `endIteration` follows. */
export function beginIteration(search: Search, phase: 'sweep' | 'refinement'): void {
  search.iterations++;
  search.pass.iterations++;
  tracingOf(search)?.beginIteration(search, phase);
}

/** Records what the iteration has changed (sweeps have recorded their joints already), and what it leaves. */
export function endIteration(search: Search): void {
  tracingOf(search)?.endIteration(search);
}

/** Where the configuration stands before something other than an iteration changes it; null when nothing is traced. */
export function beginChange(search: Search): SavedState | null {
  return tracingOf(search)?.copyState(search.ws) ?? null;
}

/** Records what has changed since {@link beginChange}: a new start. */
export function endChange(search: Search, from: SavedState | null): void {
  if (from !== null) tracingOf(search)!.endChange(search, from);
}

/** Records how the start pose was clamped to its limits. */
export function recordClamped(search: Search): void {
  tracingOf(search)?.recordClamped(search);
}

/** Records what leads from where the search has come to, to the best that it has found. */
export function recordFound(search: Search): void {
  tracingOf(search)?.recordFound(search);
}

/** Number of the start at hand among those of its kind; seeds in the caller's numbering. */
export function startIndex({ kind, start, seedCount, seedOrder }: Search): number {
  if (isFirstStart(kind)) return 0;
  return kind === 'random' ? start - seedCount - 1 : seedOrder[start - 1]!;
}

/** What records the search; null when nothing is traced. */
function tracingOf({ ws, mechanisms }: Search): Tracing | null {
  return ws.trace === null ? null : mechanisms.tracing;
}
