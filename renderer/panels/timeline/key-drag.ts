import type { Clip } from '../../../core/animation/clip.ts';
import { frameAt } from '../../state/timeline/clips.ts';

/** How chosen keys are being dragged: moved (or repeated) by whole frames, or scaled about a moment. */
export type KeyDrag =
  | { readonly kind: 'move'; readonly from: number; readonly frames: number; readonly copies: boolean }
  | { readonly kind: 'scale'; readonly pivot: number; readonly factor: number };

/** Where a chosen key is drawn while it is dragged, seconds. */
export function draggedTime(clip: Clip, drag: KeyDrag, time: number): number {
  const moved = drag.kind === 'move' ? time + drag.frames / clip.fps : drag.pivot + drag.factor * (time - drag.pivot);
  return Math.max(0, frameAt(clip, moved)) / clip.fps;
}
