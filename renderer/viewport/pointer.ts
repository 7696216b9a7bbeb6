import { isAskedByKey, openContextMenu } from '../state/window/open-context-menu.ts';
import type { MenuSubject } from '../state/window/notices-and-dialogs.ts';
import { selectedHandle, selectedJoint } from '../state/selection.ts';
import { shownPose, type Studio } from '../state/studio.ts';
import { createDragSession } from '../tools/drag-session.ts';
import { project, type Lens, type ScreenPoint } from '../tools/geometry/lens.ts';
import { pick, type Target } from '../tools/geometry/pick.ts';
import { panOrbit, turnOrbit, zoomOrbit } from '../tools/geometry/orbit.ts';
import type { Gesture, PointerSample } from '../tools/gesture.ts';
import { navigationOf, steersByAlt } from '../tools/navigation.ts';
import { click, menuSubjectOf, type Press } from '../tools/press.ts';
import { cursorFor, nameOf, sameTarget } from './hover.ts';
import { createBoxMark } from './box-mark.ts';
import { createLabel } from './label.ts';
import { pickableIn } from './overlays/pickable.ts';
import { NO_ATTENTION, type Attention, type ViewModel } from './overlays/view-model.ts';
import type { Camera } from './stage/camera.ts';
import { createTouches, type Touches } from './touches.ts';

/** Change of the camera's distance for one pixel of wheel travel. */
const ZOOM_SPEED = 0.0013;
/** The same for a pinch on a trackpad, which the browser tells as a wheel with Ctrl and few pixels. */
const PINCH_SPEED = 0.01;
/** How much farther than a mouse's point a pen's and a finger's may be from what it takes. */
const REACH_OF_POINTER: Readonly<Record<string, number>> = { pen: 18 / 13, touch: 24 / 13 };
/** Milliseconds after which a wheel has come to rest. */
const WHEEL_REST = 300;
/** Pixels that a wheel which counts in lines means by one. */
const WHEEL_LINE = 16;

const BUTTONS = ['left', 'middle', 'right'] as const;

