import { beforeEach, describe, expect, test } from 'vitest';
import { toDegrees } from '../../../core/math/angles.ts';
import { composeFrames, frameSeenFrom, type Frame } from '../../../core/math/frame.ts';
import { angleBetween, fromAxes, rotate } from '../../../core/math/quat.ts';
import { add, cross, distance, lerp, normalize, scale, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { keepGrip, mirrorGrips, forgetGrips, canTake, offerGrip, takeByGrips } from '../../../renderer/state/props/grips.ts';
import { addShape, carryProp, formProp, placeProp } from '../../../renderer/state/props/edit-props.ts';
import { carrierOfBone } from '../../../renderer/state/props/carriers.ts';
import { gripThing, HANDS, putInHand } from '../../../renderer/state/props/grip.ts';
import { carrierNow, selectedProp, selectedShownProp } from '../../../renderer/state/props/shown-props.ts';
import { activeClip, setKeyAt } from '../../../core/document/edits/clips.ts';
import { contactsNow } from '../../../renderer/state/scene/hold-on.ts';
import { selectProp } from '../../../renderer/state/selection.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { createSurface, placeSurface } from '../../../core/contact/surface.ts';
import type { MadeShape } from '../../../core/document/project-data.ts';
import { HAND_PRESETS, handShapeOf, withHandShape } from '../../../core/humanoid/anatomy/hand-shape.ts';
import { leastFingerGap } from '../../../core/humanoid/grip/finger-shape.ts';
import { commitEdit, commitPose } from '../../../renderer/state/editing.ts';
import { commitHand } from '../../../renderer/state/posing/hands.ts';
import { showTime } from '../../../renderer/state/timeline/playback.ts';
import { shownPose } from '../../../renderer/state/studio.ts';
import { handFrame, keyPull } from '../../helpers/carried-things.ts';
import { documentOf, noticesOf, openStudio } from './open-studio.ts';

let studio: Studio;

beforeEach(async () => {
  ({ studio } = await openStudio());
});

const thing = () => selectedProp(studio.getState())!;
const frame = (): Frame => selectedShownProp(studio.getState())!.frame;
const carrier = () => carrierNow(studio.getState(), thing());
const holds = (hand: 'leftHand' | 'rightHand'): Frame => frameSeenFrom(handFrame(studio, hand), frame());
const inHand = (hand: 'leftHand' | 'rightHand'): Frame => frameSeenFrom(frame(), handFrame(studio, hand));

/** To the body's left, up and ahead, metres. */
function way(left: number, up: number, ahead: number): Vec3 {
  const [x, , z] = documentOf(studio).rig.report.facing;
  return [z * left + x * ahead, up, -x * left + z * ahead];
}

/** A staff before the body that both hands hold, and that keeps where; then nothing has it, and the hands are away from it. Where they had it, as it sees them. */
function staff(): Readonly<Record<'leftHand' | 'rightHand', Frame>> {
  keyPull(studio, 0, 'rightHand', way(0.35, -0.25, 0.35));
  keyPull(studio, 0, 'leftHand', way(-0.35, -0.25, 0.35));
  addShape(studio, 'cylinder');
  formProp(studio, thing(), { kind: 'cylinder', radius: 0.02, height: 0.9 });
  const [right, left] = [handFrame(studio, 'rightHand').position, handFrame(studio, 'leftHand').position];
  const along = normalize(subtract(left, right));
  const across = normalize(cross(along, [0, 1, 0]));
  placeProp(studio, thing(), {
    position: add(lerp(left, right, 0.5), scale(along, -0.45)),
    rotation: fromAxes(across, along, cross(across, along)),
  });
  keepGrip(studio);
  expect(thing().grips!.map(({ hand }) => hand)).toEqual(['right', 'left']);
  const held = { leftHand: holds('leftHand'), rightHand: holds('rightHand') };
  keyPull(studio, 0, 'rightHand', way(-0.2, -0.1, -0.1));
  keyPull(studio, 0, 'leftHand', way(0.2, -0.1, -0.1));
  selectProp(studio, 'prop-1');
  return held;
}

describe('A grip', () => {
  test('brings the hand back to where it held the prop, wherever the prop is', () => {
    addShape(studio, 'cylinder');
    putInHand(studio, 'right');
    const before = inHand('rightHand');
    keepGrip(studio);
    carryProp(studio, thing(), null);
    const there = frame().position;
    placeProp(studio, thing(), { ...frame(), position: [there[0] + 0.05, there[1] - 0.15, there[2] + 0.1] });
    expect(distance(inHand('rightHand').position, before.position)).toBeGreaterThan(0.1);
    takeByGrips(studio);
    expect(carrier()).toEqual(carrierOfBone(studio.getState(), 'rightHand'));
    expect(distance(inHand('rightHand').position, before.position)).toBeLessThan(0.002);
    expect(toDegrees(angleBetween(inHand('rightHand').rotation, before.rotation))).toBeLessThan(1);
    expect(documentOf(studio).history.past.at(-1)!.label).toBe('Take Cylinder');
  });

  test('keeps how the fingers were posed, for that hand and the other one, and closes them where they would be in the prop', () => {
    const { rig } = documentOf(studio);
    const gaps = (side: 'left' | 'right') =>
      leastFingerGap(
        rig,
        shownPose(studio.getState())!,
        side,
        placeSurface(createSurface(thing().form as MadeShape), inHand(HANDS[side]).position, inHand(HANDS[side]).rotation),
      );
    const curls = (side: 'left' | 'right') => handShapeOf(rig, shownPose(studio.getState())!, side).curls;
    addShape(studio, 'cylinder');
    formProp(studio, thing(), { kind: 'cylinder', radius: 0.02, height: 0.9 });
    putInHand(studio, 'right');
    // It points along what it holds.
    commitPose(studio, 'Point', withHandShape(rig, shownPose(studio.getState())!, 'right', { curls: { Index: 0.1 } }));
    const pointed = curls('right');
    keepGrip(studio);
    carryProp(studio, thing(), null);
    commitPose(studio, 'Open', withHandShape(rig, shownPose(studio.getState())!, 'right', HAND_PRESETS.open));
    const { position, rotation } = frame();
    placeProp(studio, thing(), { position: [position[0], position[1] - 0.05, position[2]], rotation });
    takeByGrips(studio);
    for (const finger of ['Index', 'Middle', 'Little'] as const) expect(curls('right')[finger]).toBeCloseTo(pointed[finger]!, 6);
    expect(curls('right').Middle! - curls('right').Index!).toBeGreaterThan(0.3);
    // Round what is thicker now they close anew.
    carryProp(studio, thing(), null);
    formProp(studio, thing(), { kind: 'cylinder', radius: 0.03, height: 0.9 });
    selectProp(studio, thing().id);
    takeByGrips(studio);
    expect(gaps('right')).toBeGreaterThan(-0.003);
    mirrorGrips(studio);
    const [right, left] = thing().grips!;
    expect([left!.hand, left!.fingers]).toEqual(['left', right!.fingers]);
  });

  test('of the other hand is its mirror image across the width of the prop, and the mirror image of that is itself', () => {
    addShape(studio, 'cylinder');
    putInHand(studio, 'right');
    keepGrip(studio);
    mirrorGrips(studio);
    const [right, left] = thing().grips!;
    expect(left).toMatchObject({ hand: 'left' });
    expect(left!.position).toEqual([-right!.position[0], right!.position[1], right!.position[2]]);
    const along = ({ rotation }: Frame) => rotate(rotation, [1, 0, 0]);
    const [x, y, z] = along(right!);
    for (const [axis, value] of along(left!).entries()) expect(value).toBeCloseTo([-x, y, z][axis]!, 9);
    mirrorGrips(studio);
    // The same places again are no further grips.
    expect(thing().grips).toHaveLength(2);
    forgetGrips(studio);
    expect(thing().grips).toBeUndefined();
    expect(canTake(studio.getState())).toBe(false);
  });
});

test('A hand grips harder, opens half-way, and keeps the grip while the prop moves with it', () => {
  const { rig } = documentOf(studio);
  addShape(studio, 'cylinder');
  formProp(studio, thing(), { kind: 'cylinder', radius: 0.02, height: 0.9 });
  putInHand(studio, 'right');
  /** Metres between the flesh of the fingers and the prop. */
  const gap = () => {
    const { position, rotation } = inHand('rightHand');
    const surface = placeSurface(createSurface(thing().form as MadeShape), position, rotation);
    return leastFingerGap(rig, shownPose(studio.getState())!, 'right', surface);
  };
  const closed = gap();
  expect(Math.abs(closed)).toBeLessThan(1e-3);
  gripThing(studio, 'harder');
  expect(gap()).toBeLessThan(closed - 5e-4);
  expect(gap()).toBeGreaterThan(-2.5e-3);
  const curl = () => handShapeOf(rig, shownPose(studio.getState())!, 'right').curls.Middle!;
  const curled = curl();
  gripThing(studio, 'open');
  expect(curl()).toBeGreaterThan(0.3 * curled);
  expect(curl()).toBeLessThan(0.7 * curled);
  gripThing(studio);
  expect(gap()).toBeCloseTo(closed, 4);
  keyPull(studio, 0.5, 'rightHand', [0, 0.2, 0.2]);
  expect(gap()).toBeCloseTo(closed, 4);
});

describe('Both hands', () => {
  test('take a staff in one step, one carries it and the other stays on it by a contact while it is swung', () => {
    const held = staff();
    const past = documentOf(studio).history.past.length;
    takeByGrips(studio);
    for (const hand of ['leftHand', 'rightHand'] as const) {
      expect(distance(holds(hand).position, held[hand].position)).toBeLessThan(0.002);
      expect(toDegrees(angleBetween(holds(hand).rotation, held[hand].rotation))).toBeLessThan(1);
    }
    expect(documentOf(studio).history.past.length).toBe(past + 1);
    expect(carrier()).toEqual(carrierOfBone(studio.getState(), 'rightHand'));
    expect(activeClip(documentOf(studio).history.present).contacts).toMatchObject([
      { part: 'leftHand', on: { by: { prop: 'prop-1' } } },
    ]);
    keyPull(studio, 1, 'rightHand', [0, 0.06, 0.04]);
    const [made] = contactsNow(studio.getState());
    expect(made!.distance).toBeLessThan(0.001);
    expect(toDegrees(made!.angle)).toBeLessThan(0.5);
  });

  test('show and keep what is keyed on fingers while they hold it', () => {
    staff();
    takeByGrips(studio);
    keyPull(studio, 1, 'rightHand', [0, 0.06, 0.04]);
    const { rig } = documentOf(studio);
    const curl = (side: 'left' | 'right', time: number) => {
      showTime(studio, time);
      return handShapeOf(rig, shownPose(studio.getState())!, side).curls.Index!;
    };
    for (const time of [0, 0.4, 1]) for (const side of ['left', 'right'] as const) expect(curl(side, time)).toBeGreaterThan(0.8);
    showTime(studio, 0.5);
    for (const side of ['left', 'right'] as const)
      commitHand(studio, shownPose(studio.getState())!, side, { curls: { Index: 0.05 } });
    commitEdit(studio, 'Key', (project) => setKeyAt(project, rig.skeleton, 0.5, shownPose(studio.getState())!));
    for (const side of ['left', 'right'] as const) {
      expect(curl(side, 0.5)).toBeCloseTo(0.05, 6);
      expect(curl(side, 0.25)).toBeGreaterThan(0.2);
      expect(curl(side, 0.25)).toBeLessThan(0.6);
      for (const time of [0, 1]) expect(curl(side, time)).toBeGreaterThan(0.8);
    }
    showTime(studio, 0.5);
    expect(contactsNow(studio.getState())[0]!.distance).toBeLessThan(0.001);
  });

  test('leave a prop out of reach as it is, and say how far it is', () => {
    staff();
    placeProp(studio, thing(), { ...frame(), position: [5, 1, 5] });
    const past = documentOf(studio).history.past.length;
    takeByGrips(studio);
    expect(documentOf(studio).history.past.length).toBe(past);
    expect(noticesOf(studio).at(-1)).toMatch(/^The grips of Cylinder are out of reach: .* are left\. Bring it nearer\.$/);
  });

  test('are offered a grip that they come near, and only that', () => {
    const held = staff();
    expect(offerGrip(studio, 'rightFoot')).toBe(false);
    const { position, rotation } = frame();
    expect(offerGrip(studio, 'rightHand')).toBe(false);
    // Where the hand would have it, but for five centimetres.
    const kept = composeFrames(
      handFrame(studio, 'rightHand'),
      frameSeenFrom({ position, rotation }, composeFrames({ position, rotation }, held.rightHand)),
    );
    placeProp(studio, thing(), { ...kept, position: add(kept.position, [0, 0.05, 0]) });
    expect(offerGrip(studio, 'rightHand')).toBe(true);
    expect(noticesOf(studio).at(-1)).toBe('The right hand is near a grip of Cylinder.');
  });
});
