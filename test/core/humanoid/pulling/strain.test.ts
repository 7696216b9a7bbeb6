import { describe, expect, test } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { handlesOf, type Pins } from '../../../../core/humanoid/body/handles.ts';
import { limbOf } from '../../../../core/humanoid/body/limbs.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { createPuller, handlePosition, type Pull } from '../../../../core/humanoid/pulling/posing.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../core/humanoid/pulling/pull-goals.ts';
import { limbStrain } from '../../../../core/humanoid/pulling/strain.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle } from '../../../../core/math/quat.ts';
import { add, distance, normalize, scale, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const mannequin = buildRig(readGlbScene(MANNEQUIN));
const arm = limbOf(mannequin, 'leftHand')!;

function flexed(degrees: number): Pose {
  const pose = restPose(mannequin.skeleton);
  const limit = mannequin.skeleton.limits[arm.bend]!;
  if (limit.kind !== 'hinge') throw new Error('the mannequin has a hinge for an elbow');
  setRotation(pose, arm.bend, fromAxisAngle(limit.axis, limit.max - (150 - degrees) * DEGREES));
  return pose;
}

const atEase = flexed(90);

describe('the strain of a limb', () => {
  test('is nothing while it is bent with ease, and grows to 1 at its full length', () => {
    const strains = [90, 60, 45, 30, 15, 0].map((degrees) => limbStrain(mannequin, arm, atEase, flexed(degrees), 0));
    expect(strains[0]).toBe(0);
    expect(strains.at(-1)).toBeCloseTo(1, 2);
    expect(strains).toEqual(strains.toSorted((a, b) => a - b));
    expect(new Set(strains).size).toBeGreaterThan(3);
  });

  test('is nothing in a limb that is no more strained than it was when it was grabbed, and otherwise what came to it since', () => {
    const [little, much] = [30, 15].map((degrees) => limbStrain(mannequin, arm, atEase, flexed(degrees), 0)) as [number, number];
    expect(limbStrain(mannequin, arm, flexed(30), flexed(30), 0)).toBe(0);
    expect(limbStrain(mannequin, arm, flexed(0), flexed(15), 0)).toBe(0);
    expect(limbStrain(mannequin, arm, flexed(30), flexed(15), 0)).toBeCloseTo(much - little, 12);
  });

  test('grows with what the limb misses its target by, to 1 at a tenth of its length', () => {
    const [upper, bend, end] = [arm.upper, arm.bend, arm.end].map((joint) =>
      worldPosition(forwardKinematics(mannequin.skeleton, atEase), joint),
    ) as [Vec3, Vec3, Vec3];
    const length = distance(upper, bend) + distance(bend, end);
    const strains = [0, 0.025, 0.05, 0.1, 0.2].map((missed) => limbStrain(mannequin, arm, flexed(0), flexed(0), missed * length));
    expect(strains).toEqual([0, 0.25, 0.5, 1, 1].map((value) => expect.closeTo(value, 10)));
  });

  test('is 1 where the upper joint stands on its limit', () => {
    const pose = flexed(90);
    const limit = mannequin.skeleton.limits[arm.upper]!;
    if (limit.kind !== 'swingTwist') throw new Error('the mannequin has a cone for a shoulder');
    const upwards = [0, 0, 1] as const;
    let strain = 0;
    for (let degrees = 0; strain < 1 && degrees < 180; degrees++) {
      setRotation(pose, arm.upper, fromAxisAngle(upwards, degrees * DEGREES));
      const next = limbStrain(mannequin, arm, atEase, pose, 0);
      if (degrees > 40) expect(next).toBeGreaterThanOrEqual(strain);
      strain = next;
    }
    expect(strain).toBe(1);
  });

  test('grows with how much stiffer than by default its upper joint or its bend was made', () => {
    const scene = readGlbScene(MANNEQUIN);
    const strainWith = (joint: number, stiffness: number) =>
      limbStrain(buildRig(scene, { stiffness: { [joint]: stiffness } }), arm, atEase, atEase, 0);
    expect(strainWith(arm.bend, 0.4)).toBeCloseTo(0.4, 12);
    expect(strainWith(arm.upper, 0.1)).toBe(0);
    expect(strainWith(arm.upper, 0.55)).toBeCloseTo(0.5, 12);
    expect(strainWith(arm.bend, 1)).toBe(1);
    expect(strainWith(arm.end, 1)).toBe(0);
  });
});

const FIRM = { translation: true, rotation: true, weight: 1 };
const FEET: Pins = { leftFoot: FIRM, rightFoot: FIRM };

/** Where the left hand is, and where its arm begins. */
function handOf(rig: Rig, pose: Pose): { readonly hand: Vec3; readonly root: Vec3 } {
  const world = forwardKinematics(rig.skeleton, pose);
  const handle = handlesOf(rig).find(({ name }) => name === 'leftHand')!;
  return { hand: handlePosition(handle, world), root: worldPosition(world, limbOf(rig, 'leftHand')!.upper) };
}

function settled(gesture: Pull, target: Vec3): Pose {
  let { pose } = gesture.to(target);
  for (let more = 0; gesture.isOnItsWay() && more < 40; more++) pose = gesture.to(target).pose;
  return pose;
}

/** Radians that the trunk turned, all its bones together. */
function trunkTurn({ humanoid }: Rig, pose: Pose, from: Pose): number {
  const joints = (['hips', 'spine', 'chest', 'upperChest'] as const).flatMap((bone) => humanoid[bone] ?? []);
  return joints.reduce((sum, joint) => sum + angleBetween(rotationOf(pose, joint), rotationOf(from, joint)), 0);
}

describe.each(sampleRigs())('the arm of $name as it was bound, nearly straight', ({ rig }) => {
  const rest = restPose(rig.skeleton);
  const { hand, root } = handOf(rig, rest);
  const out = normalize(subtract(hand, root));
  const length = distance(hand, root);

  test('follows small pulls within its reach alone: nothing else of the body moves', () => {
    const own = new Set(Object.values(limbOf(rig, 'leftHand')!));
    for (const way of [[0, 0.05, 0], [0, -0.05, 0], [0, 0, 0.05], [0, 0, -0.05], scale(out, -0.05)] as readonly Vec3[]) {
      const wanted = add(hand, scale(way, length));
      // On the sphere that the arm spans, or inside it.
      const target = add(root, scale(normalize(subtract(wanted, root)), Math.min(length, distance(wanted, root)) * 0.999));
      const gesture = createPuller(rig).begin(rest, 'leftHand', FEET, DEFAULT_SOLVER_SETTINGS);
      const pose = settled(gesture, target);
      expect(distance(handOf(rig, pose).hand, target)).toBeLessThan(1.1e-3);
      for (let joint = 0; joint < rig.skeleton.count; joint++) {
        if (!own.has(joint)) expect(angleBetween(rotationOf(pose, joint), rotationOf(rest, joint))).toBeLessThan(1e-9);
      }
      for (let i = 0; i < 3; i++) expect(pose[i]).toBeCloseTo(rest[i]!, 9);
    }
  });

  test('brings the trunk in without a leap where it is swung ahead and then pulled out of reach', () => {
    const [fx, , fz] = rig.report.facing;
    const ahead = normalize(add(out, [0.8 * fx, 0, 0.8 * fz]));
    const gesture = createPuller(rig).begin(rest, 'leftHand', FEET, DEFAULT_SOLVER_SETTINGS);
    let before = settled(gesture, add(root, scale(ahead, 0.97 * length)));
    expect(trunkTurn(rig, before, rest)).toBeLessThan(3 * DEGREES);
    let most = 0;
    for (let share = 0.975; share < 1.15; share += 0.005) {
      const pose = settled(gesture, add(root, scale(ahead, share * length)));
      most = Math.max(most, trunkTurn(rig, pose, before));
      before = pose;
    }
    expect(trunkTurn(rig, before, rest)).toBeGreaterThan(3 * DEGREES);
    expect(most).toBeLessThan(4 * DEGREES);
  });
});
