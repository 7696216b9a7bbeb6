import { describe, expect, it } from 'vitest';
import { handlesOf, pinned, type HandleName, type Pins } from '../../../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../../../core/humanoid/body/rig.ts';
import { createPuller, type PullOptions } from '../../../../../core/humanoid/pulling/puller.ts';
import { buildRig } from '../../../../../core/humanoid/rigging/build-rig.ts';
import { seededRandom } from '../../../../../core/math/random.ts';
import { contactsOf, deepestIn, overlapsIn, touchedBone } from '../../../../../core/humanoid/touching/overlaps.ts';
import { placeShape } from '../../../../../core/humanoid/body/body-shape.ts';
import { createJointTurner } from '../../../../../core/humanoid/pulling/turn-joint.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../../core/humanoid/pulling/request/pull-goals.ts';
import { angleBetween, conjugate, fromAxisAngle, multiply, rotate } from '../../../../../core/math/quat.ts';
import { add, distance, lerp, subtract, type Vec3 } from '../../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../../../core/skeleton/pose.ts';
import { FEET, figureOf, pinMoved } from '../../../../benchmarks/posing/figure.ts';
import { rigFiles } from '../../../../benchmarks/posing/rig-files.ts';
import { TRIES_ALL } from '../../../../helpers/extent.ts';
import { sampleRigs } from '../../../../helpers/rigs.ts';
import { randomPose } from '../../../../helpers/random-pose.ts';
import { sharedData } from '../../../../helpers/shared-data.ts';
import { palmOf } from '../../../../helpers/palm.ts';
import { MANNEQUIN } from '../../../../helpers/mannequin.ts';
import { readCharacterScene } from '../../../../../core/formats/gltf/gltf-scene.ts';
import { readGltf } from '../../../../../core/formats/gltf/gltf-asset.ts';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const mannequin = buildRig(readCharacterScene(readGltf(readFileSync(MANNEQUIN))));
const size = (rig: Rig): number => rig.report.height / 1.75;
const at = (rig: Rig, pose: Pose, name: HandleName): Vec3 => {
  const { joint, offset } = handlesOf(rig).find((each) => each.name === name)!;
  return pointOf(forwardKinematics(rig.skeleton, pose), joint, offset);
};

/** Points along the axes of capsules: nearest distances by trying, which knows nothing of how segments meet. */
const SHARES = Array.from({ length: 9 }, (_, i) => i / 8);
type Part = 'arm' | 'leg' | 'body';
const partOf = (bone: string): Part =>
  /Leg|Foot|Toes/.test(bone) ? 'leg' : /Arm|Hand|Thumb|Index|Middle|Ring|Little/.test(bone) ? 'arm' : 'body';

/** How deep forearm and hand of one side are in the trunk, the head and the legs, beyond what they are at rest; metres of a figure 1.75 m tall. */
function depthOfArm(rig: Rig, pose: Pose, side: 'left' | 'right'): number {
  const depths = (of: Pose): number[] => {
    const world = forwardKinematics(rig.skeleton, of);
    const points = rig.shape.map(({ joint, start, end }) =>
      SHARES.map((share) => pointOf(world, joint, lerp(start, end, share))),
    );
    return rig.shape.flatMap((own, i) =>
      !own.bone.startsWith(side) || partOf(own.bone) !== 'arm' || own.bone.endsWith('UpperArm')
        ? []
        : rig.shape.flatMap((other, k) =>
            partOf(other.bone) === 'arm'
              ? []
              : [own.radius + other.radius - Math.min(...points[i]!.flatMap((p) => points[k]!.map((q) => distance(p, q))))],
          ),
    );
  };
  const before = depths(restPose(rig.skeleton));
  return Math.max(...depths(pose).map((depth, i) => depth - Math.max(0, before[i]!))) / size(rig);
}

function pull(rig: Rig, name: HandleName, target: Vec3, how: PullOptions, pins: Pins = FEET) {
  return createPuller(rig).begin(restPose(rig.skeleton), name, pins).to(target, how);
}

