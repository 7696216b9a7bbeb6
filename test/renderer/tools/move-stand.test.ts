import { beforeEach, expect, test } from 'vitest';
import { fromPlace, type Place } from '../../../core/math/place.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { duplicateActor, standAt } from '../../../renderer/state/scene/edit-actors.ts';
import { shownPlace } from '../../../renderer/state/scene/shown-place.ts';
import { shownPose, type Studio } from '../../../renderer/state/studio.ts';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf, orbitSeenFrom, type Orbit } from '../../../renderer/tools/geometry/orbit.ts';
import { pick, type Target } from '../../../renderer/tools/geometry/pick.ts';
import { standRing } from '../../../renderer/tools/geometry/stand-ring.ts';
import type { Gesture } from '../../../renderer/tools/gesture.ts';
import { beginStand } from '../../../renderer/tools/move-stand.ts';
import { openedStudio } from './mannequin-studio.ts';
import { NOTHING } from './nothing-to-pick.ts';

/** In the scene. */
const FROM_ABOVE: Orbit = { target: [0, 0, 0], yaw: 0.4, pitch: 0.9, distance: 8 };
const ORIGIN: Place = { at: [0, 0, 0], turn: 0 };

let studio: Studio;

beforeEach(() => {
  studio = openedStudio();
  duplicateActor(studio);
  standAt(studio, { at: [1, 0, 0.5], turn: 0.7 });
});

/** The camera as it sees from the actor that is worked on. */
const lens = () => lensOf(orbitSeenFrom(FROM_ABOVE, ORIGIN, shownPlace(studio.getState())), 800, 600);
const onScreen = (point: Vec3) => project(lensOf(FROM_ABOVE, 800, 600), point)!;
const ring = () => {
  const { rig } = studio.getState().document!;
  return standRing(rig, forwardKinematics(rig.skeleton, shownPose(studio.getState())!));
};
const steps = () => studio.getState().document!.history.past.length;

/** Drags from a point of the scene to another in steps. */
function drag(part: 'move' | 'rotate', from: Vec3, to: Vec3, snaps = false): Gesture {
  const gesture = beginStand(studio, part, { ...onScreen(from), precise: false }, lens())!;
  for (let i = 1; i <= 10; i++) {
    const between = from.map((value, axis) => value + (i / 10) * (to[axis]! - value)) as unknown as Vec3;
    gesture.move({ ...onScreen(between), precise: false, snaps }, lens());
  }
  return gesture;
}

test('The ring moves a character over the floor as far as the pointer goes, in one step', () => {
  const before = steps();
  const gesture = drag('move', [1.5, 0, 0.5], [0.2, 0, 1.7]);
  expect(gesture.shown().words).toMatch(/17[67]/);
  gesture.commit();
  const { place } = studio.getState().document!.history.present;
  expect(place.at[0]).toBeCloseTo(1 - 1.3, 6);
  expect(place.at[1]).toBe(0);
  expect(place.at[2]).toBeCloseTo(0.5 + 1.2, 6);
  expect(place.turn).toBeCloseTo(0.7, 9);
  expect(steps()).toBe(before + 1);
  expect(studio.getState().transient.place).toBeUndefined();
});

test('The mark on the ring rotates it about where it stands', () => {
  const stands = fromPlace(shownPlace(studio.getState()), ring().centre);
  drag('rotate', [stands[0], 0, stands[2] + 0.5], [stands[0] + 0.5, 0, stands[2]]).commit();
  const { place } = studio.getState().document!.history.present;
  expect(place.turn).toBeCloseTo(0.7 + Math.PI / 2, 6);
  fromPlace(place, ring().centre).forEach((value, axis) => expect(value).toBeCloseTo(stands[axis]!, 6));
});

test('With Ctrl it comes to stand on tenths of metres, and turned by steps of 15°', () => {
  standAt(studio, { at: [1.03, 0, 0.52], turn: 0.7 });
  drag('move', [1.5, 0, 0.5], [0.24, 0, 1.7], true).commit();
  let { place } = studio.getState().document!.history.present;
  expect(place.at[0]).toBeCloseTo(-0.2, 9);
  expect(place.at[1]).toBe(0);
  expect(place.at[2]).toBeCloseTo(1.7, 9);
  expect(place.turn).toBeCloseTo(0.7, 9);
  const stands = fromPlace(place, ring().centre);
  drag('rotate', [stands[0], 0, stands[2] + 0.5], [stands[0] + 0.5, 0, stands[2] + 0.05], true).commit();
  ({ place } = studio.getState().document!.history.present);
  // 0.7 and 84.3° are 124.4°.
  expect(place.turn).toBeCloseTo((120 * Math.PI) / 180, 9);
  fromPlace(place, ring().centre).forEach((value, axis) => expect(value).toBeCloseTo(stands[axis]!, 6));
});

test('A drag that is given up leaves it where it stood', () => {
  const before = steps();
  drag('move', [1.5, 0, 0.5], [0.2, 0, 1.7]).cancel();
  expect(shownPlace(studio.getState())).toEqual({ at: [1, 0, 0.5], turn: 0.7 });
  expect(steps()).toBe(before);
});

test('The pointer finds ring and mark', () => {
  const stand = ring();
  const at = (point: Vec3): Target | null => pick(lens(), { ...NOTHING, stand }, project(lens(), point)!);
  expect(at(stand.points[30]!)).toEqual({ kind: 'stand', part: 'move' });
  expect(at(stand.mark)).toEqual({ kind: 'stand', part: 'rotate' });
  expect(at(stand.centre)).toBeNull();
});
