import { messageOf, notify } from '../state/editing.ts';
import type { Studio } from '../state/studio.ts';
import { pick, type Target } from '../tools/geometry/pick.ts';
import { zoomOrbit } from '../tools/geometry/orbit.ts';
import type { Gesture, PointerSample } from '../tools/gesture.ts';
import { beginDrag, click, type Press } from '../tools/press.ts';
import { cursorFor, nameOf, sameTarget } from './hover.ts';
import { createLabel } from './label.ts';
import { pickableIn } from './overlays/pickable.ts';
import { NO_ATTENTION, type Attention, type ViewModel } from './overlays/view-model.ts';
import type { Camera } from './stage/camera.ts';

/** CSS pixels that the pointer must move before a press becomes a drag. */
const DRAG_THRESHOLD = 3;
/** Change of the camera's distance for one pixel of wheel travel. */
const ZOOM_SPEED = 0.0013;
/** Pixels that a wheel which counts in lines means by one. */
const WHEEL_LINE = 16;

const BUTTONS = ['left', 'middle', 'right'] as const;

export interface Pointer {
  attention(): Attention;
  dispose(): void;
}

export interface PointerSurroundings {
  readonly canvas: HTMLCanvasElement;
  readonly studio: Studio;
  readonly camera: Camera;
  /** What is on screen; null while there is no character. */
  readonly view: () => ViewModel | null;
  readonly invalidate: () => void;
}

/** Turns the canvas's pointer events into hovering, selecting, steering and the gestures of `renderer/tools`. */
export function createPointer({ canvas, studio, camera, view, invalidate }: PointerSurroundings): Pointer {
  const label = createLabel(canvas.ownerDocument);
  let hovered: Target | null = null;
  let press: Press | null = null;
  let gesture: Gesture | null = null;

  const targetAt = (sample: PointerSample): Target | null => {
    const model = view();
    return model && pick(camera.lens(), pickableIn(model), sample);
  };
  const hover = (target: Target | null, event: MouseEvent): void => {
    if (!sameTarget(target, hovered)) invalidate();
    hovered = target;
    const model = view();
    const text = model && target && (!gesture || target.kind === 'grip') ? nameOf(target, model) : '';
    if (text) label.show(text, event.clientX, event.clientY);
    else label.hide();
    canvas.style.cursor = cursorFor(target, gesture !== null);
  };
  const cancel = (): void => {
    gesture?.cancel();
    gesture = null;
    press = null;
    invalidate();
  };
  /** A gesture that fails says why and leaves everything as it was. */
  const attempt = (action: () => void): void => {
    try {
      action();
    } catch (error) {
      cancel();
      notify(studio, 'error', messageOf(error));
    }
  };
  const down = (event: PointerEvent): void => {
    const button = BUTTONS[event.button];
    if (press) {
      if (button === 'right') cancel();
      return;
    }
    if (!button) return;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    const at = sampleOf(event, canvas);
    press = { button, alt: event.altKey, at, target: button === 'left' && !event.altKey ? targetAt(at) : null };
  };
  const move = (event: PointerEvent): void => {
    const sample = sampleOf(event, canvas);
    if (!press) {
      hover(targetAt(sample), event);
      return;
    }
    const { at } = press;
    if (!gesture && Math.hypot(sample.x - at.x, sample.y - at.y) < DRAG_THRESHOLD) return;
    attempt(() => {
      gesture ??= press && beginDrag(studio, camera, camera.lens(), press);
      gesture?.move(sample, camera.lens());
    });
    hover(press?.target ?? null, event);
    invalidate();
  };
  const up = (event: PointerEvent): void => {
    if (!press || BUTTONS[event.button] !== press.button) return;
    const ended = { press, gesture };
    press = null;
    gesture = null;
    if (ended.gesture) attempt(() => ended.gesture?.commit());
    else click(studio, ended.press);
    hover(targetAt(sampleOf(event, canvas)), event);
    invalidate();
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE : 1);
    const cursor = sampleOf(event, canvas);
    camera.set(zoomOrbit(camera.orbit(), camera.lens(), Math.exp(pixels * ZOOM_SPEED), cursor));
  };
  const leave = (event: PointerEvent): void => {
    if (!press) hover(null, event);
  };
  const stopListening = listen(canvas, { down, move, up, leave, wheel, cancel, isPressed: () => press !== null });
  return {
    attention: () => {
      if (!gesture) return hovered ? { ...NO_ATTENTION, hovered } : NO_ATTENTION;
      return { hovered, grabbed: press?.target ?? null, trace: gesture.shown() };
    },
    dispose: () => {
      cancel();
      stopListening();
      label.dispose();
    },
  };
}

interface Listeners {
  readonly down: (event: PointerEvent) => void;
  readonly move: (event: PointerEvent) => void;
  readonly up: (event: PointerEvent) => void;
  readonly leave: (event: PointerEvent) => void;
  readonly wheel: (event: WheelEvent) => void;
  readonly cancel: () => void;
  readonly isPressed: () => boolean;
}

/** Escape is taken only while something is pressed, and then before anybody else hears of it. */
function listen(canvas: HTMLCanvasElement, { down, move, up, leave, wheel, cancel, isPressed }: Listeners): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  canvas.addEventListener('pointerdown', down, { signal });
  canvas.addEventListener('pointermove', move, { signal });
  canvas.addEventListener('pointerup', up, { signal });
  canvas.addEventListener('pointerleave', leave, { signal });
  canvas.addEventListener('pointercancel', cancel, { signal });
  canvas.addEventListener('wheel', wheel, { signal, passive: false });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isPressed()) return;
    event.stopPropagation();
    event.preventDefault();
    cancel();
  };
  canvas.ownerDocument.addEventListener('keydown', escape, { signal, capture: true });
  return () => listeners.abort();
}

function sampleOf(event: MouseEvent, canvas: HTMLCanvasElement): PointerSample {
  const box = canvas.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top, precise: event.shiftKey };
}