export interface Pointer {
  /** Begins a gesture that follows the pointer until a click or Enter keeps it, or the right button or Esc does not. */
  begin(target: Target, begin: (at: PointerSample, lens: Lens) => Gesture | null): void;
  /** The next drag with the left button draws a box to select by, wherever it begins; Esc or the right button give that up. */
  awaitBox(): void;
  attention(): Attention;
  /** Names nothing any more until the pointer moves: what was under it is elsewhere in the picture. */
  forgetHover(): void;
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

/** Turns the canvas's pointer events into hovering, clicks, steering and the gestures of `renderer/tools`. */
export function createPointer({ canvas, studio, camera, view, invalidate }: PointerSurroundings): Pointer {
  const label = createLabel(canvas.ownerDocument);
  const boxMark = createBoxMark(canvas);
  const session = createDragSession(studio, camera);
  let hovered: Target | null = null;
  let lastEvent: PointerEvent | null = null;
  /** Whether the last gesture that was begun is held by no button. */
  let wasLoose = false;
  let awaitsBox = false;
  /** Where the last press was a click; null after a drag. */
  let clickedAt: ScreenPoint | null = null;
  const isLoose = (): boolean => wasLoose && session.present() !== null;

  const isCameras = ({ altKey }: MouseEvent): boolean => altKey && steersByAlt(navigationOf(studio.getState().session.settings));
  const sampleOf = (event: MouseEvent): PointerSample => {
    const box = canvas.getBoundingClientRect();
    const keepsDirection = event.altKey && !isCameras(event);
    const snaps = event.ctrlKey || event.metaKey;
    return { x: event.clientX - box.left, y: event.clientY - box.top, precise: event.shiftKey, keepsDirection, snaps };
  };

  const targetAt = (sample: PointerSample, { pointerType }: PointerEvent): Target | null => {
    const model = view();
    if (!model) return null;
    return pick(camera.lens(), { ...pickableIn(model), clickedAt }, sample, REACH_OF_POINTER[pointerType]);
  };
  const hover = (target: Target | null, event: MouseEvent): void => {
    hovered = sameTarget(target, hovered) ? hovered : target;
    const model = view();
    const dragging = session.present()?.gesture != null;
    const words = dragging ? session.present()?.gesture?.shown().words : undefined;
    const name = model && target && (!dragging || target.kind === 'grip') ? nameOf(target, model) : '';
    const text = words ?? name;
    if (text) label.show(text, event.clientX, event.clientY);
    else label.hide();
    canvas.style.cursor = awaitsBox ? 'crosshair' : cursorFor(target, dragging);
    boxMark.show(session.present()?.gesture?.shown().box ?? null);
    invalidate();
  };
  const openMenu = (about: MenuSubject, { x, y }: ScreenPoint): void => {
    const { left, top } = canvas.getBoundingClientRect();
    label.hide();
    openContextMenu(studio, { about, x: left + x, y: top + y });
  };
  const openMenuAt = (press: Press): void => {
    click(studio, press);
    openMenu(menuSubjectOf(press.target), press.at);
  };
  /** The menu of the selected handle stands at it, others in the middle. */
  const openMenuOfSelection = (): void => {
    const handle = selectedHandle(studio.getState());
    const place = view()?.handles.find((each) => each.handle.name === handle);
    const { width, height } = canvas.getBoundingClientRect();
    const at = (place && project(camera.lens(), place.at)) ?? { x: width / 2, y: height / 2 };
    openMenu(handle ? 'handle' : selectedJoint(studio.getState()) === null ? 'space' : 'joint', at);
  };
  /** Shows what a key or the wheel has made of the drag, where the pointer was seen last. */
  const showAgain = (): void => {
    const press = session.present()?.press;
    if (press && lastEvent) hover(press.target, lastEvent);
    invalidate();
  };
  const forgetHover = (): void => {
    if (session.present()) return;
    hovered = null;
    label.hide();
  };
  // A key, a step in time or playback may move what is under the pointer away from it.
  const stopFollowing = studio.subscribe((state, before) => {
    if (shownPose(state) !== shownPose(before)) forgetHover();
  });
  const touches = createTouches(camera, session, sampleOf);
  /** A wheel that is turned on and on is one step of the history. */
  let rest: ReturnType<typeof setTimeout> | undefined;
  const keepLater = (): void => {
    clearTimeout(rest);
    rest = setTimeout(() => camera.keep(), WHEEL_REST);
  };
  const stopListening = listen(canvas, touches, {
    down: (event) => {
      const button = BUTTONS[event.button];
      if (isLoose()) {
        if (button === 'left') finishLoose(() => session.up());
        else if (button === 'right') finishLoose(session.cancel);
        return;
      }
      if (!button || session.present()) return;
      canvas.focus({ preventScroll: true, focusVisible: false });
      canvas.setPointerCapture(event.pointerId);
      const at = sampleOf(event);
      const draws = awaitsBox && button === 'left' ? 'box' : undefined;
      awaitsBox = false;
      const target = button !== 'middle' && !isCameras(event) && !draws ? targetAt(at, event) : null;
      wasLoose = false;
      session.down({ button, alt: event.altKey, ctrl: event.ctrlKey || event.metaKey, at, target, draws });
    },
    move: (event) => {
      lastEvent = event;
      const sample = sampleOf(event);
      session.move(sample);
      const press = session.present()?.press;
      const target = press ? press.target : targetAt(sample, event);
      if (press || !sameTarget(target, hovered)) hover(target, event);
    },
    up: (event) => {
      if (isLoose()) return;
      const clicked = session.up();
      clickedAt = clicked?.at ?? null;
      hover(targetAt(sampleOf(event), event), event);
      if (clicked?.button === 'right' && !clicked.alt) openMenu(menuSubjectOf(clicked.target), clicked.at);
    },
    menu: (event) => {
      if (isAskedByKey(event)) return openMenuOfSelection();
      const { press, gesture } = session.present() ?? {};
      // The right button's menu opens when it goes up without a drag.
      if (press?.button !== 'left' || gesture) return undefined;
      session.cancel();
      openMenuAt({ ...press, button: 'right' });
      return undefined;
    },
    leave: (event) => {
      if (!session.present()) hover(null, event);
    },
    cancel: () => {
      awaitsBox = false;
      session.cancel();
      label.hide();
      boxMark.show(null);
      canvas.style.cursor = 'default';
      invalidate();
    },
    wheel: (event) => {
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE : 1);
      const cursor = sampleOf(event);
      if (session.wheel(event.shiftKey ? pixels / 4 : pixels)) {
        showAgain();
        return;
      }
      const { scrolling } = studio.getState().session.settings;
      const across = event.deltaX * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE : 1);
      if (event.ctrlKey || scrolling === 'zoom') {
        const speed = event.ctrlKey ? PINCH_SPEED : ZOOM_SPEED;
        camera.set(zoomOrbit(camera.grasp(), camera.lens(), Math.exp(pixels * speed), cursor));
      } else if (scrolling === 'orbit') camera.set(turnOrbit(camera.grasp(), -across, -pixels));
      else camera.set(panOrbit(camera.grasp(), -across, -pixels, camera.lens().height));
      keepLater();
    },
    pressed: () => session.present()?.press.button ?? (awaitsBox ? 'left' : null),
    key: (event) => {
      if (isLoose() && (event.key === 'Enter' || event.key === ' ')) {
        finishLoose(() => session.up());
        return true;
      }
      const isTaken = session.key(event);
      if (isTaken) showAgain();
      return isTaken;
    },
  });
  const finishLoose = (end: () => void): void => {
    end();
    label.hide();
    invalidate();
  };
  return {
    begin: (target, begin) => {
      const box = canvas.getBoundingClientRect();
      const at = lastEvent ? sampleOf(lastEvent) : { x: box.width / 2, y: box.height / 2, precise: false };
      session.begin({ button: 'left', alt: false, at, target }, (lens) => begin(at, lens));
      wasLoose = true;
      showAgain();
    },
    awaitBox: () => {
      session.cancel();
      awaitsBox = true;
      canvas.style.cursor = 'crosshair';
    },
    forgetHover,
    attention: () => {
      const { press, gesture } = session.present() ?? {};
      if (!press || !gesture) return hovered ? { ...NO_ATTENTION, hovered } : NO_ATTENTION;
      return { hovered, grabbed: press.target, trace: gesture.shown() };
    },
    dispose: () => {
      clearTimeout(rest);
      session.cancel();
      stopFollowing();
      stopListening();
      label.dispose();
      boxMark.dispose();
    },
  };
}

