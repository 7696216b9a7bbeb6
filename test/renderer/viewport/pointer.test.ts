// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { DEGREES } from '../../../core/math/angles.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { forwardKinematics, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { shownPose } from '../../../renderer/state/studio.ts';
import { project, type ScreenPoint } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf, type Orbit } from '../../../renderer/tools/geometry/orbit.ts';
import { createViewModelBuilder } from '../../../renderer/viewport/overlays/build-view-model.ts';
import { changeSetting } from '../../../renderer/state/window/settings.ts';
import { closeContextMenu } from '../../../renderer/state/window/open-context-menu.ts';
import { moveHandle } from '../../../renderer/tools/nudge.ts';
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
      grasp: () => orbit,
      keep: () => {},
      carry: () => {},
      look: () => {},
      destination: () => orbit,
      set: (next) => {
        orbit = next;
      },
      flyTo: () => {},
      lens,
    },
    view: () => build(studio.getState(), lens(), pointer.attention(), true),
    invalidate: () => {},
  });
  label = document.body.querySelector<HTMLElement>(':scope > div[aria-hidden]')!;
});

afterEach(() => {
  pointer.dispose();
  canvas.remove();
});

function handleAt(name: HandleName): ScreenPoint {
  const model = createViewModelBuilder()(studio.getState(), lens(), pointer.attention(), true)!;
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

/** What a drag of the left hand with Alt held from the press on does: to the camera, and to the hand, whose direction is told in radians. */
function dragWithAlt(): { readonly isOrbited: boolean; readonly isPulled: boolean; readonly turned: number } {
  const { rig } = studio.document();
  const direction = () => worldRotation(forwardKinematics(rig.skeleton, shownPose(studio.getState())!), rig.humanoid.leftHand!);
  const before = direction();
  const at = handleAt('leftHand');
  send('pointerdown', at, { altKey: true });
  send('pointermove', { x: at.x, y: at.y - 20 }, { altKey: true });
  const isPulled = studio.getState().transient.preview?.cause === 'pull';
  const isOrbited = orbit.yaw !== START.yaw || orbit.pitch !== START.pitch;
  const turned = angleBetween(direction(), before);
  send('pointercancel', at);
  return { isOrbited, isPulled, turned };
}

describe('Alt means one thing', () => {
  test('in Limber’s way of steering: what is pulled keeps its direction', () => {
    const { isOrbited, isPulled, turned } = dragWithAlt();
    expect([isOrbited, isPulled]).toEqual([false, true]);
    expect(turned).toBeLessThan(3 * DEGREES);
  });

  test.each(['blender', 'maya'] as const)('in that of %s: it is the camera’s, and keeps nothing', (navigation) => {
    changeSetting(studio, 'navigation', navigation);
    expect(dragWithAlt()).toEqual({ isOrbited: true, isPulled: false, turned: 0 });
    const at = drag();
    const plain = shownPose(studio.getState());
    send('pointermove', { x: at.x + 1, y: at.y }, { altKey: true });
    send('pointermove', at, { altKey: true });
    expect(shownPose(studio.getState())).toEqual(plain);
  });
});

describe('the pointer over the viewport', () => {
  test('names nothing any more once a key moved the pose away from under it', () => {
    send('pointermove', handleAt('leftHand'));
    expect(label.style.display).toBe('block');
    moveHandle(studio, 'leftHand', [0, -0.1, 0]);
    expect(label.style.display).toBe('none');
    expect(pointer.attention().hovered).toBeNull();
  });

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

  test('opens the menu of what the right button clicks, and none after it steered', () => {
    const at = handleAt('leftHand');
    send('pointerdown', at, { button: 2 });
    send('pointerup', at, { button: 2 });
    expect(studio.getState().session.contextMenu).toEqual({ about: 'handle', x: at.x, y: at.y });
    expect(studio.getState().session.selection.handle).toBe('leftHand');
    closeContextMenu(studio);
    send('pointerdown', at, { button: 2 });
    send('pointermove', { x: at.x + 50, y: at.y });
    send('pointerup', { x: at.x + 50, y: at.y }, { button: 2 });
    expect(studio.getState().session.contextMenu).toBeNull();
  });

  test('opens the menu of what a finger is held on, and then neither clicks nor drags', () => {
    const at = handleAt('leftFoot');
    const touch = { pointerType: 'touch' };
    send('pointerdown', at, touch);
    canvas.dispatchEvent(new PointerEvent('contextmenu', { clientX: at.x, clientY: at.y, bubbles: true, ...touch }));
    expect(studio.getState().session.contextMenu).toEqual({ about: 'handle', x: at.x, y: at.y });
    send('pointermove', { x: at.x + 60, y: at.y }, touch);
    expect(studio.getState().transient.preview).toBeNull();
    send('pointerup', at, touch);
    expect(studio.getState().session.selection.handle).toBe('leftFoot');
  });

  test('opens the menu of the selected handle for a key, at the handle', () => {
    const at = handleAt('leftHand');
    send('pointerdown', at);
    send('pointerup', at);
    canvas.dispatchEvent(new PointerEvent('contextmenu', { button: -1, bubbles: true }));
    expect(studio.getState().session.contextMenu?.about).toBe('handle');
    expect(studio.getState().session.contextMenu?.x).toBeCloseTo(at.x, 6);
  });

  test('two fingers pan and zoom, three orbit, and nothing is pulled or clicked by them', () => {
    const touch = (type: string, pointerId: number, x: number, y: number) =>
      send(type, { x, y }, { pointerType: 'touch', pointerId, isPrimary: pointerId === 1 });
    const { x, y } = handleAt('leftHand');
    touch('pointerdown', 1, x, y);
    touch('pointerdown', 2, x + 100, y);
    touch('pointermove', 2, x + 200, y);
    expect(orbit.distance).toBeCloseTo(START.distance / 2, 6);
    expect(orbit.yaw).toBe(START.yaw);
    touch('pointerdown', 3, x, y + 100);
    const { target } = orbit;
    touch('pointermove', 3, x + 90, y + 100);
    expect([orbit.yaw === START.yaw, orbit.target]).toEqual([false, target]);
    for (const finger of [3, 2]) touch('pointerup', finger, x, y);
    const before = orbit;
    touch('pointermove', 1, x + 80, y);
    touch('pointerup', 1, x + 80, y);
    expect(orbit).toBe(before);
    expect(studio.getState().session.selection.handle).toBeNull();
    expect(studio.document().history.past).toEqual([]);
    // One finger does again what one finger does.
    touch('pointerdown', 1, 5, 5);
    touch('pointermove', 1, 60, 5);
    expect(orbit.yaw).not.toBe(before.yaw);
  });

  test('a finger takes what a mouse would miss', () => {
    const { x, y } = handleAt('leftHand');
    send('pointermove', { x, y: y + 20 }, { pointerType: 'touch' });
    expect([label.textContent, canvas.style.cursor]).toEqual(['Left hand', 'grab']);
    send('pointermove', { x, y: y + 20 }, { pointerType: 'mouse' });
    expect(canvas.style.cursor).not.toBe('grab');
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

  test('scrolling orbits or pans where that is set, and a pinch zooms always', () => {
    const wheel = ({ ctrlKey = false }) => {
      const event = new WheelEvent('wheel', { deltaX: 10, deltaY: 20 });
      // This page's wheel events know no keys.
      Object.defineProperty(event, 'ctrlKey', { value: ctrlKey });
      canvas.dispatchEvent(event);
    };
    changeSetting(studio, 'scrolling', 'orbit');
    wheel({});
    expect([orbit.yaw !== START.yaw, orbit.pitch < START.pitch, orbit.distance]).toEqual([true, true, START.distance]);
    changeSetting(studio, 'scrolling', 'pan');
    const { yaw } = orbit;
    wheel({});
    expect([orbit.yaw, orbit.target[1] !== START.target[1], orbit.distance]).toEqual([yaw, true, START.distance]);
    wheel({ ctrlKey: true });
    expect(orbit.distance).toBeGreaterThan(START.distance);
  });

  test('takes its label away with it', () => {
    pointer.dispose();
    expect(label.isConnected).toBe(false);
  });
});