describe('the body', () => {
  it('stops a hand that is pulled into the belly, and the trunk does not lean away', () => {
    const belly = add(at(mannequin, restPose(mannequin.skeleton), 'hips'), [0.02, 0.15, 0]);
    const [free, stopped] = [false, true].map((bodyStops) => pull(mannequin, 'leftHand', belly, { bodyStops }));
    expect(depthOfArm(mannequin, free!.pose, 'left')).toBeGreaterThan(0.03);
    expect(depthOfArm(mannequin, stopped!.pose, 'left')).toBeLessThan(5e-3);
    expect(stopped!.status).toBe('reached');
    expect(isInsideLimits(mannequin.skeleton, stopped!.pose)).toBe(true);
  });

  it('is what a hand slides on that is pulled over its picture', () => {
    const hips = at(mannequin, restPose(mannequin.skeleton), 'hips');
    const eye: Vec3 = [0, 1.2, 4];
    for (const aside of [-0.05, 0, 0.05]) {
      const outcome = pull(mannequin, 'leftHand', [aside, hips[1] + 0.2, 0], { bodyStops: true, eye });
      const hand = at(mannequin, outcome.pose, 'leftHand');
      // In front of the belly, under the pointer: on the line from the eye.
      expect(hand[2]).toBeGreaterThan(0.08);
      const share = (eye[2] - hand[2]) / eye[2];
      expect(hand[0]).toBeCloseTo(share * aside, 2);
      const depth = depthOfArm(mannequin, outcome.pose, 'left');
      expect(depth).toBeLessThan(5e-3);
      expect(depth).toBeGreaterThan(-4e-3);
    }
  });

  it('lets a hand come as near as the body allows where it is now, not where it was grabbed', () => {
    const target: Vec3 = [-0.108, 1.226, -0.284];
    const { pose } = pull(mannequin, 'leftHand', target, { bodyStops: true });
    expect(distance(at(mannequin, pose, 'leftHand'), target)).toBeLessThan(0.06);
    expect(depthOfArm(mannequin, pose, 'left')).toBeLessThan(5e-3);
  });

  it('is as deep in itself as the deepest of its overlaps, in 100 random poses (seed 17)', () => {
    const random = seededRandom(17);
    const contacts = contactsOf(mannequin);
    let deep = 0;
    for (let round = 0; round < 100; round++) {
      const pose = randomPose(mannequin.skeleton, random);
      const placed = placeShape(mannequin.shape, forwardKinematics(mannequin.skeleton, pose));
      const deepest = deepestIn(contacts, placed, contacts.restDepths, 2e-3);
      expect(deepest).toBeCloseTo(overlapsIn(contacts, placed, contacts.restDepths, 2e-3)[0]?.depth ?? 0, 12);
      if (deepest > 0) deep++;
    }
    expect(deep).toBeGreaterThan(20);
    expect(deep).toBeLessThan(100);
  });

  it('lets a hand through that is pulled behind it from behind', () => {
    const back = add(at(mannequin, restPose(mannequin.skeleton), 'hips'), [0.15, 0.05, -0.25]);
    const outcome = pull(mannequin, 'leftHand', back, { bodyStops: true, eye: [0, 1.2, -4] });
    expect(at(mannequin, outcome.pose, 'leftHand')[2]).toBeLessThan(-0.2);
  });

  it('swivels an arm out of the chest, and does not swivel it back for the direction of the hand', () => {
    const hips = at(mannequin, restPose(mannequin.skeleton), 'hips');
    const sitting = pull(mannequin, 'hips', add(hips, [0, -0.45, -0.43]), {}).pose;
    const puller = createPuller(mannequin).begin(sitting, 'leftHand', FEET);
    const target: Vec3 = [0.2, 0.5, at(mannequin, sitting, 'leftHand')[2]];
    const { pose, status } = puller.to(target, { bodyStops: true });
    expect(status).toBe('reached');
    expect(distance(at(mannequin, pose, 'leftHand'), target)).toBeLessThan(1e-3);
    expect(depthOfArm(mannequin, pose, 'left')).toBeLessThan(2e-3);
  });

  it('changes nothing of pulls in which nothing overlaps', () => {
    for (const [name, by] of [
      ['leftHand', [-0.1, -0.2, 0.4]],
      ['rightFoot', [-0.1, 0.2, 0.2]],
      ['head', [0.03, -0.04, 0.05]],
    ] as const) {
      const target = add(at(mannequin, restPose(mannequin.skeleton), name), by);
      expect(pull(mannequin, name, target, { bodyStops: true }).pose).toEqual(pull(mannequin, name, target, {}).pose);
    }
  });

  it('pushes a free arm aside for the hips, and keeps pinned feet', () => {
    const down = add(at(mannequin, restPose(mannequin.skeleton), 'hips'), [0, -0.35, -0.1]);
    const outcome = pull(mannequin, 'hips', down, { bodyStops: true });
    for (const foot of ['leftFoot', 'rightFoot'] as const)
      expect(pinMoved(figureOf(mannequin), outcome.pose, foot)).toBeLessThan(2e-3);
    expect(depthOfArm(mannequin, outcome.pose, 'left')).toBeLessThan(5e-3);
  });
});

