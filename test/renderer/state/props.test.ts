import { beforeEach, describe, expect, test } from 'vitest';
import { frameSeenFrom, type Frame } from '../../../core/math/frame.ts';
import { angleBetween, fromAxisAngle, multiply } from '../../../core/math/quat.ts';
import { distance, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { rotationOf, type Pose } from '../../../core/skeleton/pose.ts';
import { carrierOfBone, carrierLabel, offeredCarriers } from '../../../renderer/state/props/carriers.ts';
import {
  addShape,
  carryProp,
  clearProp,
  deleteProp,
  duplicateProp,
  formProp,
  keyProp,
  moveInTime,
  placeProp,
  setPropHidden,
  standOnProp,
} from '../../../renderer/state/props/edit-props.ts';
import { canWalkOver, sitOnThing, standOnThing, walkOverThings } from '../../../renderer/state/props/on-things.ts';
import { keepRetargeted } from '../../../renderer/state/motions/motion.ts';
import { takeByGrips } from '../../../renderer/state/props/grips.ts';
import { putInHand } from '../../../renderer/state/props/grip.ts';
import { carrierNow, selectedProp, selectedShownProp, shownProps } from '../../../renderer/state/props/shown-props.ts';
import { workOnNext } from '../../../renderer/state/scene/actor-marks.ts';
import { deleteActor, duplicateActor } from '../../../renderer/state/scene/edit-actors.ts';
import { selectProp } from '../../../renderer/state/selection.ts';
import { changeProp } from '../../../core/document/edits/props.ts';
import { commitEdit, commitPose, undo } from '../../../renderer/state/editing.ts';
import { duplicateShownClip } from '../../../renderer/state/timeline/clip-edits.ts';
import { shownPose, type Studio } from '../../../renderer/state/studio.ts';
import { showTime } from '../../../renderer/state/timeline/playback.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { addFile, isThing } from '../../../renderer/state/props/add-file.ts';
import { boxAroundProp, shapeOfProp } from '../../../renderer/state/props/prop-shape.ts';
import { glbOf } from '../../core/formats/build-glb.ts';
import { handFrame as frameOfHand, handOver, keyPull as keyPullOf, swingWithBoth } from '../../helpers/carried-things.ts';
import { swordFile } from '../commands/prop-checks.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { openCharacter, openedStudio } from '../tools/mannequin-studio.ts';
import { documentOf, dogCharacter, mannequin, noticesOf, openStudio } from './open-studio.ts';
import { few } from '../../helpers/extent.ts';

let studio: Studio;

beforeEach(async () => {
  ({ studio } = await openStudio());
});

const thing = () => selectedProp(studio.getState())!;
const frame = (): Frame => selectedShownProp(studio.getState())!.frame;
const rightHand = () => carrierOfBone(studio.getState(), 'rightHand');
const handFrame = (hand: 'leftHand' | 'rightHand') => frameOfHand(studio, hand);
const keyPull = (time: number, hand: 'leftHand' | 'rightHand', by: Vec3): void => keyPullOf(studio, time, hand, by);

describe('A thing', () => {
  test.each(['box', 'ball', 'cylinder', 'chair', 'table'] as const)(
    'that is a %s stands beside the character and its picture from the front shows both',
    (kind) => {
      addShape(studio, kind);
      const { min, max } = boxAroundProp(documentOf(studio), thing().form);
      const { rig } = documentOf(studio);
      const [forwardX, , forwardZ] = rig.report.facing;
      const left = ([x, , z]: Vec3) => x * forwardZ - z * forwardX;
      const world = forwardKinematics(rig.skeleton, shownPose(studio.getState())!);
      const joints = Array.from({ length: rig.skeleton.count }, (_, joint) => worldPosition(world, joint));
      const edge = left(frame().position) + min[0];
      for (const joint of joints.filter(([, y]) => y < max[1] - min[1])) expect(edge - left(joint)).toBeGreaterThan(0.3);
      expect(edge).toBeLessThan(1);
      expect(frame().position[1]).toBe(0);
    },
  );

  test('stands where the clip has brought the character, and beside others who are there', () => {
    const { rig } = documentOf(studio);
    const pose = shownPose(studio.getState())!.slice() as Pose;
    pose[2]! += 2;
    commitPose(studio, 'Go', pose);
    const [, , z] = worldPosition(forwardKinematics(rig.skeleton, pose), rig.skeleton.root);
    addShape(studio, 'box');
    expect(frame().position[2]).toBeCloseTo(z, 9);
    undo(studio);
    undo(studio);
    duplicateActor(studio);
    workOnNext(studio, 1);
    const { place } = documentOf(studio).history.present.actors[0]!;
    addShape(studio, 'chair');
    expect(Math.hypot(frame().position[0] - place.at[0], frame().position[2] - place.at[2])).toBeGreaterThan(1.1);
  });

  test('that feet stand on lies ahead on the floor, is selected, and goes and comes with undo', () => {
    addShape(studio, 'stairs');
    const { facing } = documentOf(studio).rig.report;
    const { position } = frame();
    expect(position[1]).toBe(0);
    expect(position[0] * facing[0] + position[2] * facing[2]).toBeGreaterThan(0.3);
    undo(studio);
    expect(documentOf(studio).history.present.props).toEqual([]);
    expect(selectedProp(studio.getState())).toBeNull();
  });

  test('that is added stands beside those that are there', () => {
    for (const kind of ['table', 'chair', 'ball', 'stairs'] as const) addShape(studio, kind);
    const places = shownProps(studio.getState()).map((shown) => shown.frame.position);
    for (const [i, a] of places.entries()) for (const b of places.slice(i + 1)) expect(distance(a, b)).toBeGreaterThan(0.25);
  });

  test('stays in the hand that carries it while the hand is pulled, and where it is let go', () => {
    addShape(studio, 'ball');
    carryProp(studio, thing(), rightHand());
    const inHand = frameSeenFrom(frame(), handFrame('rightHand'));
    keyPull(0, 'rightHand', [0.1, 0.3, 0.1]);
    const now = frameSeenFrom(frame(), handFrame('rightHand'));
    expect(distance(now.position, inHand.position)).toBeLessThan(1e-9);
    keyPull(1, 'rightHand', [0, 0.01, 0]);
    carryProp(studio, thing(), null);
    const left = frame();
    keyPull(1.5, 'rightHand', [0.2, -0.4, 0]);
    expect(distance(frame().position, left.position)).toBeLessThan(1e-9);
    // Before it was let go it still goes with the hand.
    showTime(studio, 0.5);
    expect(carrierNow(studio.getState(), thing())).toEqual(rightHand());
  });

  test('is moved for good where the clip does not move it, and by keys where it does', () => {
    addShape(studio, 'cylinder');
    placeProp(studio, thing(), { position: [1, 2, 3], rotation: [0, 0, 0, 1] });
    expect(thing().motions).toEqual({});
    expect(frame().position).toEqual([1, 2, 3]);
    showTime(studio, 1);
    carryProp(studio, thing(), rightHand());
    showTime(studio, 2);
    placeProp(studio, thing(), { position: [0, 1, 0], rotation: [0, 0, 0, 1] });
    expect(distance(frame().position, [0, 1, 0])).toBeLessThan(1e-9);
    expect(Object.values(thing().motions)[0]!.keys).toHaveLength(1);
    moveInTime(studio, thing(), 2, 1.5);
    expect(Object.values(thing().motions)[0]!.keys[0]!.time).toBe(1.5);
    clearProp(studio, thing(), 1.5);
    clearProp(studio, thing(), 1);
    expect(thing().motions).toEqual({});
  });

  test('that hangs from what is deleted stays where it is', () => {
    addShape(studio, 'table');
    const table = thing();
    addShape(studio, 'ball');
    carryProp(studio, thing(), { prop: table.id });
    placeProp(studio, table, { position: [2, 0, 0], rotation: [0, 0, 0, 1] });
    const before = frame();
    deleteProp(studio, table);
    expect(thing().rest.by).toBeNull();
    expect(distance(frame().position, before.position)).toBeLessThan(1e-9);
    duplicateActor(studio);
    selectProp(studio, documentOf(studio).history.present.props[0]!.id);
    carryProp(studio, thing(), rightHand());
    deleteActor(studio, 'actor-2');
    expect(documentOf(studio).history.present.props[0]!.rest.by).toBeNull();
  });

  test('offers what can carry it, but not what hangs from it', () => {
    addShape(studio, 'table');
    const table = thing();
    addShape(studio, 'ball');
    const ball = thing();
    carryProp(studio, ball, { prop: table.id });
    const labels = offeredCarriers(studio.getState(), table, null).map(({ label }) => label);
    expect(labels.slice(0, 3)).toEqual(['Nothing', 'Right hand', 'Left hand']);
    expect(labels).not.toContain('Ball');
    expect(carrierLabel(studio.getState(), ball.rest.by)).toBe('Nothing');
    expect(carrierLabel(studio.getState(), thing().rest.by)).toBe('Table');
    carryProp(studio, table, { prop: ball.id });
    expect(documentOf(studio).history.present.props[0]!.rest.by).toBeNull();
  });

  test('does in a copy of the clip what it does in the clip', () => {
    addShape(studio, 'ball');
    keyProp(studio, thing());
    duplicateShownClip(studio);
    const { props, activeClip } = documentOf(studio).history.present;
    expect(activeClip).not.toBe('clip-1');
    expect(props[0]!.motions[activeClip]).toEqual(props[0]!.motions['clip-1']);
  });

  test('is duplicated, resized, hidden and stood on', () => {
    addShape(studio, 'box');
    const [first] = [thing()];
    duplicateProp(studio, first);
    expect(thing().name).toBe('Box 2');
    formProp(studio, thing(), { kind: 'box', size: [1, 2, 3] });
    standOnProp(studio, thing(), true);
    expect(thing()).toMatchObject({ form: { size: [1, 2, 3] }, isGround: true });
    setPropHidden(studio, thing().id, true);
    expect(shownProps(studio.getState()).map(({ prop }) => prop.name)).toEqual(['Box']);
  });
});

describe('A body', () => {
  const hips = () => {
    const { rig } = documentOf(studio);
    return worldPosition(forwardKinematics(rig.skeleton, shownPose(studio.getState())!), rig.humanoid.hips!);
  };

  test('sits down on a chair', () => {
    addShape(studio, 'chair');
    sitOnThing(studio);
    const [x, y, z] = hips();
    const { position } = frame();
    // Its joints are a hand's breadth above the seat, which is 45 cm high.
    expect(y).toBeGreaterThan(0.45);
    expect(y).toBeLessThan(0.65);
    expect(Math.hypot(x - position[0], z - position[2])).toBeLessThan(0.3);
    undo(studio);
    expect(hips()[1]).toBeGreaterThan(0.8);
  });

  test('stands on a table where that is nearest, in one step, and says so where there is no place for its feet', () => {
    addShape(studio, 'table');
    const before = hips();
    const { length } = documentOf(studio).history.past;
    standOnThing(studio);
    expect(documentOf(studio).history.past).toHaveLength(length + 1);
    // A table is 75 cm high, and straight legs give a little.
    expect(hips()[1] - before[1]).toBeGreaterThan(0.7);
    expect(hips()[1] - before[1]).toBeLessThan(0.755);
    const { min, max } = boxAroundProp(documentOf(studio), thing().form);
    const own = frameSeenFrom({ position: hips(), rotation: [0, 0, 0, 1] }, frame()).position;
    for (const axis of [0, 2]) {
      expect(own[axis]!).toBeGreaterThan(min[axis]!);
      expect(own[axis]!).toBeLessThan(max[axis]!);
    }
    undo(studio);
    addShape(studio, 'ball');
    formProp(studio, thing(), { kind: 'ball', radius: 0.06 });
    standOnThing(studio);
    expect(noticesOf(studio).at(-1)).toBe('There is no place for both feet on Ball. Nothing was changed.');
    expect(hips()).toEqual(before);
  });

  test('stands as high as what is below its feet, after a clip was walked over the ground', () => {
    addShape(studio, 'box');
    formProp(studio, thing(), { kind: 'box', size: [3, 0.2, 3] });
    placeProp(studio, thing(), { position: [0, 0, 0], rotation: [0, 0, 0, 1] });
    expect(canWalkOver(studio.getState())).toBe(false);
    standOnProp(studio, thing(), true);
    keyPull(0, 'rightHand', [0.05, -0.1, 0.05]);
    keyPull(1, 'rightHand', [0.05, 0.1, 0.05]);
    const before = hips()[1];
    walkOverThings(studio);
    // Straight legs give a little, so that they do not lock.
    expect(hips()[1] - before).toBeGreaterThan(0.17);
    expect(hips()[1] - before).toBeLessThan(0.205);
  });

  test.each([
    [true, 0.17, 0.205],
    [false, -0.001, 0.001],
  ])('that has a motion retargeted onto it stands on what is below its feet, where it is asked to (%s)', (walks, least, most) => {
    keyPull(0, 'rightHand', [0.05, -0.1, 0.05]);
    keyPull(1, 'rightHand', [0.05, 0.1, 0.05]);
    const [before, clip] = [hips()[1], documentOf(studio).history.present.clips[0]!];
    addShape(studio, 'box');
    formProp(studio, thing(), { kind: 'box', size: [3, 0.2, 3] });
    placeProp(studio, thing(), { position: [0, 0, 0], rotation: [0, 0, 0, 1] });
    standOnProp(studio, thing(), true);
    keepRetargeted(studio, clip, walks);
    expect(documentOf(studio).history.present.clips).toHaveLength(2);
    expect(hips()[1] - before).toBeGreaterThan(least);
    expect(hips()[1] - before).toBeLessThan(most);
  });
});

describe('A door', () => {
  const openAt = (seconds: number, degrees: number) => {
    showTime(studio, seconds);
    const { position, rotation } = frame();
    placeProp(studio, thing(), { position, rotation: multiply(fromAxisAngle([0, 1, 0], (degrees * Math.PI) / 180), rotation) });
  };
  const inDoor = (seconds: number): Frame => {
    showTime(studio, seconds);
    return frameSeenFrom(handFrame('rightHand'), frame());
  };

  test('stands before the right hand, which takes its bar, follows it as it opens, and does not carry it', () => {
    addShape(studio, 'door');
    expect(thing().grips).toMatchObject([{ hand: 'right' }]);
    keyProp(studio, thing());
    takeByGrips(studio);
    expect(thing().rest.by).toBeNull();
    expect(carrierNow(studio.getState(), thing())).toBeNull();
    openAt(1.5, -35);
    const held = inDoor(0);
    for (let i = 0; i <= 45; i++) {
      const now = inDoor(i / 30);
      expect(distance(now.position, held.position), `frame ${i}`).toBeLessThan(1e-3);
      expect(toDegrees(angleBetween(now.rotation, held.rotation)), `frame ${i}`).toBeLessThan(0.5);
    }
    // Its hinge stays where it is.
    const [closed, open] = [0, 1.5].map((time) => {
      showTime(studio, time);
      return frame();
    });
    expect(distance(closed!.position, open!.position)).toBeLessThan(1e-9);
    expect(toDegrees(angleBetween(closed!.rotation, open!.rotation))).toBeCloseTo(35, 6);
  });
});

describe('A hand', () => {
  test('has a thing put into it, and its fingers close', () => {
    addShape(studio, 'cylinder');
    const before = shownPose(studio.getState())!;
    putInHand(studio, 'right');
    expect(distance(frame().position, handFrame('rightHand').position)).toBeLessThan(0.2);
    const { rig } = documentOf(studio);
    const after = shownPose(studio.getState())!;
    const finger = rig.humanoid.rightIndexProximal;
    if (finger === undefined) expect(noticesOf(studio).at(-1)).toContain('No finger touches');
    else expect(toDegrees(angleBetween(rotationOf(before, finger), rotationOf(after, finger)))).toBeGreaterThan(5);
    undo(studio);
    expect(thing().rest.by).toBeNull();
  });

  test('stays on a thing that the other hand swings, on frames and between them', () => {
    const most = swingWithBoth(studio);
    expect(noticesOf(studio).at(-1)).toMatch(/^It stays on Cylinder, in 61 frames\.$/);
    expect(most.distance).toBeLessThan(1e-3);
    expect(most.between).toBeLessThan(1e-3);
    expect(most.degrees).toBeLessThan(0.5);
  });

  test.each(few(['vrm/godette-vrm0.vrm', 'vrm/debug-robot-vrm1.vrm', 'rigs/kaykit-knight.glb'], 1))(
    'stays on it between frames where its arm begins or ends stretched: %s',
    (name) => {
      const path = sharedData(name);
      if (!path) return;
      expect(swingWithBoth(openedStudio(openCharacter(path))).between).toBeLessThan(1e-3);
    },
  );

  test('gives a cup to the hand of somebody else, without a leap', () => {
    expect(handOver(studio)).toBeLessThan(1.3);
  });
});

describe('A file', () => {
  const sword = swordFile();

  test('that no bones move is a thing, and a body is none', async () => {
    expect(await isThing(studio, sword)).toBe(true);
    expect(await isThing(studio, mannequin())).toBe(false);
    expect(await isThing(studio, dogCharacter())).toBe(false);
  });

  test('comes into the scene as a thing of its size, stands on the floor and is put into a hand', () => {
    addFile(studio, sword);
    expect(thing()).toMatchObject({ name: 'sword', form: { kind: 'file', fileName: 'sword.glb', hash: sword.hash, scale: 1 } });
    expect(selectedShownProp(studio.getState())!.file).toBe(sword);
    expect(boxAroundProp(documentOf(studio), thing().form).max[1]).toBeCloseTo(0.92, 5);
    expect(frame().position[1]).toBeCloseTo(0, 9);
    addFile(studio, sword);
    expect(documentOf(studio).others).toHaveLength(1);
    putInHand(studio, 'right');
    // It has its origin at the grip, which lies in the palm.
    expect(distance(frame().position, handFrame('rightHand').position)).toBeLessThan(0.2);
  });

  test('is not made so large that nothing could be touched of it, and one that is stands for a box', () => {
    addFile(studio, sword);
    const { form } = thing();
    formProp(studio, thing(), { ...form, scale: 1000 } as typeof form);
    expect(thing().form).toBe(form);
    expect(noticesOf(studio).at(-1)).toContain('must be numbers from -100 to 100 m');
    commitEdit(studio, 'From elsewhere', (project) =>
      changeProp(project, thing().id, { form: { ...form, scale: 1000 } as typeof form }),
    );
    expect(boxAroundProp(documentOf(studio), thing().form).max).toEqual([0.25, 0.5, 0.25]);
  });

  test('is read once for each scale that its things have', () => {
    addFile(studio, sword);
    const { form } = thing();
    addFile(studio, sword);
    formProp(studio, thing(), { ...form, scale: 2 } as typeof form);
    const shapes = () => documentOf(studio).history.present.props.map((prop) => shapeOfProp(documentOf(studio), prop.form));
    const [small, large] = shapes();
    expect(shapes()[0]).toBe(small);
    expect(shapes()[1]).toBe(large);
  });

  test('that draws nothing is refused, and nothing is added', () => {
    const empty = { ...sword, hash: 'dd'.repeat(32), bytes: glbOf({ asset: { version: '2.0' }, nodes: [{}] }) };
    expect(() => addFile(studio, { ...empty, scene: readCharacterScene(readGltf(empty.bytes)) })).toThrow('no triangles');
    expect(documentOf(studio).history.present.props).toEqual([]);
  });
});
