import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { posesAt } from '../../../../core/animation/joint-paths.ts';
import { HUMANOID_BONES, type HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { TRACKED_PARTS, type TrackedPart, type TrackedPlaces } from '../../../../core/humanoid/tracking/tracked-places.ts';
import { createTracker } from '../../../../core/humanoid/tracking/tracker.ts';
import { conjugate, fromAxisAngle, multiply, rotate, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { add, distance, scale, subtract, UNIT_Y, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { limitExcess } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';
import { sharedClips } from '../../../helpers/shared-clips.ts';
import { placesOf } from './places-of.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const { skeleton, humanoid } = rig;
const FRAME = 1 / 90;
const THREE: readonly TrackedPart[] = ['head', 'leftHand', 'rightHand'];

function placeIn(pose: Pose, bone: HumanoidBone): Vec3 {
  return worldPosition(forwardKinematics(skeleton, pose), humanoid[bone]!);
}

/** The rest pose with arms that hang a little bent, and these rotations of the world's axes. */
function standing(...turns: readonly (readonly [HumanoidBone, Vec3, number])[]): Pose {
  const pose = restPose(skeleton);
  const own: typeof turns = [
    ['leftUpperArm', [0, 0, 1], -1.1],
    ['rightUpperArm', [0, 0, 1], 1.1],
    ['leftLowerArm', [0, 1, 0], -0.5],
    ['rightLowerArm', [0, 1, 0], 0.5],
    ...turns,
  ];
  for (const [bone, axis, angle] of own)
    setRotation(pose, humanoid[bone]!, multiply(fromAxisAngle(axis, angle), rotationOf(pose, humanoid[bone]!)));
  return pose;
}

/** The pose moved over the floor and turned about the vertical through its hips. */
function carried(pose: Pose, [x, y, z]: Vec3, turn = 0): Pose {
  const moved = pose.slice();
  for (const [i, by] of [x, y, z].entries()) moved[i]! += by;
  setRotation(moved, humanoid.hips!, multiply(fromAxisAngle(UNIT_Y, turn), rotationOf(pose, humanoid.hips!)));
  return moved;
}

describe('captured motion', () => {
  const walks = [...sharedClips((file) => basename(file) === 'cmu-12_01-walk.bvh')].filter(({ onto }) => onto === 'mannequin');

  test.skipIf(walks.length === 0)('has head and hands exactly, elbows and knees within 30 mm on average, limits kept', () => {
    const { rig: own, clip } = walks[0]!;
    const tracker = createTracker(own);
    const times = Array.from({ length: 200 }, (_, i) => i * FRAME);
    const off: Record<string, number[]> = {};
    for (const truth of posesAt(own.skeleton, clip, times)) {
      const pose = tracker.update(placesOf(own, truth), FRAME);
      const [found, wanted] = [pose, truth].map((each) => forwardKinematics(own.skeleton, each)) as [never, never];
      for (const bone of ['head', 'leftHand', 'rightHand', 'LowerArm', 'LowerLeg']) {
        for (const each of HUMANOID_BONES.filter((name) => name.endsWith(bone))) {
          const joint = own.humanoid[each]!;
          (off[bone] ??= []).push(1000 * distance(worldPosition(found, joint), worldPosition(wanted, joint)));
        }
      }
      for (let j = 0; j < own.skeleton.count; j++) expect(limitExcess(own.skeleton, pose, j)).toBeLessThan(1e-6);
    }
    const mean = (list: readonly number[]): number => list.reduce((sum, each) => sum + each) / list.length;
    expect(Math.max(...off['head']!)).toBeLessThan(1);
    expect(Math.max(...off['leftHand']!, ...off['rightHand']!)).toBeLessThan(10);
    expect(mean([...off['LowerArm']!, ...off['LowerLeg']!])).toBeLessThan(30);
  });
});

test('every rig follows head, hands, hips and feet of a pose that it can take', () => {
  for (const { name, rig: own } of sampleRigs()) {
    const tracker = createTracker(own);
    const pose = restPose(own.skeleton);
    const world = forwardKinematics(own.skeleton, tracker.update(placesOf(own, pose), 0));
    const rest = forwardKinematics(own.skeleton, pose);
    for (const part of TRACKED_PARTS) {
      const joint = own.humanoid[part]!;
      expect(distance(worldPosition(world, joint), worldPosition(rest, joint)), `${name} ${part}`).toBeLessThan(1.1e-3);
    }
  }
});

test('places that differ little give poses that differ little', () => {
  const [a, b] = [createTracker(rig), createTracker(rig)];
  for (let i = 0; i <= 100; i++) {
    const pose = standing(
      ['rightUpperArm', [0, 0, 1], -0.02 * i],
      ['rightLowerArm', [0, 1, 0], 0.01 * i],
      ['head', [0, 1, 0], 0.008 * i],
    );
    const next = carried(pose, [1e-4, 0, 0]);
    const [one, other] = [a.update(placesOf(rig, pose), FRAME), b.update(placesOf(rig, next), FRAME)];
    for (const bone of ['leftLowerArm', 'rightLowerArm', 'leftUpperArm', 'rightUpperArm'] as const)
      expect(distance(placeIn(one, bone), placeIn(other, bone)), `${bone} ${i}`).toBeLessThan(2e-3);
  }
});

describe('feet', () => {
  test('that are tracked stay to the bit while they stand, whatever their trackers tremble, and go on when these leave', () => {
    const dice = seededRandom(1);
    const tracker = createTracker(rig);
    const pose = standing();
    const tremble = (): Vec3 => [0, 1, 2].map(() => 0.006 * (dice() - 0.5)) as unknown as Vec3;
    const places: Vec3[] = [];
    for (let i = 0; i < 120; i++) {
      const given = placesOf(rig, pose);
      const foot = given.leftFoot!;
      const found = tracker.update(
        { ...given, leftFoot: { ...foot, position: add(foot.position, scale(tremble(), i < 60 ? 0.1 : 1)) } },
        FRAME,
      );
      places.push(placeIn(found, 'leftFoot'));
    }
    const [x, , z] = places[100]!;
    expect(places.slice(60).every((place) => Math.hypot(place[0] - x, place[2] - z) < 2e-4)).toBe(true);
    const given = placesOf(rig, pose);
    const away = add(given.leftFoot!.position, [0, 0.1, 0.2]);
    let last = places[100]!;
    for (let i = 0; i < 60; i++)
      last = placeIn(tracker.update({ ...given, leftFoot: { ...given.leftFoot!, position: away } }, FRAME), 'leftFoot');
    expect(distance(last, away)).toBeLessThan(1e-3);
  });

  test('without trackers step in turn after a body that walks, one of them standing still at any time, and stop with it', () => {
    const tracker = createTracker(rig);
    const steps = { leftFoot: 0, rightFoot: 0 };
    const toesAhead = placeIn(standing(), 'leftToes')[2];
    let before: Record<string, Vec3> = {};
    const wasMoving: Record<string, boolean> = {};
    for (let i = 0; i < 500; i++) {
      // It speeds up to 1.2 m/s in a second, and stops after 4 m.
      const time = i * FRAME;
      const walked = Math.min(4, time < 1 ? 0.6 * time * time : 1.2 * time - 0.6);
      const pose = tracker.update(placesOf(rig, carried(standing(), [0, -0.02, walked]), THREE), FRAME).slice();
      // Toes stay where their heel comes up.
      const now = { leftFoot: placeIn(pose, 'leftToes'), rightFoot: placeIn(pose, 'rightToes') };
      let still = 0;
      for (const foot of ['leftFoot', 'rightFoot'] as const) {
        const moved = before[foot] ? distance(now[foot], before[foot]) : 0;
        const isMoving = moved > 1e-3;
        if (!isMoving) still++;
        if (isMoving && !wasMoving[foot]) steps[foot]++;
        wasMoving[foot] = isMoving;
      }
      expect(still, `frame ${i}`).toBeGreaterThan(0);
      expect(Math.abs((now.leftFoot[2] + now.rightFoot[2]) / 2 - walked - toesAhead), `frame ${i}`).toBeLessThan(0.45);
      before = now;
    }
    expect(steps.leftFoot).toBeGreaterThan(3);
    expect(Math.abs(steps.leftFoot - steps.rightFoot)).toBeLessThan(3);
    expect(wasMoving).toEqual({ leftFoot: false, rightFoot: false });
  });

  test('without trackers turn with a body that turns on the spot', () => {
    const tracker = createTracker(rig);
    let pose = restPose(skeleton);
    for (let i = 0; i < 400; i++)
      pose = tracker.update(placesOf(rig, carried(standing(), [0, 0, 0], Math.min(Math.PI, 0.012 * i)), THREE), FRAME);
    const across = subtract(placeIn(pose, 'leftFoot'), placeIn(pose, 'rightFoot'));
    const rest = subtract(placeIn(restPose(skeleton), 'leftFoot'), placeIn(restPose(skeleton), 'rightFoot'));
    expect(across[0] / rest[0]).toBeLessThan(-0.7);
  });
});

describe('hips without a tracker', () => {
  test('go down below a head that goes down, over feet that stay', () => {
    const tracker = createTracker(rig);
    let pose = restPose(skeleton);
    for (let i = 0; i <= 90; i++) pose = tracker.update(placesOf(rig, carried(standing(), [0, -0.004 * i, 0]), THREE), FRAME);
    const rest = standing();
    expect(placeIn(pose, 'hips')[1] - placeIn(rest, 'hips')[1]).toBeCloseTo(-0.36, 1);
    expect(Math.abs(placeIn(pose, 'hips')[2] - placeIn(rest, 'hips')[2])).toBeLessThan(0.08);
    expect(distance(placeIn(pose, 'leftFoot'), placeIn(rest, 'leftFoot'))).toBeLessThan(0.02);
  });

  test('stay over the feet where the head goes down and ahead', () => {
    const tracker = createTracker(rig);
    let pose = restPose(skeleton);
    for (let i = 0; i <= 90; i++)
      pose = tracker.update(placesOf(rig, carried(standing(['spine', [1, 0, 0], 0.012 * i]), [0, 0, -0.001 * i]), THREE), FRAME);
    expect(placeIn(pose, 'head')[2]).toBeGreaterThan(0.3);
    expect(Math.abs(placeIn(pose, 'hips')[2])).toBeLessThan(0.1);
    expect(Math.abs(placeIn(pose, 'leftFoot')[2] - placeIn(restPose(skeleton), 'leftFoot')[2])).toBeLessThan(0.1);
  });
});

test('trackers that are worn anyhow by a smaller person who stands elsewhere show what the joints themselves show', () => {
  const size = 0.8;
  const yaw = fromAxisAngle(UNIT_Y, 0.7);
  const dice = seededRandom(5);
  const turnOf = (): Quat => fromAxisAngle([0.6, 0, 0.8], 3 * dice());
  const worn = Object.fromEntries(TRACKED_PARTS.map((part) => [part, { turn: turnOf(), off: [0, 0.1 * dice(), 0] as Vec3 }]));
  // The head's tracker is worn at the eyes.
  const eyes = 0.93 * rig.report.height - placeIn(restPose(skeleton), 'head')[1];
  worn['head'] = { turn: worn['head']!.turn, off: [0, eyes, 0] };
  const shown = (pose: Pose): TrackedPlaces =>
    Object.fromEntries(
      Object.entries(placesOf(rig, pose)).map(([part, { position, rotation }]) => {
        const { turn, off } = worn[part]!;
        const rest = placesOf(rig, restPose(skeleton))[part as TrackedPart]!;
        const offset = rotate(multiply(rotation, conjugate(rest.rotation)), off);
        return [
          part,
          { position: rotate(yaw, scale(add(position, offset), size)), rotation: multiply(yaw, multiply(rotation, turn)) },
        ];
      }),
    );
  const [direct, mounted] = [createTracker(rig), createTracker(rig)];
  mounted.calibrate(shown(restPose(skeleton)));
  const poses = Array.from({ length: 40 }, (_, i) => standing(['head', [0, 1, 0], 0.01 * i], ['spine', [1, 0, 0], 0.005 * i]));
  for (const pose of poses) {
    const there = forwardKinematics(skeleton, mounted.update(shown(pose), FRAME));
    const here = forwardKinematics(skeleton, direct.update(placesOf(rig, pose), FRAME));
    for (let j = 0; j < skeleton.count; j++)
      expect(distance(rotate(conjugate(yaw), worldPosition(there, j)), worldPosition(here, j))).toBeLessThan(2e-3);
  }
});

test('a part that is lost stays where it was, and the same places and seconds give the same bytes', () => {
  const [a, b] = [createTracker(rig), createTracker(rig)];
  const first = placesOf(rig, standing());
  a.update(first, 0);
  b.update(first, 0);
  const { leftHand, ...lost } = placesOf(rig, standing(['head', [0, 1, 0], 0.3]));
  expect(distance(placeIn(a.update(lost, FRAME), 'leftHand'), (leftHand && first.leftHand!.position)!)).toBeLessThan(1e-3);
  // Nothing of a frame before is left but what stands.
  b.update(placesOf(rig, standing(['spine', [1, 0, 0], 0.5])), FRAME);
  expect([...b.update(first, FRAME)]).toEqual([...a.update(first, FRAME)]);
  const [c, d] = [createTracker(rig), createTracker(rig)];
  for (const pose of [standing(), carried(standing(), [0.3, 0, 0])])
    expect([...c.update(placesOf(rig, pose, THREE), FRAME)]).toEqual([...d.update(placesOf(rig, pose, THREE), FRAME)]);
});

test('places and seconds that cannot be used are refused in a sentence, and change nothing', () => {
  const tracker = createTracker(rig);
  const places = placesOf(rig, standing());
  const { head, ...headless } = places;
  const bad = (part: object): TrackedPlaces => ({ ...places, leftHand: part as never });
  expect(() => tracker.update(headless, 0)).toThrow('the places must have head, leftHand, rightHand, got no head');
  expect(() => tracker.update({ ...places, tail: head } as never, 0)).toThrow(
    'the places may have head, leftHand, rightHand, hips, leftFoot, rightFoot, got "tail"',
  );
  expect(() => tracker.update(bad({ position: [0, NaN, 0], rotation: [0, 0, 0, 1] }), 0)).toThrow(
    'the places: leftHand: the position must be 3',
  );
  expect(() => tracker.update(bad({ position: [0, 1, 0], rotation: [0, 0, 0, 2] }), 0)).toThrow(
    'the places: leftHand: the rotation must have length 1',
  );
  expect(() => tracker.update(places, -1)).toThrow('the seconds must be a number from 0, got -1');
  expect(() => tracker.update(places, NaN)).toThrow('the seconds must be a number from 0, got NaN');
  expect(() => tracker.calibrate({ ...places, head: { ...head!, position: [0, 0.01, 0] } })).toThrow(
    "the head's tracker must be as high",
  );
  expect([...tracker.update(places, 0)]).toEqual([...createTracker(rig).update(places, 0)]);
});