describe('a hand that is pulled to the floor from an upright squat', () => {
  const puller = createPuller(mannequin);
  const how: PullOptions = { floorStops: true, bodyStops: true };

  it.each([
    [0.45, -0.1],
    [0.45, -0.2],
    [0.48, 0],
  ])('comes no less near than to a place on its way, hips at %d m and %d m', (height, back) => {
    const squat = puller.begin(restPose(mannequin.skeleton), 'hips', FEET, {}).to([0, height, back], how).pose;
    const beside: Vec3 = [0.3, 0.5, at(mannequin, squat, 'leftHand')[2]];
    const hanging = puller.begin(squat, 'leftHand', FEET, {}).to(beside, { ...how, keepsDirection: false }).pose;
    const from = at(mannequin, hanging, 'leftHand');
    const target: Vec3 = [from[0], mannequin.report.floor, 0.35];
    const missedOf = (place: Vec3): number => {
      const { pose } = puller.begin(hanging, 'leftHand', FEET, {}).to(place, how);
      return distance(at(mannequin, pose, 'leftHand'), target);
    };
    const missed = missedOf(target);
    for (const share of [0.7, 0.8]) expect(missed).toBeLessThan(missedOf(lerp(from, target, share)) + 0.01);
  });
});

describe('both hands to places that mirror each other', () => {
  const rest = restPose(mannequin.skeleton);
  const across = (place: Vec3): Vec3 => [-place[0], place[1], place[2]];
  const both = (from: Pose, target: Vec3, how: PullOptions = {}) =>
    createPuller(mannequin)
      .begin(from, 'leftHand', FEET)
      .to(target, { bodyStops: true, along: { rightHand: across(target) }, ...how }).pose;
  const unevenness = (pose: Pose): number =>
    Math.max(
      ...(['Hand', 'Elbow', 'Knee', 'Foot'] as const).map((part) =>
        distance(at(mannequin, pose, `left${part}`), across(at(mannequin, pose, `right${part}`))),
      ),
    );

  it('come together palm to palm where the places are beyond each other', () => {
    const pose = both(rest, [-0.1, 1.86, 0]);
    expect(unevenness(pose)).toBeLessThan(1e-6);
    expect(palmOf(mannequin, pose, 'left')[0]).toBeLessThan(-0.95);
    expect(palmOf(mannequin, pose, 'right')[0]).toBeGreaterThan(0.95);
    const apart = distance(at(mannequin, pose, 'leftHand'), at(mannequin, pose, 'rightHand'));
    expect(apart).toBeGreaterThan(0.03);
    expect(apart).toBeLessThan(0.08);
    expect(isInsideLimits(mannequin.skeleton, pose)).toBe(true);
  });

  it.each([1.8, 1.83, 1.86, 1.9])('come together alike overhead where forearms would cross, at %d m', (height) => {
    for (const aside of [-0.1, -0.05]) {
      const pose = both(rest, [aside, height, 0]);
      expect(unevenness(pose)).toBeLessThan(1e-6);
      for (const side of ['left', 'right'] as const) expect(depthOfArm(mannequin, pose, side)).toBeLessThan(5e-3);
    }
  });

  it('come to lie alike on both thighs, though they are seen from one side, and where the trunk has to lean for them', () => {
    const hips = at(mannequin, rest, 'hips');
    const sitting = pull(mannequin, 'hips', add(hips, [0, -0.45, -0.43]), {}).pose;
    const knee = at(mannequin, sitting, 'leftKnee');
    // Thighs are level: what lies on them looks down.
    for (const [by, eye, down] of [
      [[0.02, -0.01, -0.1], [0, 4, 0.01], 0.6],
      [[0.02, -0.01, -0.1], [2, 2, 3], -1],
      [[0.01, -0.25, -0.02], [-1, 1, 4], -1],
    ] as [Vec3, Vec3, number][]) {
      const pose = both(sitting, add(knee, by), { eye: add(knee, eye) });
      expect(unevenness(pose)).toBeLessThan(1e-4);
      expect(palmOf(mannequin, pose, 'left')[1]).toBeLessThan(-down);
      for (const foot of ['leftFoot', 'rightFoot'] as const) expect(pinMoved(figureOf(mannequin), pose, foot)).toBeLessThan(1e-3);
      for (const side of ['left', 'right'] as const) expect(depthOfArm(mannequin, pose, side)).toBeLessThan(5e-3);
      expect(isInsideLimits(mannequin.skeleton, pose)).toBe(true);
    }
  });
});

