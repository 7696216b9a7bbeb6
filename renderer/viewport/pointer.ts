import { messageOf, notify, select } from '../state/editing.ts';
import { NOTHING_SELECTED, type Studio } from '../state/studio.ts';
import { handleLabel } from '../tools/geometry/handle-places.ts';
import { pick, type Target } from '../tools/geometry/pick.ts';
import { zoomOrbit } from '../tools/geometry/orbit.ts';
import type { Gesture, PointerSample } from '../tools/gesture.ts';
import { beginPull } from '../tools/pull-handle.ts';
import { beginRotate } from '../tools/rotate-joint.ts';
import { beginOrbit, beginPan } from '../tools/steer-camera.ts';
import { createLabel } from './label.ts';
import { NO_ATTENTION, type Attention, type ViewModel } from './overlays/view-model.ts';
import { pickableIn } from './overlays/pickable.ts';
import type { Camera } from './stage/camera.ts';

/** CSS pixels that the pointer must move before a press becomes a drag. */
const DRAG_THRESHOLD = 3;
/** Change of distance for one pixel of wheel travel. */
const ZOOM_SPEED = 0.0013;

const LEFT = 0;
const MIDDLE = 1;
const RIGHT = 2;

/** A press: what it is on, and the gesture once it has moved far enough. */
interface Press {
  readonly start: PointerSample;
  readonly button: number;
  readonly target: Target | null;
  /** What the drag will be; started when the pointer leaves the threshold. */
  readonly begin: () => Gesture | null;
  gesture: Gesture | null;
}

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
  const listeners = new AbortController();
  let hovered: Target | null = null;
  let press: Press | null = null;

  const hover = (target: Target | null): void => {
    if (sameTarget(target, hovered)) return;
    hovered = target;
    invalidate();
  };

  const down = (event: PointerEvent): void => {
    if (press) {
      if (event.button === RIGHT) cancel();
      return;
    }
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    const start = sampleOf(event, canvas);
    const model = view();
    const target = model && event.button === LEFT && !event.altKey ? pick(camera.lens(), pickableIn(model), start) : null;
    press = { start, button: event.button, target, begin: () => gestureFor(event, target, start), gesture: null };
  };

  const gestureFor = (event: PointerEvent, target: Target | null, start: PointerSample): Gesture | null => {
    const pans = event.button === RIGHT || (event.button === MIDDLE && (event.shiftKey || event.altKey));
    if (pans) return beginPan(camera, start, camera.lens().height);
    if (target?.kind === 'handle') {
      selectHandle(target);
      return beginPull(studio, target.handle, start, camera.lens());
    }
    const { joint } = studio.getState().session.selection;
    if (target?.kind === 'ring' && joint !== null) return beginRotate(studio, joint, target.ring, start, camera.lens());
    return beginOrbit(camera, start);
  };

  const selectHandle = ({ handle }: Extract<Target, { kind: 'handle' }>): void => {
    const joint = view()?.handles.find((place) => place.handle.name === handle)?.handle.joint ?? null;
    select(studio, { joint, handle });
  };

  const move = (event: PointerEvent): void => {
    const sample = sampleOf(event, canvas);
    if (!press) {
      const model = view();
      hover(model ? pick(camera.lens(), pickableIn(model), sample) : null);
      showHovered(event, model);
      return;
    }
    if (!press.gesture && Math.hypot(sample.x - press.start.x, sample.y - press.start.y) < DRAG_THRESHOLD) return;
    press.gesture ??= press.begin();
    attempt(() => press?.gesture?.move(sample, camera.lens()));
    showHovered(event, view());
    invalidate();
  };

  const up = (event: PointerEvent): void => {
    if (!press || event.button !== press.button) return;
    const { gesture, target, button } = press;
    press = null;
    if (gesture) attempt(() => gesture.commit());
    else if (button === LEFT && !event.altKey) click(target);
    move(event);
    invalidate();
  };

  const click = (target: Target | null): void => {
    if (target?.kind === 'handle') selectHandle(target);
    else if (target?.kind === 'joint') select(studio, { joint: target.joint, handle: null });
    else if (!target) select(studio, NOTHING_SELECTED);
  };

  const cancel = (): void => {
    press?.gesture?.cancel();
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

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const factor = Math.exp(event.deltaY * lines * ZOOM_SPEED);
    camera.set(zoomOrbit(camera.orbit(), camera.lens(), factor, sampleOf(event, canvas)));
  };

  const showHovered = (event: PointerEvent, model: ViewModel | null): void => {
    const text = model && !press?.gesture && hovered ? nameOf(hovered, model) : '';
    if (text) label.show(text, event.clientX, event.clientY);
    else label.hide();
    canvas.style.cursor = cursorFor(press, hovered);
  };

  const { signal } = listeners;
  canvas.addEventListener('pointerdown', down, { signal });
  canvas.addEventListener('pointermove', move, { signal });
  canvas.addEventListener('pointerup', up, { signal });
  canvas.addEventListener('pointercancel', cancel, { signal });
  canvas.addEventListener('pointerleave', () => { if (!press) { hover(null); label.hide(); } }, { signal });
  canvas.addEventListener('wheel', wheel, { signal, passive: false });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  canvas.ownerDocument.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !press) return;
      event.stopPropagation();
      event.preventDefault();
      cancel();
    },
    { signal, capture: true },
  );
  return {
    attention: () => {
      if (!press?.gesture) return hovered ? { ...NO_ATTENTION, hovered } : NO_ATTENTION;
      return { hovered, grabbed: press.target, wanted: press.gesture.wanted() };
    },
    dispose: () => {
      cancel();
      listeners.abort();
      label.dispose();
    },
  };
}

function sampleOf(event: MouseEvent, canvas: HTMLCanvasElement): PointerSample {
  const box = canvas.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top, precise: event.shiftKey };
}

function cursorFor(press: Press | null, hovered: Target | null): string {
  if (press?.gesture) return 'grabbing';
  if (!hovered) return 'default';
  return hovered.kind === 'joint' ? 'pointer' : 'grab';
}

function nameOf(target: Target, { rig, state }: ViewModel): string {
  switch (target.kind) {
    case 'handle': {
      const pinned = state.document?.history.present.pins[target.handle];
      return pinned ? `${handleLabel(target.handle)} (pinned)` : handleLabel(target.handle);
    }
    case 'joint':
      return rig.skeleton.names[target.joint] ?? '';
    case 'ring':
      return `Turn about ${target.ring.toUpperCase()}`;
  }
}

function sameTarget(a: Target | null, b: Target | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
