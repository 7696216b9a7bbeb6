import type { PullMove } from '../../../core/humanoid/pulling/request/pull-move.ts';
import type { VisitingOrder } from '../../../core/ik/request/orders.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import type { Retraced } from '../../../core/humanoid/pulling/puller.ts';

export const RETRACED_OPTIONS: readonly { readonly value: Retraced; readonly label: string }[] = [
  { value: 'lastMove', label: 'Last move' },
  { value: 'fromGrab', label: 'Whole pull' },
];

/** What a replay of the move in `order` shows, beside what was seen while dragging. */
export function describeRetraced(move: Pick<PullMove, 'handle' | 'order'>, from: Retraced, order: VisitingOrder): string {
  const handle = inWords(move.handle);
  if (from === 'fromGrab')
    return `${handle}: from the grabbed pose to the target in one solve. A drag begins nearer to it, and may end otherwise.`;
  if (order !== move.order) return `${handle}: the last move of the drag, had it been made in this order.`;
  return `${handle}: the last move of the drag, as it was made. It ends in the very pose that it gave.`;
}