describe('a hand that is pinned on a thigh', () => {
  const knee = at(mannequin, restPose(mannequin.skeleton), 'leftKnee');
  const grabbed = pull(mannequin, 'hips', add(at(mannequin, restPose(mannequin.skeleton), 'hips'), [0, -0.3, -0.15]), {}).pose;
  const bent = at(mannequin, grabbed, 'leftKnee');
  const puller = createPuller(mannequin);
  const laid = puller
    .begin(grabbed, 'leftHand', FEET)
    .to(add(bent, [0.02, 0.02, 0]), { bodyStops: true, eye: add(bent, [0, 1, 3]) }).pose;

  /** The wrist in the frame of the thigh. */
  const onThigh = (pose: Pose): Vec3 => {
    const world = forwardKinematics(mannequin.skeleton, pose);
    const joint = mannequin.humanoid.leftUpperLeg!;
    return rotate(conjugate(worldRotation(world, joint)), subtract(at(mannequin, pose, 'leftHand'), worldPosition(world, joint)));
  };

  it('lies there before', () => {
    expect(knee[1]).toBeGreaterThan(bent[1] - 0.2);
    expect(touchedBone(mannequin, laid, 'leftHand')).toMatch(/left(Upper|Lower)Leg/);
    expect(touchedBone(mannequin, restPose(mannequin.skeleton), 'leftHand')).toBeNull();
  });

  it('stays through crouching, and is left behind without that pin', () => {
    const on = { leftHand: { translation: true, rotation: true, weight: 1, on: 'leftUpperLeg' } } as const;
    const [carried, free] = [{ ...FEET, ...on }, FEET].map((pins) => {
      const hips = puller.begin(laid, 'hips', pins);
      return hips.to(add(at(mannequin, laid, 'hips'), [0.03, -0.12, -0.05])).pose;
    });
    expect(distance(onThigh(carried!), onThigh(laid))).toBeLessThan(1e-3);
    expect(distance(onThigh(free!), onThigh(laid))).toBeGreaterThan(0.05);
    expect(isInsideLimits(mannequin.skeleton, carried!)).toBe(true);
  });

  it('stays while the hips are turned by a ring', () => {
    const pins = { ...FEET, leftHand: { translation: true, rotation: true, weight: 1, on: 'leftUpperLeg' } } as const;
    const { hips } = mannequin.humanoid;
    for (const held of [pins, { leftHand: pins.leftHand }]) {
      const turner = createJointTurner(mannequin, laid, hips!, held, DEFAULT_SOLVER_SETTINGS);
      const turned = turner.to(multiply(rotationOf(laid, hips!), fromAxisAngle([0, 1, 0], 0.15)));
      expect(angleBetween(rotationOf(turned, hips!), rotationOf(laid, hips!))).toBeGreaterThan(0.1);
      expect(distance(onThigh(turned), onThigh(laid))).toBeLessThan(1e-3);
    }
  });

  it('must be pinned on a bone', () => {
    const on = 'leftTail' as 'leftFoot';
    const pins = { leftHand: { translation: true, rotation: true, weight: 1, on } };
    expect(() => puller.begin(laid, 'hips', pins)).toThrow(
      /must have translation, rotation, weight above 0, perhaps on \(a bone\)/,
    );
  });
});

