import { poseOf } from '../state/open-studio.ts';
import { describe, expect, test } from 'vitest';
import { commitEdit, undo } from '../../../renderer/state/editing.ts';
import { select } from '../../../renderer/state/selection.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { createDragSession } from '../../../renderer/tools/drag-session.ts';
import { createHandlePlacer } from '../../../renderer/tools/geometry/handle-places.ts';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf, type Orbit } from '../../../renderer/tools/geometry/orbit.ts';
import type { Target } from '../../../renderer/tools/geometry/pick.ts';
import type { Press } from '../../../renderer/tools/press.ts';
import { openedStudio } from './mannequin-studio.ts';

const START: Orbit = { target: [0, 1, 0], yaw: 0, pitch: 0.1, distance: 5 };
const HAND: Target = { kind: 'handle', handle: 'leftHand' };

function session() {
  const studio = openedStudio();
  let orbit = START;
  let goal: Orbit | null = null;
  const camera = {
    orbit: () => orbit,
    grasp: () => orbit,
    keep: () => {},
    set: (next: Orbit) => {
      orbit = next;
      goal = null;
    },
    lens: () => lensOf(orbit, 1280, 800),
  };
  const { rig } = studio.document();
  const places = createHandlePlacer(rig)(forwardKinematics(rig.skeleton, poseOf(studio)));
  const hand = project(camera.lens(), places.find(({ handle }) => handle.name === 'leftHand')!.at)!;
  const at = { x: hand.x, y: hand.y, precise: false };
  const to = (dx: number, dy: number) => ({ x: at.x + dx, y: at.y + dy, precise: false });
  const press = (change: Partial<Press> = {}): Press => ({ button: 'left', alt: false, at, target: null, ...change });
  const flight = {
    /** Lets the camera fly from the next frame on, until it is set. */
    to: (next: Orbit) => {
      goal = next;
    },
    frame: () => {
      orbit = goal ?? orbit;
    },
  };
  return { studio, camera, flight, drag: createDragSession(studio, camera), press, to };
}

describe('a press', () => {
  test('that hardly moves is a click: it selects and changes nothing else', () => {
    const { studio, drag, press, to } = session();
    drag.down(press({ target: { kind: 'joint', joint: 5 } }));
    drag.move(to(1, 1));
    drag.up();
    expect(studio.getState().session.selection).toEqual({ joint: 5, handle: null });
    drag.down(press());
    drag.up();
    expect(studio.getState().session.selection).toEqual({ joint: null, handle: null });
    expect(studio.document().history.past).toEqual([]);
  });

  test('on a handle that moves is a pull: it selects the handle and commits on release', () => {
    const { studio, drag, press, to } = session();
    drag.down(press({ target: HAND }));
    drag.move(to(-40, 30));
    expect(studio.getState().session.selection.handle).toBe('leftHand');
    drag.up();
    expect(studio.document().history.past.map(({ label }) => label)).toEqual(['Pull left hand']);
    expect(drag.present()).toBeNull();
  });

  test('on a handle ends the flight of the camera: the picture stands while something is dragged', () => {
    const { studio, camera, flight, drag, press, to } = session();
    flight.to({ ...START, yaw: 1.5 });
    drag.down(press({ target: HAND }));
    drag.move(to(-5, 0));
    const { pose } = studio.getState().transient.preview!;
    flight.frame();
    drag.move(to(-5, 0));
    expect(camera.orbit()).toEqual(START);
    expect(studio.getState().transient.preview!.pose).toEqual(pose);
    drag.cancel();
  });

  test.each([
    ['left in empty space', {}, 'yaw'],
    ['middle', { button: 'middle' }, 'yaw'],
    ['right', { button: 'right' }, 'target'],
  ] as const)('with %s steers the camera and leaves selection and document alone', (_, change, part) => {
    const { studio, camera, drag, press, to } = session();
    select(studio, { joint: 3, handle: null });
    const before = studio.getState();
    drag.down(press(change));
    drag.move(to(60, 0));
    expect(camera.orbit()[part]).not.toEqual(START[part]);
    expect(camera.orbit().distance).toBe(START.distance);
    drag.up();
    expect(studio.getState()).toBe(before);
  });

  test('with Shift and middle moves the camera sideways', () => {
    const { camera, drag, press, to } = session();
    drag.down(press({ button: 'middle', at: { ...press().at, precise: true } }));
    drag.move(to(60, 0));
    expect(camera.orbit().yaw).toBe(START.yaw);
    expect(camera.orbit().target).not.toEqual(START.target);
  });

  test('that is cancelled puts the camera back where it was', () => {
    const { camera, drag, press, to } = session();
    drag.down(press());
    drag.move(to(60, 20));
    drag.cancel();
    expect(camera.orbit()).toEqual(START);
    drag.move(to(90, 20));
    expect(camera.orbit()).toEqual(START);
  });

  test('just ends when the document changes under it: an undo in the middle of a pull stays undone', () => {
    const { studio, drag, press, to } = session();
    commitEdit(studio, 'Rename', (edited) => ({ ...edited, name: 'other' }));
    drag.down(press({ target: HAND }));
    drag.move(to(-40, 30));
    undo(studio);
    const { history } = studio.document();
    drag.move(to(-60, 40));
    drag.up();
    expect(studio.document().history).toBe(history);
    expect(studio.getState().transient.preview).toBeNull();
  });

  test('whose gesture fails says so and leaves everything as it was', () => {
    const { studio, drag, press, to } = session();
    const { history, ...rest } = studio.document();
    const impossible = { ...history.present, solver: { ...history.present.solver, tolerance: -1 } };
    studio.setState({ document: { ...rest, history: { ...history, present: impossible } } });
    const before = studio.document();
    drag.down(press({ target: HAND }));
    drag.move(to(-40, 30));
    expect(studio.getState().session.notices.map(({ kind }) => kind)).toEqual(['error']);
    expect(drag.present()).toBeNull();
    expect(studio.document()).toBe(before);
    expect(studio.getState().transient.preview).toBeNull();
  });
});
