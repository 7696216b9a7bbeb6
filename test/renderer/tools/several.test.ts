import { describe, expect, test } from 'vitest';
import { angleBetween } from '../../../core/math/quat.ts';
import { distance, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { mirrorPose } from '../../../core/humanoid/transfer/mirror-pose.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { rotationOf } from '../../../core/skeleton/pose.ts';
import { isolateSelected, showEverything } from '../../../renderer/state/window/hidden.ts';
import { commitHand } from '../../../renderer/state/posing/hands.ts';
import { toggleLiveMirror } from '../../../renderer/state/posing/live-mirror.ts';
import { setJointAngle } from '../../../renderer/state/posing/joints.ts';
import {
  activate,
  allSelected,
  handleSelection,
  select,
  selectAll,
  selectedHandles,
  selectedJoints,
  setTool,
  toggleSelected,
} from '../../../renderer/state/selection.ts';
import { changeSetting } from '../../../renderer/state/window/settings.ts';
import { shownPose } from '../../../renderer/state/studio.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { nearestOnRing, ringsOf, turnOnScreen } from '../../../renderer/tools/geometry/rings.ts';
import { moveHandle, placeOfHandle } from '../../../renderer/tools/nudge.ts';
import { beginDrag, click, type Press } from '../../../renderer/tools/press.ts';
import { steerable } from './steerable.ts';
import { openedStudio } from './mannequin-studio.ts';

const lens = lensOf({ target: [0, 1, 0], yaw: 0, pitch: 0, distance: 6 }, 1280, 800);
const CAMERA = steerable(() => ({ target: [0, 1, 0], yaw: 0, pitch: 0, distance: 6 }));
const LEFT: Press = { button: 'left', alt: false, at: { x: 0, y: 0, precise: false }, target: null };

function open() {
  const studio = openedStudio();
  const { rig } = studio.document();
  const at = (handle: HandleName): Vec3 => placeOfHandle(studio.getState(), handle)!;
  const seen = (handle: HandleName) => project(lens, at(handle))!;
  const chosen = () => selectedHandles(studio.getState());
  const thing = (handle: HandleName) => handleSelection(rig, handle);
  const clickOn = (handle: HandleName, change: Partial<Press> = {}) =>
    click(studio, { ...LEFT, target: { kind: 'handle', handle }, ...change });
  return { studio, rig, at, seen, chosen, thing, clickOn };
}

describe('what is selected', () => {
  test('by clicks with Ctrl or Shift is several handles, the last of them first, and less by another such click', () => {
    const { chosen, clickOn, studio } = open();
    clickOn('leftHand');
    clickOn('rightHand', { ctrl: true });
    clickOn('head', { at: { x: 0, y: 0, precise: true } });
    expect(chosen()).toEqual(['head', 'rightHand', 'leftHand']);
    clickOn('head', { ctrl: true });
    expect(chosen()).toEqual(['rightHand', 'leftHand']);
    click(studio, { ...LEFT, ctrl: true });
    expect(chosen()).toEqual(['rightHand', 'leftHand']);
    clickOn('leftHand');
    expect(chosen()).toEqual(['leftHand']);
  });

  test('stays when the right button asks for the menu of one of it', () => {
    const { chosen, clickOn } = open();
    clickOn('leftHand');
    clickOn('rightHand', { ctrl: true });
    clickOn('leftHand', { button: 'right' });
    expect(chosen()).toEqual(['leftHand', 'rightHand']);
    clickOn('hips', { button: 'right' });
    expect(chosen()).toEqual(['hips']);
  });

  test('counts a joint and its handle as one thing', () => {
    const { studio, rig, thing } = open();
    select(studio, thing('leftHand'));
    toggleSelected(studio, { joint: rig.humanoid.leftHand!, handle: null });
    expect(allSelected(studio.getState())).toEqual([]);
    selectAll(studio, [thing('leftHand'), thing('head')]);
    activate(studio, { joint: rig.humanoid.head!, handle: null });
    expect(selectedJoints(studio.getState())).toEqual([rig.humanoid.head, rig.humanoid.leftHand]);
  });
});

describe('a box', () => {
  /** A drag over empty ground that holds both feet and no more. */
  const overFeet = ({ studio, seen }: ReturnType<typeof open>, change: Partial<Press> = {}) => {
    const [left, right] = [seen('leftFoot'), seen('rightFoot')];
    const at = { x: Math.min(left.x, right.x) - 30, y: Math.min(left.y, right.y) - 15, precise: false };
    const gesture = beginDrag(studio, CAMERA, lens, { ...LEFT, ...change, at });
    gesture.move({ x: Math.max(left.x, right.x) + 30, y: Math.max(left.y, right.y) + 15, precise: false }, lens);
    return gesture;
  };

  test('that is drawn with Ctrl selects the handles in it beside what is selected', () => {
    const opened = open();
    opened.clickOn('head');
    const gesture = overFeet(opened, { ctrl: true });
    expect(gesture.shown().box).toHaveLength(2);
    gesture.commit();
    expect(opened.chosen().toSorted()).toEqual(['head', 'leftFoot', 'rightFoot']);
    overFeet(opened, { ctrl: true }).cancel();
    expect(opened.chosen().toSorted()).toEqual(['head', 'leftFoot', 'rightFoot']);
  });

  test('is drawn by every drag on empty ground in the key maps of Blender and Maya, and takes the place of what was selected', () => {
    const opened = open();
    changeSetting(opened.studio, 'keyMap', 'blender');
    opened.clickOn('head');
    const gesture = overFeet(opened);
    expect(opened.chosen().toSorted()).toEqual(['leftFoot', 'rightFoot']);
    gesture.cancel();
    expect(opened.chosen()).toEqual(['head']);
  });

  test('takes bones where joints are rotated by rings', () => {
    const opened = open();
    setTool(opened.studio, 'rotate');
    overFeet(opened, { ctrl: true }).commit();
    const { humanoid } = opened.rig;
    expect(selectedJoints(opened.studio.getState())).toEqual(expect.arrayContaining([humanoid.leftFoot, humanoid.rightFoot]));
  });

  test('takes nothing that is hidden', () => {
    const opened = open();
    opened.clickOn('leftFoot');
    isolateSelected(opened.studio);
    select(opened.studio, { joint: null, handle: null });
    overFeet(opened, { ctrl: true }).commit();
    expect(opened.chosen()).toEqual(['leftFoot']);
    showEverything(opened.studio);
    overFeet(opened, { ctrl: true }).commit();
    expect(opened.chosen().toSorted()).toEqual(['leftFoot', 'rightFoot']);
  });
});

test('both hands go the same way when one of them is pulled, in one step, and the feet stay', () => {
  const { studio, rig, at, seen, thing } = open();
  selectAll(studio, [thing('rightHand'), thing('leftHand')]);
  const before = (['leftHand', 'rightHand', 'leftFoot'] as const).map(at);
  const from = { ...seen('leftHand'), precise: false };
  const gesture = beginDrag(studio, CAMERA, lens, { ...LEFT, at: from, target: { kind: 'handle', handle: 'leftHand' } });
  gesture.move({ ...from, y: from.y + 60 }, lens);
  gesture.commit();
  const [left, right, foot] = (['leftHand', 'rightHand', 'leftFoot'] as const).map((handle, i) =>
    subtract(at(handle), before[i]!),
  );
  expect(left![1]).toBeLessThan(-0.2);
  expect(distance(left!, right!)).toBeLessThan(3e-3);
  expect(Math.hypot(...foot!)).toBeLessThan(1e-3);
  expect(isInsideLimits(rig.skeleton, shownPose(studio.getState())!)).toBe(true);
  expect(studio.document().history.past).toHaveLength(1);
});

test('a ring turns all selected joints about their own rings of that name: both arms do the same in a mirror', () => {
  const { studio, rig } = open();
  const [left, right] = [rig.humanoid.leftLowerArm!, rig.humanoid.rightLowerArm!];
  selectAll(studio, [
    { joint: left, handle: null },
    { joint: right, handle: null },
  ]);
  setTool(studio, 'rotate');
  const world = forwardKinematics(rig.skeleton, shownPose(studio.getState())!);
  const ring = ringsOf(rig.skeleton, world, left, lens)[0]!;
  const grip = nearestOnRing(ring, lens, { x: 0, y: 0 })!.at;
  const start = project(lens, grip)!;
  const { x, y } = turnOnScreen(ring, lens, grip);
  const gesture = beginDrag(studio, CAMERA, lens, {
    ...LEFT,
    at: { ...start, precise: false },
    target: { kind: 'ring', ring: ring.name },
  });
  for (const pixels of [30, -30]) {
    gesture.move({ x: start.x + x * pixels, y: start.y + y * pixels, precise: false }, lens);
    const pose = shownPose(studio.getState())!;
    const turned = angleBetween(rotationOf(pose, right), [0, 0, 0, 1]);
    expect(angleBetween(rotationOf(mirrorPose(rig, pose), left), rotationOf(pose, left))).toBeLessThan(1e-3);
    if (turned > 0.1) return;
  }
  throw new Error('the elbow does not bend either way');
});

test('a typed angle is that of all selected joints of the kind', () => {
  const { studio, rig } = open();
  const fingers = (['leftIndexProximal', 'leftMiddleProximal', 'leftRingProximal'] as const).map((bone) => rig.humanoid[bone]!);
  selectAll(
    studio,
    fingers.map((joint) => ({ joint, handle: null })),
  );
  setJointAngle(studio, fingers[0]!, 0, 0.5);
  const pose = shownPose(studio.getState())!;
  const angles = fingers.map((joint) => angleBetween(rotationOf(pose, joint), [0, 0, 0, 1]));
  expect(angles[0]).toBeGreaterThan(0.2);
  for (const angle of angles) expect(angle).toBeCloseTo(angles[0]!, 2);
  expect(studio.document().history.past.map(({ label }) => label)).toEqual(['Rotate 3 joints']);
});

describe('with the live mirror', () => {
  const mirrored = ({ studio, rig }: ReturnType<typeof open>): number => {
    const pose = shownPose(studio.getState())!;
    const other = mirrorPose(rig, pose);
    const bones = (['UpperArm', 'LowerArm', 'Hand', 'IndexProximal'] as const).map((part) => rig.humanoid[`left${part}`]!);
    return Math.max(...bones.map((joint) => angleBetween(rotationOf(other, joint), rotationOf(pose, joint))));
  };
  const pull = (opened: ReturnType<typeof open>, handle: HandleName, dx: number, dy: number): void => {
    const from = { ...opened.seen(handle), precise: false };
    const gesture = beginDrag(opened.studio, CAMERA, lens, { ...LEFT, at: from, target: { kind: 'handle', handle } });
    gesture.move({ ...from, x: from.x + dx, y: from.y + dy }, lens);
    gesture.commit();
  };

  test('the other arm does what a pulled hand makes its own do, and the other elbow what a pulled elbow does', () => {
    const opened = open();
    toggleLiveMirror(opened.studio);
    pull(opened, 'leftHand', -60, 90);
    expect(mirrored(opened)).toBeLessThan(1e-6);
    const [left, right] = [opened.at('leftHand'), opened.at('rightHand')];
    expect(left[0] + right[0]).toBeCloseTo(0, 6);
    expect(left[1]).toBeLessThan(1.2);
    pull(opened, 'rightElbow', -40, -30);
    expect(mirrored(opened)).toBeLessThan(1e-6);
  });

  test('what a hand out of reach takes along leaves both hands at the same height', () => {
    const opened = open();
    toggleLiveMirror(opened.studio);
    pull(opened, 'leftHand', 0, 60);
    const [left, right] = [opened.at('leftHand'), opened.at('rightHand')];
    expect(left[1] - right[1]).toBeCloseTo(0, 2);
    expect(left[0] + right[0]).toBeCloseTo(0, 2);
  });

  test('a nudge by keys moves both hands', () => {
    const opened = open();
    toggleLiveMirror(opened.studio);
    pull(opened, 'leftHand', -60, 90);
    const before = opened.at('rightHand');
    moveHandle(opened.studio, 'leftHand', [0.02, 0.03, 0.04]);
    expect(subtract(opened.at('rightHand'), before).map((value) => Math.round(1000 * value))).toEqual([-20, 30, 40]);
  });

  test('typed angles and fingers are those of both sides', () => {
    const opened = open();
    toggleLiveMirror(opened.studio);
    select(opened.studio, { joint: opened.rig.humanoid.leftLowerArm!, handle: null });
    setJointAngle(opened.studio, opened.rig.humanoid.leftLowerArm!, 0, 1);
    commitHand(opened.studio, shownPose(opened.studio.getState())!, 'left', { curls: { Index: 1 } });
    expect(mirrored(opened)).toBeLessThan(1e-6);
    expect(
      angleBetween(rotationOf(shownPose(opened.studio.getState())!, opened.rig.humanoid.rightIndexProximal!), [0, 0, 0, 1]),
    ).toBeGreaterThan(0.5);
  });
});
