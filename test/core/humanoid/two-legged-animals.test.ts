import { describe, expect, it } from 'vitest';
import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import { frameTimes, posesAt } from '../../../core/animation/joint-paths.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import { hocksOf } from '../../../core/humanoid/body/hock.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { createMirror } from '../../../core/humanoid/transfer/mirror-uneven.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { add, distance, dot, length, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, rotationOf, type Pose } from '../../../core/skeleton/pose.ts';
import { FEET, figureOf, placeOf } from '../../benchmarks/posing/figure.ts';
import { bentAt, plainFigure, sceneOf, type FigureJoint } from '../../helpers/figure.ts';
import { figureRigs } from '../../helpers/figure-rigs.ts';
import { lizard, runner } from '../../helpers/two-legged-animals.ts';
import { sampleRigs } from '../../helpers/rigs.ts';

const DEGREES = 180 / Math.PI;
const ANIMALS = { lizard, runner };

/** The joint of each bone, as the animal's maker calls it. */
const LEGS = { UpperLeg: 'thigh', LowerLeg: 'shin', Foot: 'foot' };
const ARMS = { UpperArm: 'upperarm', LowerArm: 'forearm', Hand: 'hand' };

function namesOf(joints: readonly FigureJoint[], plain: readonly FigureJoint[], rig: Rig, bone: string): string | undefined {
  const joint = rig.humanoid[bone as HumanoidBone];
  return joint === undefined
    ? undefined
    : plain[joints.findIndex(({ name }) => name === rig.skeleton.names[joint])]!.name.replace(/_[LR]$/, '');
}

/** Degrees by which the knee and the hock of a leg are bent. */
function bends(rig: Rig, pose: Pose, side: 'left' | 'right'): { readonly knee: number; readonly hock: number } {
  const world = forwardKinematics(rig.skeleton, pose);
  const { humanoid } = rig;
  const joints = [humanoid[`${side}UpperLeg`]!, humanoid[`${side}LowerLeg`]!, hocksOf(rig)[side]!, humanoid[`${side}Foot`]!];
  const at = joints.map((joint) => worldPosition(world, joint));
  const angle = (a: Vec3, b: Vec3): number => Math.acos(dot(a, b) / (length(a) * length(b))) * DEGREES;
  const bone = (i: number): Vec3 => subtract(at[i + 1]!, at[i]!);
  return { knee: angle(bone(0), bone(1)), hock: angle(bone(1), bone(2)) };
}

/** The poses of a handle that is pulled away from rest by so much, in twenty steps, both feet pinned; and by how many metres each misses. */
function pulled(rig: Rig, handle: HandleName, by: Vec3): { readonly pose: Pose; readonly missed: number }[] {
  const figure = figureOf(rig);
  const from = placeOf(figure, forwardKinematics(rig.skeleton, figure.rest), handle);
  const pull = createPuller(rig).begin(figure.rest, handle, FEET);
  return Array.from({ length: 21 }, (_, i) => {
    const target = add(from, by.map((value) => (value * i) / 20) as unknown as Vec3);
    const { pose } = pull.to(target);
    return { pose, missed: distance(placeOf(figure, forwardKinematics(rig.skeleton, pose), handle), target) };
  });
}