const rigs = TRIES_ALL ? rigFiles([]).flatMap((file) => ('rig' in file ? [file] : [])) : sampleRigs();

describe.each(rigs)('on $name', ({ rig }) => {
  it('no hand goes into trunk, head or legs, wherever it is pulled', () => {
    const random = seededRandom(11);
    const about = (): number => 2 * random() - 1;
    for (let i = 0; i < 4; i++) {
      const target: Vec3 = [
        about() * 0.3 * size(rig),
        rig.report.floor + (0.6 + random()) * size(rig),
        about() * 0.2 * size(rig),
      ];
      const outcome = pull(rig, 'leftHand', target, { bodyStops: true }, pinned('leftFoot', 'rightFoot'));
      expect(isInsideLimits(rig.skeleton, outcome.pose)).toBe(true);
      if (isSlender(rig)) expect(depthOfArm(rig, outcome.pose, 'left')).toBeLessThan(5e-3);
    }
  });
});

const knight = rigs.find(({ name }) => name.startsWith('kaykit'))?.rig;

it.runIf(knight)('lets hips down that short legs are in however they fold', () => {
  const rig = knight!;
  const target = add(at(rig, restPose(rig.skeleton), 'hips'), [0.02 * size(rig), -0.08 * size(rig), 0]);
  const outcome = pull(rig, 'hips', target, { bodyStops: true });
  expect(outcome.status).toBe('reached');
  expect(distance(at(rig, outcome.pose, 'hips'), target)).toBeLessThan(1e-3);
});

/** Figures of human build: of squat ones forearms are in the trunk wherever they go. */
function isSlender(rig: Rig): boolean {
  return Math.max(...rig.shape.map(({ radius }) => radius)) < 0.09 * rig.report.height;
}

/** A jacket that is thick about the shoulders, and a belly that upper arms are in once they hang. */
const BULKY = ['vrm/godette-vrm0.vrm', 'rigs/kaykit-knight.glb'].flatMap((file) => {
  const path = sharedData(file);
  return path === null ? [] : [{ name: basename(path), path }];
});

it.each(BULKY)('stops no hand of $name that is lowered by what its upper arm cannot be told from', ({ path }) => {
  const rig = buildRig(readCharacterScene(readGltf(readFileSync(path))));
  const from = restPose(rig.skeleton);
  const hand = at(rig, from, 'leftHand');
  for (const share of [0.08, 0.12, 0.16]) {
    const target = add(hand, [0, -share * rig.report.height, 0]);
    const { pose } = pull(rig, 'leftHand', target, { bodyStops: true, keepsDirection: false });
    expect(distance(at(rig, pose, 'leftHand'), target)).toBeLessThan(0.02 * size(rig));
  }
});
