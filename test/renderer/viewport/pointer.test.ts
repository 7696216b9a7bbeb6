// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { project, type ScreenPoint } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf, type Orbit } from '../../../renderer/tools/geometry/orbit.ts';
import { createViewModelBuilder } from '../../../renderer/viewport/overlays/build-view-model.ts';
import { createPointer, type Pointer } from '../../../renderer/viewport/pointer.ts';
import { openCharacter, openedStudio } from '../tools/mannequin-studio.ts';

const START: Orbit = { target: [0, 1, 0], yaw: 0, pitch: 0.1, distance: 5 };
const character = openCharacter();

let canvas: HTMLCanvasElement;
let studio: ReturnType<typeof openedStudio>;
let orbit: Orbit;
let pointer: Pointer;
let label: HTMLElement;

const lens = () => lensOf(orbit, 1280, 800);

beforeEach(() => {
  studio = openedStudio(character);
  orbit = START;
  canvas = document.createElement('canvas');
  canvas.setPointerCapture = vi.fn<(pointerId: number) => void>();
  document.body.append(canvas);
  const build = createViewModelBuilder();
  pointer = createPointer({
    canvas,
    studio,
    camera: {
      orbit: () => orbit,
      set: (next) => {
        orbit = next;
      },
      flyTo: () => {},
      lens,
    },
    view: () => build(studio.getState(), lens(), pointer.attention()),
    invalidate: () => {},
  });
  label = document.body.lastElementChild as HTMLElement;
});

afterEach(() => {
  pointer.dispose();
  canvas.remove();
});

function handleAt(name: HandleName): ScreenPoint {
  const model = createViewModelBuilder()(studio.getState(), lens(), pointer.attention())!;
  return project(lens(), model.handles.find(({ handle }) => handle.name === name)!.at)!;
}

function send(type: string, { x, y }: ScreenPoint, init: PointerEventInit = {}): void {
  canvas.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, isPrimary: true, bubbles: true, ...init }));
}

/** Holds the left hand and drags it a little. */
function drag(): ScreenPoint {
  const at = handleAt('leftHand');
  send('pointermove', at);
  send('pointerdown', at);
  const there = { x: at.x - 40, y: at.y + 30 };
  send('pointermove', there);
  return there;
}

describe('the pointer over the viewport', () => {
  test('names the handle below it and shows that it can be grabbed', () => {
    send('pointermove', handleAt('leftFoot'));
    expect(label.textContent).toBe('Left foot (pinned)');
    expect(label.style.display).toBe('block');
    expect(canvas.style.cursor).toBe('grab');
    send('pointermove', { x: 3, y: 3 });
    expect(label.style.display).toBe('none');
    expect(canvas.style.cursor).toBe('default');
  });

  test('pulls a handle and commits when the button goes up', () => {
    const there = drag();
    expect(canvas.style.cursor).toBe('grabbing');
    expect(pointer.attention().grabbed).toEqual({ kind: 'handle', handle: 'leftHand' });
    expect(pointer.attention().trace.wanted).not.toBeNull();
    send('pointerup', there);
    expect(studio.document().history.past.map(({ label: step }) => step)).toEqual(['Pull left hand']);
    expect(pointer.attention().grabbed).toBeNull();
  });

  test('cancels the drag by Escape, which nobody else then hears; without a drag they do', () => {
    const heard = vi.fn<() => void>();
    document.body.addEventListener('keydown', heard);
    drag();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(heard).not.toHaveBeenCalled();
    expect(studio.getState().transient.preview).toBeNull();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(heard).toHaveBeenCalledTimes(1);
    document.body.removeEventListener('keydown', heard);
  });

  test('cancels the drag by the right button, and the release after it does nothing', () => {
    const there = drag();
    expect(studio.getState().transient.preview).not.toBeNull();
    canvas.dispatchEvent(new MouseEvent('mousedown', { button: 2, bubbles: true }));
    expect(studio.getState().transient.preview).toBeNull();
    send('pointerup', there);
    expect(studio.document().history.past).toEqual([]);
  });

  test('ignores a second finger', () => {
    drag();
    const held = studio.getState().transient.preview;
    send('pointermove', { x: 500, y: 500 }, { isPrimary: false });
    send('pointerup', { x: 500, y: 500 }, { isPrimary: false });
    expect(studio.getState().transient.preview).toBe(held);
  });

  test('zooms by the wheel and keeps the page from scrolling', () => {
    const wheel = new WheelEvent('wheel', { deltaY: -200, cancelable: true, bubbles: true });
    canvas.dispatchEvent(wheel);
    expect(wheel.defaultPrevented).toBe(true);
    expect(orbit.distance).toBeLessThan(START.distance);
  });

  test('takes its label away with it', () => {
    pointer.dispose();
    expect(label.isConnected).toBe(false);
  });
});