describe.each(Object.entries(ANIMALS))('a two-legged animal, the %s,', (_, make) => {
  const plain = make('named');
  const rig = buildRig(sceneOf(plain));

  it.each(['named', 'numbered'] as const)('has its hips, knees and feet found where its joints are %s', (naming) => {
    const joints = make(naming);
    const found = buildRig(sceneOf(joints));
    for (const side of ['left', 'right']) {
      for (const [bone, name] of Object.entries({ ...LEGS, UpperArm: ARMS.UpperArm, Hand: ARMS.Hand }))
        expect(namesOf(joints, plain, found, side + bone), side + bone).toBe(name);
      expect(plain[joints.findIndex(({ name }) => name === found.skeleton.names[hocksOf(found)[side as 'left']!])]!.name).toMatch(
        /^hock/,
      );
    }
    expect(namesOf(joints, plain, found, 'hips')).toBe('hips');
    expect(namesOf(joints, plain, found, 'head')).toBe('head');
    expect(found.report.warnings).toEqual([]);
    expect(found.report.facing).toEqual([0, 0, 1]);
  });

  it('crouches by its knees and its hocks, without a leap and with its feet in their places', () => {
    const { leg, size } = figureOf(rig);
    const frames = pulled(rig, 'hips', [0, -0.42 * leg, 0]);
    const feet = (pose: Pose) =>
      (['leftFoot', 'rightFoot'] as const).map((foot) =>
        worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid[foot]!),
      );
    const rest = feet(restPose(rig.skeleton));
    for (const { pose, missed } of frames) {
      expect(missed).toBeLessThan(1e-3);
      feet(pose).forEach((place, i) => expect(distance(place, rest[i]!)).toBeLessThan(1e-4 * size));
    }
    for (const side of ['left', 'right'] as const) {
      const [before, after] = [bends(rig, frames[0]!.pose, side), bends(rig, frames.at(-1)!.pose, side)];
      expect(after.knee - before.knee).toBeGreaterThan(25);
      expect(after.hock - before.hock).toBeCloseTo(after.knee - before.knee, 0);
      const steps = frames.slice(1).map(({ pose }, i) => bends(rig, pose, side).hock - bends(rig, frames[i]!.pose, side).hock);
      expect(Math.max(...steps)).toBeLessThan(3 * (steps.reduce((a, b) => a + b) / steps.length));
    }
  });

  it('lifts a foot with the hock going along', () => {
    const { pose, missed } = pulled(rig, 'leftFoot', [0, 0.2 * figureOf(rig).leg, 0.05]).at(-1)!;
    const [before, after] = [bends(rig, restPose(rig.skeleton), 'left'), bends(rig, pose, 'left')];
    expect(missed).toBeLessThan(1e-3);
    expect(after.knee - before.knee).toBeGreaterThan(10);
    expect(after.hock - before.hock).toBeCloseTo(after.knee - before.knee, 0);
  });

  it('takes the steps of a person: its feet stand on the floor, its knees and hocks share the bend', () => {
    const source = buildRig(sceneOf(plainFigure()));
    // One foot after the other is lifted, the hips stay.
    const lift = createPuller(source);
    const stand = restPose(source.skeleton);
    const at = (foot: 'leftFoot' | 'rightFoot') =>
      worldPosition(forwardKinematics(source.skeleton, stand), source.humanoid[foot]!);
    const poses = Array.from({ length: 61 }, (__, frame) => {
      const foot = frame < 30 ? 'leftFoot' : 'rightFoot';
      const high = 0.3 * Math.sin((Math.PI * (frame % 30)) / 30) ** 2;
      return lift.begin(stand, foot, FEET, { weight: 0 }).to(add(at(foot), [0, high, 0.1 * high])).pose;
    });
    const clip = clipFromPoses(source.skeleton, poses, { id: 'a', name: 'a', fps: 30, loop: false });
    const brought = retargetClip(source, clip, rig).clip;
    const result = posesAt(rig.skeleton, brought, frameTimes(brought));
    const lowest = worldPosition(forwardKinematics(rig.skeleton, restPose(rig.skeleton)), rig.humanoid.rightFoot!)[1];
    for (const pose of result.slice(0, 30)) {
      const foot = worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid.rightFoot!);
      expect(Math.abs(foot[1] - lowest)).toBeLessThan(2e-3);
    }
    const [still, lifted] = [bends(rig, result[0]!, 'left'), bends(rig, result[15]!, 'left')];
    expect(Math.abs(still.knee - bends(rig, restPose(rig.skeleton), 'left').knee)).toBeLessThan(3);
    expect(lifted.knee - still.knee).toBeGreaterThan(15);
    expect(Math.abs(lifted.hock - still.hock - lifted.knee + still.knee)).toBeLessThan(3);
  });

  it('is mirrored with its hocks', () => {
    const pose = pulled(rig, 'leftFoot', [0, 0.15 * figureOf(rig).leg, 0.05]).at(-1)!.pose;
    const seen = createMirror(rig)(pose);
    for (const [side, other] of [
      ['left', 'right'],
      ['right', 'left'],
    ] as const)
      expect(bends(rig, seen, side).hock).toBeCloseTo(bends(rig, pose, other).hock, 2);
    const again = createMirror(rig)(seen);
    rig.skeleton.names.forEach((name, joint) =>
      expect(angleBetween(rotationOf(again, joint), rotationOf(pose, joint)), name).toBeLessThan(1e-2),
    );
  });
});

