import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { clamp } from '../../../core/math/angles.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { setPreview } from '../../state/preview.ts';
import { onCharacter } from '../../state/library/folders/shown-library.ts';
import { blended, commitBlend } from '../../state/library/saved-poses.ts';
import { pause } from '../../state/timeline/playback.ts';
import { shownPose } from '../../state/studio.ts';
import type { Preview } from '../../state/transient-state.ts';
import { createSlowPointer } from '../../tools/gesture.ts';
import { useServices } from '../window-context.tsx';

/** Pixels of a drag that stand for 100 %, where the window has room for more than that to the right, and at least. */
const FULL_DRAG = 160;
const LEAST_DRAG = 24;
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
  /** Pixels that stand for 100 %. */
  readonly full: number;
  readonly before: Preview | null;
  amount: number | null;
}

function sidewaysFrom({ clientX, clientY }: PointerEvent<HTMLElement>): Drag['sideways'] {
  const slow = createSlowPointer({ x: clientX, y: clientY });
  return (event) => slow({ x: event.clientX, y: event.clientY, precise: event.shiftKey }).x - clientX;
}

/** The right button that gives up a drag asks for no menu, wherever the pointer is, until buttons are released. */
function keepMenuClosed(): void {
  const ended = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('contextmenu', swallow, { capture: true, signal: ended.signal });
  // Some systems ask for the menu right after the button is released.
  window.addEventListener('pointerup', () => setTimeout(() => ended.abort()), { capture: true, once: true });
}

/** So that the most can be reached before the pointer stands at the right edge of the window, which may be that of the screen. */
function fullDragFrom({ clientX }: PointerEvent<HTMLElement>): number {
  return clamp((window.innerWidth - 1 - clientX) / MOST, LEAST_DRAG, FULL_DRAG);
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
      const full = fullDragFrom(event);
      drag.current = { pointer: event.pointerId, sideways: sidewaysFrom(event), base, saved, full, before, amount: null };
      // A quick pointer is off the picture at its first move.
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const present = drag.current;
      if (!present || event.pointerId !== present.pointer) return;
      if ((event.buttons & 2) !== 0) {
        keepMenuClosed();
        return cancel();
      }
      const moved = present.sideways(event);
      if (present.amount === null && Math.abs(moved) < SLACK) return;
      if (present.amount === null) pause(studio);
      present.amount = clamp(moved / present.full, LEAST, MOST);
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
