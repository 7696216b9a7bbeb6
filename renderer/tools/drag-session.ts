import { settleNotice, tellFailure } from '../state/window/notify.ts';
import type { Studio } from '../state/studio.ts';
import type { Lens } from './geometry/lens.ts';
import type { Gesture, KeyPress, PointerSample } from './gesture.ts';
import { beginDrag, click, type Press } from './press.ts';
import type { Steerable } from './steer-camera.ts';

/** CSS pixels that the pointer must move before a press becomes a drag. */
const DRAG_THRESHOLD = 3;

/** A camera that can be steered and tells how it sees. */
export interface SteerableView extends Steerable {
  lens(): Lens;
}

/** From button down to button up: a click, or a gesture that is committed or cancelled. */
export interface DragSession {
  down(press: Press): void;
  /** Begins a gesture that no button holds: it follows the pointer until `up`. Nothing happens where `begin` returns null. */
  begin(press: Press, begin: (lens: Lens) => Gesture | null): void;
  /** Moves the gesture; begins it when the pointer has left the place of the press. */
  move(sample: PointerSample): void;
  /** Hands a key to the gesture under way; returns whether it was for it. */
  key(press: KeyPress): boolean;
  /** Hands the wheel to the gesture under way; returns whether it takes wheels. */
  wheel(pixels: number): boolean;
  /** Ends the press: commits the gesture, or clicks when there was none. Returns the press that was such a click. */
  up(): Press | null;
  /** Ends the press and undoes what the gesture did so far. */
  cancel(): void;
  /** The press under way, with its gesture once it has begun; null between presses. */
  present(): { readonly press: Press; readonly gesture: Gesture | null } | null;
}

export function createDragSession(studio: Studio, camera: SteerableView): DragSession {
  let press: Press | null = null;
  let gesture: Gesture | null = null;
  let begunFrom: unknown = null;

  const history = (): unknown => studio.getState().document?.history;
  const drop = (): void => {
    press = null;
    gesture = null;
  };
  /** After an undo or with another character in the middle of a drag, what it started from is gone: it just ends. */
  const dropIfOutdated = (): void => {
    if (press?.target && history() !== begunFrom) drop();
  };
  const cancel = (): void => {
    dropIfOutdated();
    gesture?.cancel();
    drop();
  };
  /** A camera that flew on would take what is dragged along with the picture. */
  const endFlight = (): void => camera.set(camera.orbit());
  /** A gesture that fails says why and leaves everything as it was. */
  const attempt = (action: () => void): void => {
    try {
      action();
      settleNotice(studio, 'dragging');
    } catch (error) {
      cancel();
      tellFailure(studio, 'dragging', error, null);
    }
  };
  return {
    down: (next) => {
      cancel();
      press = next;
      begunFrom = history();
    },
    begin: (next, begin) => {
      cancel();
      attempt(() => {
        endFlight();
        const lens = camera.lens();
        gesture = begin(lens);
        if (!gesture) return;
        press = next;
        begunFrom = history();
        gesture.move(next.at, lens);
      });
    },
    move: (sample) => {
      dropIfOutdated();
      if (!press) return;
      const { at } = press;
      if (!gesture && Math.hypot(sample.x - at.x, sample.y - at.y) < DRAG_THRESHOLD) return;
      attempt(() => {
        if (!gesture) endFlight();
        gesture ??= press && beginDrag(studio, camera, camera.lens(), press);
        gesture?.move(sample, camera.lens());
      });
    },
    key: (pressed) => {
      dropIfOutdated();
      let isTaken = false;
      attempt(() => {
        isTaken = gesture?.press?.(pressed) ?? false;
      });
      return isTaken;
    },
    wheel: (pixels) => {
      dropIfOutdated();
      if (!gesture?.wheel) return false;
      attempt(() => gesture?.wheel?.(pixels));
      return true;
    },
    up: () => {
      dropIfOutdated();
      const ended = { press, gesture };
      drop();
      if (ended.gesture) attempt(() => ended.gesture?.commit());
      else if (ended.press) click(studio, ended.press);
      return ended.gesture ? null : ended.press;
    },
    cancel,
    present: () => press && { press, gesture },
  };
}