describe('the forearms of an animal', () => {
  const named = lizard('named');
  const boned = (joints: readonly FigureJoint[]) => {
    const rig = buildRig(sceneOf(joints));
    return (['left', 'right'] as const).map((side) => {
      const { names, parents } = rig.skeleton;
      const [upper, lower, hand] = (['UpperArm', 'LowerArm', 'Hand'] as const).map((part) => rig.humanoid[`${side}${part}`]!);
      const hangs = (joint: number, above: number): boolean => {
        for (let j = joint; j >= 0; j = parents[j]!) if (j === above) return true;
        return false;
      };
      expect(hangs(lower!, upper!) && hangs(hand!, lower!)).toBe(true);
      return [upper, lower, hand].map((joint) => names[joint!]!.replace(/_[LR]$/, ''));
    });
  };
  const arm = Object.values(ARMS);
  const hung = (child: RegExp, on: (name: string) => string) =>
    named.map((joint) => (child.test(joint.name) ? { ...joint, parent: on(joint.name) } : joint));

  it('are found where they hang from a helper of the upper arm, of the clavicle or of the chest', () => {
    expect(boned(named)).toEqual([arm, arm]);
    expect(boned(hung(/^elbow_helper/, (name) => name.replace('elbow_helper', 'clavicle')))).toEqual([arm, arm]);
    expect(boned(hung(/^elbow_helper/, () => 'chest'))).toEqual([arm, arm]);
  });

  it('are found where the hand hangs from the upper arm beside them', () => {
    const beside = hung(/^elbow_helper/, () => 'chest').map((joint) =>
      joint.name.startsWith('hand') ? { ...joint, parent: joint.name.replace('hand', 'upperarm') } : joint,
    );
    expect(boned(beside)).toEqual([arm, arm]);
  });

  it('are none where that joint stands off the arm, as what elbows are aimed by does', () => {
    const aimed = hung(/^elbow_helper/, () => 'chest').map((joint): FigureJoint => {
      if (joint.name.startsWith('hand')) return { ...joint, parent: joint.name.replace('hand', 'upperarm') };
      return joint.name.startsWith('forearm') ? { ...joint, at: [joint.at[0], joint.at[1], -0.6] } : joint;
    });
    expect(buildRig(sceneOf(aimed)).humanoid.leftLowerArm).toBeUndefined();
  });
});

describe('hocks', () => {
  it('are found where the ankle is named so and a foot hangs from it', () => {
    const renamed = (name: string) => name.replace('hock', 'ankle');
    const joints = lizard('named').map(({ name, parent, at }) => ({
      name: renamed(name),
      parent: parent && renamed(parent),
      at,
    }));
    const rig = buildRig(sceneOf(joints));
    expect(rig.skeleton.names[rig.humanoid.leftFoot!]).toBe('foot_L');
    expect(rig.skeleton.names[hocksOf(rig).left!]).toBe('ankle_L');
  });

  it('are none in people, whatever they are called, on tiptoe or with bent knees', () => {
    for (const { name, rig } of [...figureRigs(), ...sampleRigs()]) expect(hocksOf(rig), name).toEqual({});
    for (const degrees of [20, 40, 60]) {
      let joints: FigureJoint[] = plainFigure();
      for (const side of ['l', 'r']) joints = bentAt(bentAt(joints, `shin.${side}`, 0, degrees / 2), `foot.${side}`, 0, degrees);
      const unnamed = new Map(joints.map(({ name }, i) => [name, `Bone ${i}`]));
      const numbered = joints.map((joint) => ({
        ...joint,
        name: unnamed.get(joint.name)!,
        parent: joint.parent && unnamed.get(joint.parent)!,
      }));
      const rig = buildRig(sceneOf(numbered));
      expect(hocksOf(rig), `${degrees}`).toEqual({});
      expect(rig.skeleton.names[rig.humanoid.leftFoot!], `${degrees}`).toBe(unnamed.get('foot.l'));
    }
  });
});
