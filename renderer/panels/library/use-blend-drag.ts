import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { clamp } from '../../../core/math/angles.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { setPreview } from '../../state/preview.ts';
import { onCharacter } from '../../state/libraries/shown-library.ts';
import { blended, commitBlend } from '../../state/library.ts';
import { pause } from '../../state/playback.ts';
import { shownPose } from '../../state/studio.ts';
import type { Preview } from '../../state/transient-state.ts';
import { createSlowPointer } from '../../tools/gesture.ts';
import { useServices } from '../window-context.tsx';

/** Pixels of a drag that stand for 100 %. */
const FULL_DRAG = 160;
/** Pixels before a press becomes a drag. */
const SLACK = 4;
const LEAST = -0.3;
const MOST = 1.3;

interface Drag {
  readonly pointer: number;
  /** Pixels that the pointer went sideways, a quarter of them while Shift is held. */
  readonly sideways: (event: PointerEvent<HTMLElement>) => number;
  readonly base: Pose;
  /** As the character takes it. */
  readonly saved: SavedPose;
  readonly before: Preview | null;
  amount: number | null;
}

function sidewaysFrom({ clientX, clientY }: PointerEvent<HTMLElement>): Drag['sideways'] {
  const slow = createSlowPointer({ x: clientX, y: clientY });
  return (event) => slow({ x: event.clientX, y: event.clientY, precise: event.shiftKey }).x - clientX;
}

/** Dragging sideways on a saved pose blends towards it, from what was on screen at the press; Shift is precise, Esc or the right button gives up. */
export function useBlendDrag(shown: SavedPose) {
  const { studio } = useServices();
  const [amount, setAmount] = useState<number | null>(null);
  const drag = useRef<Drag | null>(null);

  const cancel = () => {
    if (drag.current?.amount != null) setPreview(studio, drag.current.before);
    drag.current = null;
    setAmount(null);
  };

  const isDragging = amount !== null;
  useEffect(() => {
    if (!isDragging) return undefined;
    // Before the list of poses hears of it, which keeps Esc to itself.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      cancel();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  });

  return {
    amount,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const base = shownPose(studio.getState());
      if (event.button !== 0) return cancel();
      if (!base) return;
      const before = studio.getState().transient.preview;
      const saved = onCharacter(studio.getState(), shown);
      drag.current = { pointer: event.pointerId, sideways: sidewaysFrom(event), base, saved, before, amount: null };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const present = drag.current;
      if (!present || event.pointerId !== present.pointer) return;
      if ((event.buttons & 2) !== 0) return cancel();
      const moved = present.sideways(event);
      if (present.amount === null && Math.abs(moved) < SLACK) return;
      if (present.amount === null) {
        event.currentTarget.setPointerCapture(event.pointerId);
        pause(studio);
      }
      present.amount = clamp(moved / FULL_DRAG, LEAST, MOST);
      setAmount(present.amount);
      setPreview(studio, { pose: blended(studio, present.base, present.saved, present.amount), cause: 'blend' });
    },
    onPointerUp() {
      const present = drag.current;
      drag.current = null;
      setAmount(null);
      if (present?.amount == null) return;
      const { base, saved } = present;
      commitBlend(studio, saved, present.amount, blended(studio, base, saved, present.amount));
    },
    onPointerCancel: cancel,
  };
}
