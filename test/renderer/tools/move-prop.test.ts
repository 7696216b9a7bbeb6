import { beforeEach, expect, test } from 'vitest';
import { toDegrees } from '../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle, IDENTITY } from '../../../core/math/quat.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { addShape, placeProp, standOnProp } from '../../../renderer/state/props/edit-props.ts';
import { boxAroundProp } from '../../../renderer/state/props/prop-shape.ts';
import { selectedProp, selectedShownProp, shownProps } from '../../../renderer/state/props/shown-props.ts';
import { select, selectProp } from '../../../renderer/state/selection.ts';
import { NOTHING_SELECTED } from '../../../renderer/state/session-state.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf, type Orbit } from '../../../renderer/tools/geometry/orbit.ts';
import { pick } from '../../../renderer/tools/geometry/pick.ts';
import { gizmoNow } from '../../../renderer/tools/geometry/shown-gizmo.ts';
import type { Gesture } from '../../../renderer/tools/gesture.ts';
import { beginMoveProp, beginTurnProp } from '../../../renderer/tools/move-prop.ts';
import { beginDrag, click } from '../../../renderer/tools/press.ts';
import { openedStudio } from './mannequin-studio.ts';
import { NOTHING } from './nothing-to-pick.ts';
import { steerable } from './steerable.ts';

const FROM_ABOVE: Orbit = { target: [0, 0.5, 1], yaw: 0.4, pitch: 0.7, distance: 6 };
const lens = lensOf(FROM_ABOVE, 800, 600);
const onScreen = (point: Vec3) => ({ ...project(lens, point)!, precise: false });
/** A camera that is not to be steered here. */
const camera = steerable(() => FROM_ABOVE);

let studio: Studio;
const thing = () => selectedProp(studio.getState())!;
const place = () => selectedShownProp(studio.getState())!.frame;
const steps = () => studio.getState().document!.history.past.length;
const put = (position: Vec3) => placeProp(studio, thing(), { position, rotation: IDENTITY });

beforeEach(() => {
  studio = openedStudio();
  addShape(studio, 'table');
  put([1.5, 0, 1]);
  addShape(studio, 'ball');
  put([0, 0, 1]);
});

function drag(gesture: Gesture | null, from: Vec3, to: Vec3): Gesture {
  for (let i = 1; i <= 10; i++) {
    const between = from.map((value, axis) => value + (i / 10) * (to[axis]! - value)) as unknown as Vec3;
    gesture!.move(onScreen(between), lens);
  }
  return gesture!;
}

test('A thing goes over the floor with the pointer, in one step', () => {
  const before = steps();
  const { position } = place();
  drag(beginMoveProp(studio, thing().id, onScreen(position), lens), position, [-0.5, 0, 0.5]).commit();
  place().position.forEach((value, axis) => expect(value).toBeCloseTo([-0.5, 0, 0.5][axis]!, 6));
  expect(steps()).toBe(before + 1);
  expect(studio.getState().transient.prop).toBeUndefined();
});

test('A thing that is dragged over a table stands on it, and falls to the floor beside it', () => {
  const { position } = place();
  drag(beginMoveProp(studio, thing().id, onScreen(position), lens), position, [1.5, 0, 1]).commit();
  expect(place().position[1]).toBeCloseTo(0.74, 6);
  const there = place().position;
  drag(beginMoveProp(studio, thing().id, onScreen(there), lens), there, [-0.5, 0.74, 1]).commit();
  expect(place().position[1]).toBeCloseTo(0, 6);
});

test('An arrow moves it along its axis, and a drag that is given up leaves it', () => {
  const { position } = place();
  const up: Vec3 = [0, 1, 1];
  const along = { kind: 'axis', axis: 'y' } as const;
  drag(beginMoveProp(studio, thing().id, onScreen(position), lens, along), position, up).cancel();
  expect(place().position).toEqual([0, 0, 1]);
  drag(beginMoveProp(studio, thing().id, onScreen(position), lens, along), position, up).commit();
  expect(place().position[0]).toBeCloseTo(0, 9);
  expect(place().position[1]).toBeCloseTo(1, 6);
});

test('A ring of its gizmo rotates it about its own place', () => {
  const ring = gizmoNow(studio.getState(), lens)!.rings.find(({ name }) => name === 'y')!;
  const at = (angle: number): Vec3 => [
    ring.centre[0] + ring.radius * Math.sin(angle),
    ring.centre[1],
    ring.centre[2] + ring.radius * Math.cos(angle),
  ];
  const gesture = beginTurnProp(studio, thing().id, onScreen(at(0.2)), lens, ring)!;
  for (let i = 1; i <= 10; i++) gesture.move(onScreen(at(0.2 + i / 20)), lens);
  gesture.commit();
  expect(toDegrees(angleBetween(place().rotation, IDENTITY))).toBeCloseTo(toDegrees(0.5), 2);
  expect(place().position).toEqual([0, 0, 1]);
});

test('A click finds the nearest thing, and a drag on stairs turns the picture until they are selected', () => {
  const document = studio.getState().document!;
  const props = shownProps(studio.getState()).map(({ prop, frame }) => ({
    prop: prop.id,
    frame,
    ...boxAroundProp(document, prop.form),
  }));
  const target = pick(lens, { ...NOTHING, props }, onScreen([0, 0.1, 1]));
  expect(target).toEqual({ kind: 'prop', prop: thing().id });
  expect(pick(lens, { ...NOTHING, props }, onScreen([-2, 0, 1]))).toBeNull();
  const ball = thing().id;
  select(studio, NOTHING_SELECTED);
  const press = { button: 'left', alt: false, at: onScreen([0, 0.1, 1]), target } as const;
  click(studio, press);
  expect(thing().id).toBe(ball);
  standOnProp(studio, thing(), true);
  select(studio, NOTHING_SELECTED);
  beginDrag(studio, camera, lens, press);
  expect(selectedProp(studio.getState())).toBeNull();
  standOnProp(studio, studio.getState().document!.history.present.props[1]!, false);
  drag(beginDrag(studio, camera, lens, press), [0, 0.1, 1], [0.5, 0.1, 1]).commit();
  expect(thing().id).toBe(ball);
  expect(place().position[0]).toBeGreaterThan(0.3);
});

test('A plane that is set up as a wall lets things stand before and behind it', () => {
  addShape(studio, 'plane');
  placeProp(studio, thing(), { position: [0, 1, 0.5], rotation: fromAxisAngle([1, 0, 0], Math.PI / 2) });
  selectProp(studio, studio.getState().document!.history.present.props[1]!.id);
  for (const z of [1, 0]) {
    const { position } = place();
    drag(beginMoveProp(studio, thing().id, onScreen(position), lens), position, [-0.4, position[1], z]).commit();
    expect(place().position[1]).toBeCloseTo(0, 6);
  }
});
