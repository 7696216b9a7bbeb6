import { poseOf } from '../state/open-studio.ts';
import { describe, expect, test } from 'vitest';
import { add, distance, scale, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { deletePose, renamePose, savePose } from '../../../core/document/edits/library.ts';
import { setPin, setPose } from '../../../core/document/edits/posing.ts';
import { DEGREES } from '../../../core/math/angles.ts';

import type { SolverSettings } from '../../../core/humanoid/pulling/request/pull-goals.ts';
import { createPuller, handlePosition } from '../../../core/humanoid/pulling/puller.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { commitEdit, commitPose, undo } from '../../../renderer/state/editing.ts';
import { handlesOf, type HandleName } from '../../../core/humanoid/body/handles.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { keepsDirection } from '../../../renderer/state/posing/kept-direction.ts';
import { PIN, togglePins } from '../../../renderer/state/posing/pins.ts';
import { changeSetting } from '../../../renderer/state/window/settings.ts';
import { toggleBodyStops, toggleFloorSnap, toggleFloorStops } from '../../../renderer/state/session.ts';
import { shownPose } from '../../../renderer/state/studio.ts';
import { heightOnFloor } from '../../../core/humanoid/body/resting-height.ts';
import { createHandlePlacer } from '../../../renderer/tools/geometry/handle-places.ts';
import { metresPerPixel, project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { beginPull } from '../../../renderer/tools/pull-handle.ts';
import { randomPose } from '../../helpers/ik-chains.ts';
import { openedStudio } from './mannequin-studio.ts';

/** From the front, a metre to the side is a metre in the picture. */
const lens = lensOf({ target: [0, 1, 0], yaw: 0, pitch: 0, distance: 6 }, 1280, 800);

/** A handle that is grabbed some pixels beside its middle. */
function grabbed(name: HandleName = 'leftHand', beside = { x: 0, y: 0 }) {
  const studio = openedStudio();
  const { rig } = studio.document();
  const place = (pose: Pose): Vec3 =>
    createHandlePlacer(rig)(forwardKinematics(rig.skeleton, pose)).find(({ handle }) => handle.name === name)!.at;
  const middle = project(lens, place(poseOf(studio)))!;
  const start = { x: middle.x + beside.x, y: middle.y + beside.y };
  const gesture = beginPull(studio, name, { ...start, precise: false }, lens)!;
  const moveBy = (dx: number, dy: number, precise = false) => gesture.move({ x: start.x + dx, y: start.y + dy, precise }, lens);
  return { studio, rig, place, start, gesture, moveBy };
}

describe('pulling a hand', () => {
  test('brings it to the pointer within a millimetre, in the plane that faces the camera, inside every limit', () => {
    const { studio, rig, place, gesture, moveBy } = grabbed();
    const before = place(poseOf(studio));
    moveBy(-70, 60);
    const after = place(shownPose(studio.getState())!);
    const pixel = metresPerPixel(lens, before);
    const wanted = add(before, add(scale(lens.right, -70 * pixel), scale(lens.up, -60 * pixel)));
    expect(distance(gesture.shown().wanted!, wanted)).toBeLessThan(1e-9);
    expect(distance(after, wanted)).toBeLessThan(1e-3);
    expect(isInsideLimits(rig.skeleton, shownPose(studio.getState())!)).toBe(true);
    expect(studio.getState().transient.feedback).toMatchObject({ handle: 'leftHand', outcome: { status: 'reached' } });
  });

  test('does not make it jump under a pointer that grabbed it beside its middle', () => {
    const { studio, place, gesture, moveBy } = grabbed('leftHand', { x: 6, y: -5 });
    const before = place(poseOf(studio));
    moveBy(0, 0);
    expect(distance(gesture.shown().wanted!, before)).toBeLessThan(1e-9);
    expect(distance(place(shownPose(studio.getState())!), before)).toBeLessThan(1e-3);
    moveBy(-40, 0);
    const aside = add(before, scale(lens.right, -40 * metresPerPixel(lens, before)));
    expect(distance(gesture.shown().wanted!, aside)).toBeLessThan(1e-9);
  });

  test('sets a turned foot on the floor, where it snaps, with no toe below it', () => {
    const { studio, rig, place, gesture, moveBy } = grabbed('leftFoot');
    moveBy(40, -60);
    gesture.commit();
    const toes = (): Vec3 =>
      worldPosition(forwardKinematics(rig.skeleton, shownPose(studio.getState())!), rig.humanoid.leftToes!);
    const atRest = worldPosition(forwardKinematics(rig.skeleton, restPose(rig.skeleton)), rig.humanoid.leftToes!)[1];
    const lifted = project(lens, place(shownPose(studio.getState())!))!;
    toggleFloorSnap(studio);
    const back = beginPull(studio, 'leftFoot', { ...lifted, precise: false }, lens)!;
    back.move({ x: lifted.x + 5, y: lifted.y + 56, precise: false }, lens);
    expect(back.shown().wanted![1]).toBe(heightOnFloor(rig, 'leftFoot'));
    expect(toes()[1]).toBeGreaterThan(atRest - 4e-3);
    expect(toes()[1]).toBeLessThan(atRest + 0.03);
  });

  test('leaves the pinned feet where they are', () => {
    const { studio, rig, moveBy } = grabbed();
    const feet = () => {
      const world = forwardKinematics(rig.skeleton, shownPose(studio.getState())!);
      return [rig.humanoid.leftFoot!, rig.humanoid.rightFoot!].map((joint) => worldPosition(world, joint));
    };
    const before = feet();
    moveBy(-90, 120);
    feet().forEach((foot, i) => expect(distance(foot, before[i]!)).toBeLessThan(1e-3));
  });

  test.each([
    ['leftHand', 'a free hand follows its forearm, and keeps its direction after D, and while Alt is held', -20, false],
    [
      'leftFoot',
      'a foot keeps its direction as far as limits allow, and lets it go after D, but not while Alt is held',
      -12,
      true,
    ],
  ] as const)('%s: %s', (handle, _, dy, keeps) => {
    const { studio, rig, gesture, start } = grabbed(handle);
    const direction = () => worldRotation(forwardKinematics(rig.skeleton, shownPose(studio.getState())!), rig.humanoid[handle]!);
    const before = direction();
    const at = { x: start.x, y: start.y + dy, precise: false };
    const d = { key: 'd', code: 'KeyD', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    for (const isKept of [keeps, !keeps, keeps]) {
      for (const isAltHeld of [false, true]) {
        gesture.move({ ...at, keepsDirection: isAltHeld }, lens);
        const turned = angleBetween(direction(), before);
        if (isKept || isAltHeld) expect(turned).toBeLessThan(3 * DEGREES);
        else expect(turned).toBeGreaterThan(5 * DEGREES);
      }
      expect(gesture.press!(d)).toBe(true);
    }
    gesture.commit();
    expect(studio.document().history.present.pins).toEqual(studio.document().history.past[0]!.project.pins);
  });

  test('a hand that touches the body or is pinned by its direction keeps it', () => {
    const studio = openedStudio();
    const { rig, history } = studio.document();
    const rest = poseOf(studio);
    const onBelly = createPuller(rig)
      .begin(rest, 'leftHand')
      .to([0.05, 1.05, 0], { bodyStops: true, eye: [0, 1, 6] }).pose;
    const inAir = createPuller(rig).begin(rest, 'leftHand').to([0.4, 1.2, 0.3]).pose;
    const onFloor = createPuller(rig)
      .begin(rest, 'leftHand')
      .to([0.4, heightOnFloor(rig, 'leftHand'), 0.4]).pose;
    const keeps = (pose: Pose, present = history.present) =>
      keepsDirection({ rig, history: { ...history, present } }, pose, 'leftHand');
    expect([rest, inAir, onBelly, onFloor].map((pose) => keeps(pose))).toEqual([false, false, true, true]);
    for (const rotation of [true, false]) {
      const pinned = setPin(history.present, 'leftHand', { translation: true, rotation, weight: 1 });
      expect([keeps(inAir, pinned), keeps(onBelly, pinned)]).toEqual([rotation, rotation]);
    }
  });

  test('lets the direction go where the pin of the hand says so', () => {
    const studio = openedStudio();
    commitEdit(studio, 'Let go', (before) => setPin(before, 'leftHand', { translation: true, rotation: false, weight: 1 }));
    const { rig } = studio.document();
    const turnAfter = () => {
      const place = createHandlePlacer(rig)(forwardKinematics(rig.skeleton, poseOf(studio))).find(
        ({ handle }) => handle.name === 'leftHand',
      )!;
      const at = project(lens, place.at)!;
      const gesture = beginPull(studio, 'leftHand', { ...at, precise: false }, lens)!;
      const rotation = () =>
        worldRotation(forwardKinematics(rig.skeleton, shownPose(studio.getState())!), rig.humanoid.leftHand!);
      const before = rotation();
      gesture.move({ x: at.x, y: at.y - 20, precise: false }, lens);
      return angleBetween(rotation(), before);
    };
    expect(turnAfter()).toBeGreaterThan(5 * DEGREES);
  });

  test('does not go on after the document has changed under it', () => {
    const { studio, place, moveBy } = grabbed('hips');
    const down = 0.01 / metresPerPixel(lens, place(shownPose(studio.getState())!));
    for (let i = 1; i <= 53; i++) moveBy(0, i * down);
    expect(studio.getState().transient.preview?.cause).toBe('pull');
    commitEdit(studio, 'Rename', (document) => ({ ...document, name: 'other' }));
    for (let frame = 0; frame < 3; frame++) studio.clock.advance(1 / 60);
    expect(studio.getState().transient.preview).toBeNull();
  });

  test('is one labelled step of the history, however many moves it took', () => {
    const { studio, gesture, moveBy } = grabbed();
    for (let i = 1; i <= 8; i++) moveBy(-8 * i, 5 * i);
    const shown = shownPose(studio.getState())!;
    gesture.commit();
    const { history } = studio.document();
    expect(history.past.map(({ label }) => label)).toEqual(['Pull left hand']);
    expect(poseOf(studio)).toEqual(shown);
    expect(studio.getState().transient.preview).toBeNull();
  });

  test('that is cancelled leaves document, preview and feedback as they were', () => {
    const { studio, gesture, moveBy } = grabbed();
    const before = studio.getState();
    moveBy(-70, 60);
    expect(studio.getState()).not.toEqual(before);
    gesture.cancel();
    expect(studio.getState().document).toBe(before.document);
    expect(studio.getState().transient).toEqual(before.transient);
  });

  test('that never moved makes no step of the history', () => {
    const { studio, gesture } = grabbed();
    gesture.commit();
    expect(studio.document().history.past).toEqual([]);
  });

  test('moves a quarter as far while Shift is held, and does not jump when Shift comes or goes', () => {
    const { gesture, moveBy } = grabbed();
    moveBy(-40, 0);
    const first = gesture.shown().wanted!;
    moveBy(-40, 0, true);
    expect(distance(gesture.shown().wanted!, first)).toBeLessThan(1e-9);
    moveBy(-80, 0, true);
    const slow = distance(gesture.shown().wanted!, first);
    moveBy(-80, 0);
    const switched = gesture.shown().wanted!;
    moveBy(-120, 0);
    const fast = distance(gesture.shown().wanted!, switched);
    expect(slow / fast).toBeCloseTo(0.25, 6);
  });

  test('comes back to nearly the same pose when the pointer comes back', () => {
    const { studio, place, moveBy } = grabbed();
    const start = place(shownPose(studio.getState())!);
    for (let i = 1; i <= 10; i++) moveBy(-7 * i, 6 * i);
    for (let i = 9; i >= 0; i--) moveBy(-7 * i, 6 * i);
    expect(distance(place(shownPose(studio.getState())!), start)).toBeLessThan(2e-3);
  });
});

describe('pulling an elbow', () => {
  test('turns it towards the pointer while the hand stays', () => {
    const { studio, rig, moveBy, place } = grabbed('leftElbow');
    const hand = () => worldPosition(forwardKinematics(rig.skeleton, shownPose(studio.getState())!), rig.humanoid.leftHand!);
    const before = hand();
    expect(subtract(place(poseOf(studio)), before)).not.toEqual([0, 0, 0]);
    moveBy(0, 60);
    expect(distance(hand(), before)).toBeLessThan(2e-3);
  });
});

describe('pulling a foot to where the present pose does not lead', () => {
  test('starts from a saved pose that leads there, and names it, for as long as it is in the library', () => {
    const studio = openedStudio();
    const { rig, history } = studio.document();
    const settings: SolverSettings = {
      ...history.present.solver,
      order: 'forward',
      rootStiffness: 1,
      maxIterations: 4,
      restarts: 4,
    };
    const handle = handlesOf(rig).find(({ name }) => name === 'leftFoot')!;
    const foot = (of: Pose) => handlePosition(handle, forwardKinematics(rig.skeleton, of));
    const [present, wanted] = pairThatNeedsAStart();
    commitEdit(studio, 'Prepare', (document) => ({ ...setPose(document, present, 0), pins: {}, solver: settings }));
    // A camera that sees the way to the target across, so that its plane holds both.
    const [from, to] = [foot(present), foot(wanted)];
    const across = lensOf({ target: from, yaw: Math.atan2(from[2] - to[2], to[0] - from[0]), pitch: 0, distance: 8 }, 1280, 800);
    const originOfPull = () => {
      const start = foot(poseOf(studio));
      const gesture = beginPull(studio, 'leftFoot', { ...project(across, start)!, precise: false }, across)!;
      gesture.move({ ...project(across, to)!, precise: false }, across);
      const { outcome, origin } = studio.getState().transient.feedback!;
      gesture.cancel();
      expect(outcome.status).toBe('reached');
      return origin;
    };
    expect(originOfPull()).toEqual({ kind: 'random' });

    commitEdit(studio, 'Save', (document) =>
      savePose(document, capturePose(rig.skeleton, wanted, { id: 'lunge', name: 'Lunge' })),
    );
    expect(poseOf(studio)).toBe(present);
    expect(originOfPull()).toEqual({ kind: 'seed', name: 'Lunge' });
    commitEdit(studio, 'Rename', (document) => renamePose(document, 'lunge', 'Split'));
    expect(originOfPull()).toEqual({ kind: 'seed', name: 'Split' });
    commitEdit(studio, 'Delete', (document) => deletePose(document, 'lunge'));
    expect(originOfPull()).toEqual({ kind: 'random' });
    undo(studio);
    expect(originOfPull()).toEqual({ kind: 'seed', name: 'Split' });
    commitPose(studio, 'Lunge', wanted);
    expect(originOfPull()).toBeNull();

    /** Two poses inside the limits, the first of which leads to where the second has the foot only by another start. */
    function pairThatNeedsAStart(): [Pose, Pose] {
      const random = seededRandom(18);
      for (let i = 0; i < 3000; i++) {
        const [first, second] = [randomPose(rig.skeleton, random), randomPose(rig.skeleton, random)];
        setRotation(second, rig.skeleton.root, rotationOf(first, rig.skeleton.root));
        if (!isInsideLimits(rig.skeleton, first) || !isInsideLimits(rig.skeleton, second)) continue;
        const reaches = (restarts: number, ...seeds: Pose[]) =>
          createPuller(rig)
            .begin(first, 'leftFoot', {}, { ...settings, restarts }, () => seeds)
            .to(foot(second)).status === 'reached';
        if (!reaches(0) && reaches(0, second) && reaches(settings.restarts)) return [first, second];
      }
      throw new Error('the present pose led everywhere');
    }
  });
});

test('a handle the character does not have cannot be pulled', () => {
  const studio = openedStudio();
  studio.setState({ document: null });
  expect(beginPull(studio, 'leftHand', { x: 0, y: 0, precise: false }, lens)).toBeNull();
});

describe('a hand that comes to lie', () => {
  /** Brings the left hand to pixels beside where it is at rest, and lets it go. */
  const lay = (studio: ReturnType<typeof openedStudio>, dx: number, dy: number): void => {
    const { rig } = studio.document();
    const place = (pose: Pose): { x: number; y: number } =>
      project(lens, worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid.leftHand!))!;
    const rest = place(restPose(rig.skeleton));
    const gesture = beginPull(studio, 'leftHand', { ...place(poseOf(studio)), precise: false }, lens)!;
    gesture.move({ x: rest.x + dx, y: rest.y + dy, precise: false }, lens);
    gesture.commit();
  };
  const asked = (studio: ReturnType<typeof openedStudio>): string[] =>
    studio.getState().session.notices.flatMap(({ text, commands }) => (commands.includes(PIN) ? [text] : []));
  const where = { onFloor: [-60, 420], onChest: [-170, 50], inAir: [-60, 60] } as const;

  test('on the floor that stops it offers to be pinned there, once; the offer goes with the pin', () => {
    const studio = openedStudio();
    toggleFloorStops(studio);
    lay(studio, ...where.inAir);
    expect(asked(studio)).toEqual([]);
    lay(studio, ...where.onFloor);
    expect(asked(studio)).toEqual(['The left hand lies on the floor.']);
    togglePins(studio, ['leftHand']);
    expect(asked(studio)).toEqual([]);
    togglePins(studio, ['leftHand']);
    lay(studio, ...where.inAir);
    lay(studio, ...where.onFloor);
    expect(asked(studio)).toEqual([]);
  });

  test('on the body that stops it names what it would go along with, and asks nothing where nothing stops it', () => {
    const studio = openedStudio();
    lay(studio, ...where.onChest);
    expect(asked(studio)).toEqual([]);
    lay(studio, ...where.inAir);
    toggleBodyStops(studio);
    lay(studio, ...where.onChest);
    expect(asked(studio)).toEqual([expect.stringMatching(/^The left hand lies on the .+\.$/)]);
  });

  test('is not asked about where the settings say so', () => {
    const studio = openedStudio();
    changeSetting(studio, 'offersContacts', false);
    toggleFloorStops(studio);
    lay(studio, ...where.onFloor);
    expect(asked(studio)).toEqual([]);
  });
});
