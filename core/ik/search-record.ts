import { beginRecord, recordLeft, recordStep } from './record-solve.ts';
import { SWEEP, type Search } from './search-state.ts';
import type { ChangeState } from './record-trace.ts';
import type { TracePhase } from './trace.ts';

/** Records what the present iteration has changed and left, once: after it, or before it goes on to another start. */
export function recordPending(search: Search): void {
  const { ws, unrecorded } = search;
  if (ws.trace === null || unrecorded === null) return;
  if (unrecorded !== SWEEP) recordStep(ws.trace, ws, unrecorded);
  recordLeft(ws.trace, ws, search.kind, startIndex(search));
  search.unrecorded = null;
}

/** Records what has changed outside the iterations since the state `from`; null when nothing is traced. */
export function recordFrom({ ws, iterations }: Search, from: ChangeState | null, phase: TracePhase): void {
  if (ws.trace === null || from === null) return;
  beginRecord(ws.trace, iterations, phase);
  recordStep(ws.trace, ws, from);
}

/** Number of the present start among those of its kind. */
export function startIndex(search: Search): number {
  if (search.kind === 'present') return 0;
  const seeds = search.seeds.length;
  if (search.kind === 'random') return search.tried - seeds - 1;
  return search.options.seeds!.indexOf(search.seeds[search.tried - 1]!);
}
