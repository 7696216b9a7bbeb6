import { describe, expect, test } from 'vitest';
import { toRadians } from '../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle, multiply } from '../../../core/math/quat.ts';
import {
  add,
  cross,
  distance,
  dot,
  length,
  scale,
  subtract,
  UNIT_X,
  UNIT_Y,
  UNIT_Z,
  type Vec3,
} from '../../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { handlesOf, type HandleName } from '../../../core/humanoid/body/handles.ts';
import { heightOnFloor } from '../../../core/humanoid/body/resting-height.ts';
import { select } from '../../../renderer/state/selection.ts';
import { setSpace, toggleFloorSnap } from '../../../renderer/state/session.ts';
import { shownPose } from '../../../renderer/state/studio.ts';
import { axesOf } from '../../../renderer/tools/geometry/axes.ts';
import { gizmoOf } from '../../../renderer/tools/geometry/gizmo.ts';
import { createHandlePlacer } from '../../../renderer/tools/geometry/handle-places.ts';
import { metresPerPixel, project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { pick } from '../../../renderer/tools/geometry/pick.ts';
import { ringPoints } from '../../../renderer/tools/geometry/rings.ts';
import { gizmoNow } from '../../../renderer/tools/geometry/shown-gizmo.ts';
import type { Gesture, KeyPress } from '../../../renderer/tools/gesture.ts';
import { beginDrag } from '../../../renderer/tools/press.ts';
import { beginPull } from '../../../renderer/tools/pull-handle.ts';
import { beginTurn } from '../../../renderer/tools/turn-handle.ts';
import { openedStudio } from './mannequin-studio.ts';
import { NOTHING } from './nothing-to-pick.ts';
import { steerable } from './steerable.ts';

const lens = lensOf({ target: [0, 1, 0], yaw: 0.5, pitch: 0.3, distance: 6 }, 1280, 800);

function key(name: string, shiftKey = false): KeyPress {
  const code = /^[a-z]$/i.test(name) ? `Key${name.toUpperCase()}` : name;
  return { key: name, code, shiftKey, ctrlKey: false, metaKey: false, altKey: false };
}

function scene(handle: HandleName = 'leftHand') {
  const studio = openedStudio();
  const { rig } = studio.document();
  select(studio, { joint: null, handle });
  const place = (): Vec3 =>
    createHandlePlacer(rig)(forwardKinematics(rig.skeleton, shownPose(studio.getState())!)).find(
      (each) => each.handle.name === handle,
    )!.at;
  const turned = () =>
    worldRotation(
      forwardKinematics(rig.skeleton, shownPose(studio.getState())!),
      handlesOf(rig).find(({ name }) => name === handle)!.joint,
    );
  const middle = project(lens, place())!;
  const start = { x: middle.x, y: middle.y, precise: false };
  const type = (gesture: Gesture, text: string): boolean[] => text.split('').map((sign) => gesture.press!(key(sign)));
  return { studio, rig, place, turned, start, type };
}

describe('the gizmo of a handle', () => {
  const centre: Vec3 = [0.2, 1.1, 0.1];
  const axes = axesOf('world', [0, 0, 0, 1], lens);
  const gizmo = gizmoOf(centre, axes, lens);

  test('has each arrow, square and ring under the pointer where it is drawn', () => {
    const pickable = { ...NOTHING, gizmo };
    for (const { axis, from, to } of gizmo.arrows) {
      const tip = project(lens, add(from, scale(subtract(to, from), 0.9)))!;
      expect(pick(lens, pickable, tip)).toEqual({ kind: 'arrow', axis });
    }
    for (const { axis, corners } of gizmo.planes) {
      const middle = project(lens, scale(add(corners[0]!, corners[2]!), 0.5))!;
      expect(pick(lens, pickable, middle)).toEqual({ kind: 'plane', axis });
    }
    for (const ring of gizmo.rings) {
      const names = ringPoints(ring, lens).map(({ at, front }) => {
        const target = front ? pick(lens, pickable, project(lens, at)!) : null;
        return target?.kind === 'turn' ? target.axis : null;
      });
      expect(names.filter((name) => name === ring.name).length).toBeGreaterThan(10);
    }
    expect(pick(lens, pickable, { x: 5, y: 5 })).toBeNull();
  });

  test('leaves out the arrow that points at the eye, and the square that is seen from its edge', () => {
    const front = gizmoOf([0, 1, 0], axes, lensOf({ target: [0, 1, 0], yaw: 0, pitch: 0, distance: 6 }, 1280, 800));
    expect(front.arrows.map(({ axis }) => axis)).toEqual(['x', 'y']);
    expect(front.planes.map(({ axis }) => axis)).toEqual(['z']);
  });

  test('has axes of the world, the joint or the view, at right angles and right-handed', () => {
    const rotation = fromAxisAngle([0.6, 0, 0.8], 1);
    for (const space of ['world', 'local', 'camera'] as const) {
      const { x, y, z } = axesOf(space, rotation, lens);
      expect(length(subtract(cross(x, y), z))).toBeLessThan(1e-9);
    }
    expect(axesOf('camera', rotation, lens).x).toEqual(lens.right);
  });

  test('is not shown for elbows, nor while joints are rotated', () => {
    const { studio } = scene('leftElbow');
    expect(gizmoNow(studio.getState(), lens)).toBeNull();
    expect(gizmoNow(scene().studio.getState(), lens)).not.toBeNull();
  });
});

describe('dragging an arrow', () => {
  test('moves the handle along its axis only, under the pointer', () => {
    const { studio, place } = scene();
    const before = place();
    const { from, to } = gizmoNow(studio.getState(), lens)!.arrows.find(({ axis }) => axis === 'y')!;
    const at = project(lens, scale(add(from, to), 0.5))!;
    const camera = steerable(() => ({ target: before, yaw: 0, pitch: 0, distance: 5 }));
    const target = { kind: 'arrow', axis: 'y' } as const;
    const gesture = beginDrag(studio, camera, lens, { button: 'left', alt: false, at: { ...at, precise: false }, target });
    const wanted = project(lens, add(scale(add(from, to), 0.5), [0, -0.2, 0]))!;
    gesture.move({ ...wanted, precise: false }, lens);
    expect(distance(gesture.shown().wanted!, add(before, [0, -0.2, 0]))).toBeLessThan(1e-6);
    expect(distance(place(), add(before, [0, -0.2, 0]))).toBeLessThan(1e-3);
    expect(gesture.shown().words).toBe('Y −20.0 cm');
    gesture.commit();
    expect(studio.document().history.past.map(({ label }) => label)).toEqual(['Pull left hand']);
  });
});

describe('keys and wheel in the middle of a pull', () => {
  test('X, Y and Z hold it to an axis, with Shift to the plane square to it, and let it go again', () => {
    const { studio, place, start } = scene();
    const before = place();
    const gesture = beginPull(studio, 'leftHand', start, lens)!;
    const way = () => subtract(gesture.shown().wanted!, before);
    gesture.move({ x: start.x - 60, y: start.y + 70, precise: false }, lens);
    const free = way();
    for (const [name, axis] of [
      ['x', UNIT_X],
      ['y', UNIT_Y],
      ['z', UNIT_Z],
    ] as const) {
      expect(gesture.press!(key(name))).toBe(true);
      expect(length(cross(way(), axis))).toBeLessThan(1e-9);
      expect(length(way())).toBeGreaterThan(0.01);
      expect(gesture.press!(key(name, true))).toBe(true);
      expect(dot(way(), axis)).toBeCloseTo(0, 9);
    }
    expect(gesture.press!(key('z', true))).toBe(true);
    expect(length(subtract(way(), free))).toBeLessThan(1e-9);
    expect(gesture.press!(key('p'))).toBe(false);
  });

  test('a typed number is the way in centimetres, whatever the pointer does', () => {
    const { studio, place, start, type } = scene();
    const before = place();
    const gesture = beginPull(studio, 'leftHand', start, lens)!;
    expect(type(gesture, 'y-12.5')).toEqual([true, true, true, true, true, true]);
    gesture.move({ x: start.x + 300, y: start.y, precise: false }, lens);
    expect(distance(gesture.shown().wanted!, add(before, [0, -0.125, 0]))).toBeLessThan(1e-12);
    expect(gesture.shown().words).toBe('Y −12.5▏ cm');
    gesture.press!(key('Backspace'));
    gesture.press!(key('-'));
    expect(distance(gesture.shown().wanted!, add(before, [0, 0.12, 0]))).toBeLessThan(1e-12);
  });

  test('an axis that points at the eye is followed up and down: away and nearer, as far as on screen', () => {
    const { studio, rig, place } = scene();
    const before = place();
    const forward = rig.report.facing[2];
    for (const orthographic of [true, false]) {
      const front = lensOf({ target: [0, 1, 0], yaw: 0, pitch: 0.07, distance: 6, orthographic }, 1280, 800);
      const start = { ...project(front, before)!, precise: false };
      const gesture = beginPull(studio, 'leftHand', start, front)!;
      gesture.press!(key('z'));
      for (const up of [60, -30]) {
        gesture.move({ ...start, y: start.y - up }, front);
        const [x, y, z] = subtract(gesture.shown().wanted!, before);
        expect([x, y]).toEqual([0, 0]);
        expect(z).toBeCloseTo(-forward * up * metresPerPixel(front, before), 9);
      }
      gesture.cancel();
    }
  });

  test('a plane that is seen from its edge does not take the handle far away', () => {
    const { studio, place } = scene();
    const front = lensOf({ target: place(), yaw: 0, pitch: 0.05, distance: 4 }, 1280, 800);
    const start = { ...project(front, place())!, precise: false };
    const before = place();
    const gesture = beginPull(studio, 'leftHand', start, front, { kind: 'plane', axis: 'x' })!;
    gesture.move({ x: start.x + 40, y: start.y + 30, precise: false }, front);
    const way = subtract(gesture.shown().wanted!, before);
    expect(way[0]).toBeCloseTo(0, 9);
    expect(way[1]).toBeLessThan(-0.02);
    expect(length(way)).toBeLessThan(0.2);
  });

  test('a typed number is gone to the tenth of a millimetre, however short the way', () => {
    const { studio, place, start, type } = scene();
    const before = place();
    type(beginPull(studio, 'leftHand', start, lens)!, 'y.2');
    expect(distance(place(), add(before, [0, 0.002, 0]))).toBeLessThan(1e-4);
  });

  test('the wheel pushes the handle away from the eye, under the pointer', () => {
    const { studio, place, start } = scene();
    const before = place();
    const gesture = beginPull(studio, 'leftHand', start, lens)!;
    gesture.wheel!(-100);
    const { wanted } = gesture.shown();
    expect(dot(subtract(wanted!, before), lens.forward)).toBeGreaterThan(0.01);
    const seen = project(lens, wanted!)!;
    expect(Math.hypot(seen.x - start.x, seen.y - start.y)).toBeLessThan(1e-6);
    gesture.wheel!(100);
    expect(distance(gesture.shown().wanted!, before)).toBeLessThan(1e-9);
  });

  test('a hand that comes near to the floor is put on it where it snaps', () => {
    const { studio, rig, place, start, type } = scene();
    const height = 100 * (place()[1] - heightOnFloor(rig, 'leftHand'));
    const gesture = beginPull(studio, 'leftHand', start, lens)!;
    type(gesture, `y-${(height - 3).toFixed(1)}`);
    expect(gesture.shown().wanted![1]).toBeGreaterThan(heightOnFloor(rig, 'leftHand') + 0.02);
    gesture.press!(key('f'));
    expect(gesture.shown().wanted![1]).toBe(heightOnFloor(rig, 'leftHand'));
    expect(studio.getState().session.snapsToFloor).toBe(true);
    toggleFloorSnap(studio);
  });

  test('axes of the joint are those that it had when it was grabbed', () => {
    const { studio, place, turned, start, type } = scene();
    setSpace(studio, 'local');
    const [before, axes] = [place(), axesOf('local', turned(), lens)];
    const gesture = beginPull(studio, 'leftHand', start, lens)!;
    type(gesture, 'z4');
    expect(distance(gesture.shown().wanted!, add(before, scale(axes.z, 0.04)))).toBeLessThan(1e-12);
  });
});

describe('turning a handle', () => {
  test('by typed degrees turns it about the axis in its place, in one labelled step', () => {
    const { studio, place, turned, start, type } = scene('rightFoot');
    const [at, before] = [place(), turned()];
    const gesture = beginTurn(studio, { handle: 'rightFoot' }, start, lens)!;
    type(gesture, 'y-8');
    expect(gesture.shown().words).toBe('Y −8▏°');
    expect(distance(place(), at)).toBeLessThan(1.01e-3);
    const wanted = multiply(fromAxisAngle(UNIT_Y, toRadians(-8)), before);
    expect(angleBetween(turned(), wanted)).toBeLessThan(toRadians(2));
    gesture.commit();
    expect(studio.document().history.past.map(({ label }) => label)).toEqual(['Rotate right foot']);
  });

  test('follows the pointer round it, about the view: against the clock on screen is against the clock in the view', () => {
    const { studio, start } = scene('hips');
    const gesture = beginTurn(studio, { handle: 'hips' }, { x: start.x + 50, y: start.y, precise: false }, lens)!;
    gesture.move({ x: start.x, y: start.y - 50, precise: false }, lens);
    expect(gesture.shown().words).toBe('+90.0°');
    gesture.cancel();
    expect(studio.document().history.past).toEqual([]);
    expect(studio.getState().transient.preview).toBeNull();
  });
});