interface Listeners {
  readonly down: (event: PointerEvent) => void;
  readonly move: (event: PointerEvent) => void;
  readonly up: (event: PointerEvent) => void;
  readonly leave: (event: PointerEvent) => void;
  readonly cancel: () => void;
  /** A long press, or a key, asks for a menu. */
  readonly menu: (event: MouseEvent) => void;
  readonly wheel: (event: WheelEvent) => void;
  /** A key that goes down while a button is held; returns whether the drag took it. */
  readonly key: (event: KeyboardEvent) => boolean;
  /** The button that is held, or is about to be for a box; else null. */
  readonly pressed: () => (typeof BUTTONS)[number] | null;
}

function listen(
  canvas: HTMLCanvasElement,
  touches: Touches,
  { down, move, up, leave, cancel, menu, wheel, key, pressed }: Listeners,
): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const primary = (listener: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (!touches.take(event) && event.isPrimary) listener(event);
  };
  // Fingers and pens drag handles instead of scrolling the page.
  canvas.style.touchAction = 'none';
  canvas.addEventListener('pointerdown', primary(down), { signal });
  canvas.addEventListener('pointermove', primary(move), { signal });
  canvas.addEventListener('pointerup', primary(up), { signal });
  canvas.addEventListener('pointerleave', primary(leave), { signal });
  canvas.addEventListener('pointercancel', primary(cancel), { signal });
  const ownMenu = (event: MouseEvent): void => {
    event.preventDefault();
    menu(event);
  };
  canvas.addEventListener('contextmenu', ownMenu, { signal });
  // A second button that goes down while one is held makes no pointer event of its own, only this one.
  const secondButton = (event: MouseEvent): void => {
    const button = BUTTONS[event.button];
    if (button === 'middle') event.preventDefault();
    if (button === 'right' && pressed() !== null && pressed() !== 'right') cancel();
  };
  canvas.addEventListener('mousedown', secondButton, { signal });
  const zoom = (event: WheelEvent): void => {
    event.preventDefault();
    wheel(event);
  };
  canvas.addEventListener('wheel', zoom, { signal, passive: false });
  // Keys are taken only while something is held, and then before anybody else hears of them.
  const take = (event: KeyboardEvent): void => {
    // Alt belongs to what is dragged, or to the camera, and must not open the window's menu then.
    if (event.key === 'Alt' && pressed() !== null) event.preventDefault();
    if (pressed() === null) return;
    const isEscape = event.key === 'Escape';
    if (!isEscape && !key(event)) return;
    event.stopPropagation();
    event.preventDefault();
    if (isEscape) cancel();
  };
  canvas.ownerDocument.addEventListener('keydown', take, { signal, capture: true });
  return () => listeners.abort();
}
