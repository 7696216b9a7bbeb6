import { describe, expect, test } from 'vitest';
import { touchingSpans } from '../../../core/animation/holding/contact-spans.ts';
import { activeClip } from '../../../core/document/edits/clips.ts';
import { placeShape } from '../../../core/humanoid/body/body-shape.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { fromPlace, intoPlace } from '../../../core/math/place.ts';
import { distance, lerp, vec3At, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { toggleLiveMirror } from '../../../renderer/state/posing/live-mirror.ts';
import { workOnNext } from '../../../renderer/state/scene/actor-marks.ts';
import { actorsBeside } from '../../../renderer/state/scene/beside.ts';
import { duplicateActor, standAt } from '../../../renderer/state/scene/edit-actors.ts';
import { standFaceToFace } from '../../../renderer/state/scene/face-to-face.ts';
import { contactsNow } from '../../../renderer/state/scene/hold-on.ts';
import { shownPose } from '../../../renderer/state/studio.ts';
import { setGivesWay } from '../../../renderer/state/timeline/touching.ts';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { placeOfHandle } from '../../../renderer/tools/nudge.ts';
import { beginPull } from '../../../renderer/tools/pull-handle.ts';
import { noticesOf } from '../state/open-studio.ts';
import { openedStudio } from './mannequin-studio.ts';

const KEEPS = { key: 'o', code: 'KeyO', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
/** Metres that bodies which stop each other may be in each other. */
const DEEP = 5e-3;
const [FROM_FRONT, FROM_LEFT] = [0, Math.PI / 2];

function open() {
  const studio = openedStudio();
  const place = () => studio.document().history.present.place;
  const rig = () => studio.document().rig;
  /** Drags a handle to where a place of the scene is seen, `yaw` radians about the vertical; `keeps` presses O meanwhile. */
  const drag = (handle: HandleName, to: Vec3, yaw: number, keeps = false): void => {
    const target = intoPlace(place(), [0, 1, 0.4]);
    const lens = lensOf({ target, yaw: yaw - place().turn, pitch: 0, distance: 6, orthographic: true }, 1280, 800);
    const at = project(lens, placeOfHandle(studio.getState(), handle)!)!;
    const gesture = beginPull(studio, handle, { ...at, precise: false }, lens)!;
    gesture.move({ ...project(lens, intoPlace(place(), to))!, precise: false }, lens);
    if (keeps) gesture.press!(KEEPS);
    gesture.commit();
  };
  /** Where a bone of the one that is worked on is in the scene. */
  const where = (bone: HumanoidBone): Vec3 => {
    const world = forwardKinematics(rig().skeleton, shownPose(studio.getState())!);
    return fromPlace(place(), worldPosition(world, rig().humanoid[bone]!));
  };
  /** Metres between the nearest flesh of the one that is worked on and of others, over pairs of points along it; negative in each other. */
  const apart = (): number => {
    const own = placeShape(rig().shape, forwardKinematics(rig().skeleton, shownPose(studio.getState())!));
    const along = (ends: Float64Array, part: number): Vec3[] =>
      Array.from({ length: 13 }, (_, i) => lerp(vec3At(ends, 2 * part), vec3At(ends, 2 * part + 1), i / 12));
    let least = Infinity;
    for (const other of actorsBeside(studio.getState())) {
      const theirs = placeShape(other.rig.shape, other.world);
      other.rig.shape.forEach((part, k) => {
        const points = along(theirs, k).map((point) => fromPlace(other.place, point));
        rig().shape.forEach((mine, i) => {
          for (const a of along(own, i))
            for (const b of points) least = Math.min(least, distance(a, b) - mine.radius - part.radius);
        });
      });
    }
    return least;
  };
  const spans = () => touchingSpans(activeClip(studio.document().history.present));
  return { studio, place, drag, where, apart, spans };
}

describe('O while a hand is pulled', () => {
  test('brings it onto the hand of another character that is seen there, though it is farther away, and keeps it from the poses of both', () => {
    const { studio, drag, where, apart, spans } = open();
    drag('leftHand', [0.3, 0.93, 0], FROM_FRONT);
    drag('rightHand', [-0.15, 1.1, 0], FROM_FRONT);
    drag('rightHand', [0, 1.1, 0.3], FROM_LEFT);
    const palm = lerp(where('rightHand'), where('rightMiddleDistal'), 0.85);
    duplicateActor(studio);
    standFaceToFace(studio);
    // 30 cm lie between the two hands as seen from the left, and neither pose has a key.
    drag('rightHand', palm, FROM_LEFT, true);
    expect(noticesOf(studio).at(-1)).toBe('It stays on the right hand of mannequin, in 61 frames.');
    expect(spans()).toMatchObject([{ part: 'rightHand', on: { by: { actor: 'actor-1', joint: 'rightHand' } } }]);
    expect(apart()).toBeGreaterThan(-DEEP);
    expect(apart()).toBeLessThan(2e-3);
    const before = where('rightHand');
    setGivesWay(studio, 'both');
    expect(distance(where('rightHand'), before)).toBeLessThan(1e-3);
    expect(Math.max(...contactsNow(studio.getState()).map((each) => each.distance))).toBeLessThan(1e-3);
  });

  test('keeps both hands where the other side goes along in a mirror', () => {
    const { studio, place, drag, where, apart, spans } = open();
    toggleLiveMirror(studio);
    drag('leftHand', [0.42, 1.02, 0], FROM_FRONT);
    const hand = lerp(where('leftHand'), where('leftMiddleDistal'), 0.8);
    for (const x of [1.04, 2.08]) {
      duplicateActor(studio);
      standAt(studio, { at: [x, 0, 0], turn: place().turn });
    }
    workOnNext(studio, -1);
    drag('rightHand', hand, FROM_FRONT, true);
    const kept = Object.fromEntries(spans().map(({ part, on: { by } }) => [part, 'actor' in by ? by.actor : null]));
    expect(kept).toEqual({ leftHand: 'actor-3', rightHand: 'actor-1' });
    expect(apart()).toBeGreaterThan(-DEEP);
  });

  test('keeps nothing where nothing is', () => {
    const { studio, drag, spans } = open();
    duplicateActor(studio);
    drag('leftHand', [2.4, 1.2, 0], FROM_FRONT, true);
    expect(spans()).toEqual([]);
    expect(noticesOf(studio).at(-1)).toBe('Nothing is kept: it lies on no prop and on no other character.');
  });
});

test('Who stands face to face with the nearest other one looks at it, from where hands reach', () => {
  const { studio, place } = open();
  duplicateActor(studio);
  standAt(studio, { at: [1.3, 0, -0.8], turn: 0.7 });
  duplicateActor(studio);
  standAt(studio, { at: [3, 0, 1], turn: 2 });
  standFaceToFace(studio);
  // The mannequin looks along +Z: in front of who is turned by 0.7 there, and turned back.
  const { at, turn } = place();
  const away = Math.hypot(at[0] - 1.3, at[2] + 0.8);
  expect(away).toBeGreaterThan(0.6);
  expect(away).toBeLessThan(0.9);
  expect(Math.atan2(at[0] - 1.3, at[2] + 0.8)).toBeCloseTo(0.7, 6);
  expect(Math.cos(turn - 0.7)).toBeCloseTo(-1, 6);
});
