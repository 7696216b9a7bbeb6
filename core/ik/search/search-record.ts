import type { Pose } from '../../skeleton/pose.ts';
import { writePose } from '../mechanism/configuration.ts';
import { recordPose } from '../mechanism/record-trace.ts';
import { beginRecord, recordLeft, recordStep } from './record-solve.ts';
import { SWEEP, type Search } from './search-state.ts';
import type { SavedState } from '../mechanism/saved-state.ts';
import { boundaryJoints } from '../mechanism/start-pose.ts';
import { isFirstStart } from '../request/outcome.ts';
import type { TracePhase } from '../request/trace.ts';

/** Records the joints of the start pose that had to be brought inside their limits. */
export function recordBroughtIn({ ws, startPose, broughtIn }: Search): void {
  if (ws.trace === null) return;
  beginRecord(ws.trace, 0, 'start');
  recordPose(ws.trace, writePose(ws.mechanism, ws.now, ws.moved, startPose, startPose.slice()), new Set(broughtIn));
}

/** Writes the pose of what was found. */
export function writeFound({ ws, best, startPose }: Search, into: Pose): Pose {
  if (best.pose === null) return writePose(ws.mechanism, best, best.moved, startPose, into);
  into.set(best.pose);
  return into;
}

/** Records what leads from where the search has come to, to the best that it has found. */
export function recordFound(search: Search): void {
  const { ws, best, startPose, iterations } = search;
  if (ws.trace === null || best.standing.cost === Infinity) return;
  beginRecord(ws.trace, iterations, 'result');
  const found = writeFound(search, startPose.slice());
  recordPose(ws.trace, found, new Set(boundaryJoints(ws, best.rotations, best.slides)));
}

/** Records what the present iteration has changed and left, once: after it, or before it goes on to another start. */
export function recordPending(search: Search): void {
  const { ws, unrecorded } = search;
  if (ws.trace === null || unrecorded === null) return;
  if (unrecorded !== SWEEP) recordStep(ws.trace, ws, unrecorded);
  recordLeft(ws.trace, ws, search.kind, startIndex(search));
  search.unrecorded = null;
}

/** Records what has changed outside the iterations since the state `from`; null when nothing is traced. */
export function recordFrom({ ws, iterations }: Search, from: SavedState | null, phase: TracePhase): void {
  if (ws.trace === null || from === null) return;
  beginRecord(ws.trace, iterations, phase);
  recordStep(ws.trace, ws, from);
}

/** Number of the present start among those of its kind. */
export function startIndex(search: Search): number {
  if (isFirstStart(search.kind)) return 0;
  const seeds = search.seeds.length;
  if (search.kind === 'random') return search.tried - seeds - 1;
  return search.options.seeds!.indexOf(search.seeds[search.tried - 1]!);
}
