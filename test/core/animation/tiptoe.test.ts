import { describe, expect, test } from 'vitest';
import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import { frameTimes, posesAt } from '../../../core/animation/joint-paths.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { legLength } from '../../../core/humanoid/body/leg-length.ts';
import { toDegrees, toRadians } from '../../../core/math/angles.ts';
import { fromAxisAngle, type Quat } from '../../../core/math/quat.ts';
import { forwardKinematics, worldPosition, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { plainFigure, sceneOf } from '../../helpers/figure.ts';
import { readGlbScene } from '../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { few } from '../../helpers/extent.ts';

type Side = 'left' | 'right';

const withToes = buildRig(sceneOf(plainFigure()), { preset: 'free' });
const withoutToes = buildRig(sceneOf(plainFigure().filter(({ name }) => !name.startsWith('toes'))), { preset: 'free' });
/** Ankles 9 cm higher than people's, as in shoes with heels; the rest stands flat in them. */
const inHeels = buildRig(
  sceneOf(
    plainFigure().map((joint) =>
      /toes/.test(joint.name)
        ? { ...joint, at: [joint.at[0], 0.01, 0.11] as const }
        : /hips|spine|chest|neck|head|arm|hand|thigh|shin|foot/.test(joint.name)
          ? { ...joint, at: [joint.at[0], joint.at[1] + 0.09, joint.at[2]] as const }
          : joint,
    ),
  ),
  { preset: 'free' },
);
/** Legs of 34 cm over feet as people's: an ankle over its ball is high in legs. */
const onShortLegs = buildRig(
  sceneOf(
    plainFigure().map((joint) => {
      const [x, y, z] = joint.at;
      if (/foot|toes/.test(joint.name)) return joint;
      return {
        ...joint,
        at: [x, joint.name.startsWith('shin') ? 0.07 + 0.4 * (y - 0.07) : y - 0.6 * (0.926 - 0.07), z] as const,
      };
    }),
  ),
  { preset: 'free' },
);
const mannequin = buildRig(readGlbScene(MANNEQUIN));
const flatTarget = buildRig(sceneOf(plainFigure().filter(({ name }) => !name.startsWith('toes'))));

const aboutX = (degrees: number): Quat => fromAxisAngle([1, 0, 0], toRadians(degrees));

/** A clip of so many frames on the balls of `sides`, heels up by `degrees`; a leg that does not stand is raised. The balls are at their height of rest. */
function onTiptoe(rig: Rig, sides: readonly Side[], degrees: number, frames: number) {
  const { skeleton, humanoid } = rig;
  const pose = restPose(skeleton);
  for (const side of ['left', 'right'] as const) {
    if (sides.includes(side)) setRotation(pose, humanoid[`${side}Foot`]!, aboutX(degrees));
    else {
      setRotation(pose, humanoid[`${side}UpperLeg`]!, aboutX(-70));
      setRotation(pose, humanoid[`${side}LowerLeg`]!, aboutX(90));
    }
    const toes = humanoid[`${side}Toes`];
    if (toes !== undefined && sides.includes(side)) setRotation(pose, toes, aboutX(-degrees));
  }
  const ball = (world: WorldTransforms) => ballOf(rig, world, sides[0]!);
  pose[1] = ball(forwardKinematics(skeleton, restPose(skeleton))) - ball(forwardKinematics(skeleton, pose));
  const poses = Array.from({ length: frames }, () => pose);
  return clipFromPoses(skeleton, poses, { id: 'tip', name: 'Tip', fps: 30, loop: false });
}

/** Height of the joint of the toes; without, of the point of the sole that is three tenths of the shin ahead of the ankle. */
function ballOf(rig: Rig, world: WorldTransforms, side: Side): number {
  const toes = rig.humanoid[`${side}Toes`];
  if (toes !== undefined) return worldPosition(world, toes)[1];
  const foot = rig.humanoid[`${side}Foot`]!;
  const [x, y, z, w] = world.rotations.subarray(4 * foot, 4 * foot + 4);
  const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  const [down, ahead] = [
    -worldPosition(rest, foot)[1],
    0.3 * (worldPosition(rest, rig.humanoid[`${side}LowerLeg`]!)[1] - worldPosition(rest, foot)[1]),
  ];
  // The row of y of the foot's rotation, whose axes are the world's at rest.
  return worldPosition(world, foot)[1] + down * (1 - 2 * (x! * x! + z! * z!)) + ahead * 2 * (y! * z! - w! * -x!) * -1;
}

/** Pitch of a foot from its rest, degrees, heel up. */
function pitchOf(rig: Rig, world: WorldTransforms, side: Side): number {
  const foot = rig.humanoid[`${side}Foot`]!;
  const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  const [ax, ay, az, aw] = rest.rotations.subarray(4 * foot, 4 * foot + 4);
  const [bx, by, bz, bw] = world.rotations.subarray(4 * foot, 4 * foot + 4);
  // The turn from rest, about x: b · a⁻¹.
  const x = -bw! * ax! + bx! * aw! - by! * az! + bz! * ay!;
  const w = bw! * aw! + bx! * ax! + by! * ay! + bz! * az!;
  return toDegrees(2 * Math.atan2(x, w));
}

describe.each<[string, Rig, Rig]>([
  ['a figure onto the mannequin', withToes, mannequin],
  ['a figure in heels onto the mannequin', inHeels, mannequin],
  ['a figure onto one in heels', withToes, inHeels],
  ['a figure on short legs onto the mannequin', onShortLegs, mannequin],
])('%s, on tiptoe', (_, from, to) => {
  test.each(few([20, 30, 45, 60, 75], 4))('of one foot or of both, the heel up by %s°, for a frame or longer', (degrees) => {
    for (const sides of [['left'], ['right'], ['left', 'right']] as const) {
      for (const frames of [1, 2, 30]) {
        const clip = onTiptoe(from, sides, degrees, frames);
        const { clip: brought, report } = retargetClip(from, clip, to, {});
        const rest = forwardKinematics(to.skeleton, restPose(to.skeleton));
        const worlds = posesAt(to.skeleton, brought, frameTimes(brought, 30)).map((pose) => forwardKinematics(to.skeleton, pose));
        for (const world of worlds) {
          for (const side of sides) {
            expect(Math.abs(ballOf(to, world, side) - ballOf(to, rest, side)), `${sides.join()} ${String(frames)}`).toBeLessThan(
              0.005,
            );
            expect(Math.abs(pitchOf(to, world, side) - degrees), `${sides.join()} ${String(frames)}`).toBeLessThan(6);
          }
        }
        expect(report.soles.p95).toBeLessThan(0.005);
      }
    }
  });
});

test('somebody without toes on tiptoe is as high on the balls as the source, in legs', () => {
  for (const [from, to] of [
    [withoutToes, mannequin],
    [withToes, flatTarget],
    [withoutToes, flatTarget],
  ] as const) {
    for (const degrees of [30, 60]) {
      const { clip } = retargetClip(from, onTiptoe(from, ['right'], degrees, 30), to, {});
      const world = forwardKinematics(to.skeleton, posesAt(to.skeleton, clip, [0.5])[0]!);
      const rest = forwardKinematics(to.skeleton, restPose(to.skeleton));
      expect(Math.abs(pitchOf(to, world, 'right') - degrees)).toBeLessThan(3);
      const rise = (rig: Rig, each: WorldTransforms, before: WorldTransforms) =>
        (worldPosition(each, rig.humanoid.rightFoot!)[1] - worldPosition(before, rig.humanoid.rightFoot!)[1]) / legLength(rig);
      const source = forwardKinematics(from.skeleton, posesAt(from.skeleton, onTiptoe(from, ['right'], degrees, 2), [0])[0]!);
      const wanted = rise(from, source, forwardKinematics(from.skeleton, restPose(from.skeleton)));
      expect(Math.abs(rise(to, world, rest) - wanted)).toBeLessThan(0.035);
    }
  }
});

describe('somebody who sneaks', () => {
  /** Degrees by which joints are turned; the balls of the lower foot are where they rest. */
  interface Leg {
    readonly thigh: number;
    readonly knee: number;
    readonly foot: number;
    readonly toes: number;
  }
  const sneaking = (legs: Readonly<Record<Side, Leg>>, lean: number) => {
    const { skeleton, humanoid } = withToes;
    const pose = restPose(skeleton);
    for (const side of ['left', 'right'] as const) {
      const { thigh, knee, foot, toes } = legs[side];
      setRotation(pose, humanoid[`${side}UpperLeg`]!, aboutX(-thigh));
      setRotation(pose, humanoid[`${side}LowerLeg`]!, aboutX(knee));
      setRotation(pose, humanoid[`${side}Foot`]!, aboutX(foot));
      setRotation(pose, humanoid[`${side}Toes`]!, aboutX(-toes));
    }
    setRotation(pose, humanoid.spine!, aboutX(lean));
    const heights = (of: typeof pose) => {
      const world = forwardKinematics(skeleton, of);
      return (['left', 'right'] as const).map((side) => worldPosition(world, humanoid[`${side}Toes`]!)[1]);
    };
    pose[1] = Math.min(...heights(restPose(skeleton))) - Math.min(...heights(pose));
    return { pose, raised: heights(pose).map((height, i) => height - heights(restPose(skeleton))[i]!) };
  };

  test.each<[string, Readonly<Record<Side, Leg>>, number]>([
    [
      'a flat foot held up before him, the other on its ball',
      { left: { thigh: 55, knee: 60, foot: 5, toes: 0 }, right: { thigh: 5, knee: 50, foot: 0, toes: 45 } },
      20,
    ],
    [
      'a foot held up with its heel higher, the other on its ball',
      { left: { thigh: 60, knee: 90, foot: 10, toes: 40 }, right: { thigh: 30, knee: 75, foot: 0, toes: 45 } },
      25,
    ],
    [
      'crouched on both balls',
      { left: { thigh: 97, knee: 130, foot: 8, toes: 40 }, right: { thigh: 97, knee: 130, foot: 8, toes: 40 } },
      30,
    ],
  ])('%s, stands on the ball that is lowest, for a frame or longer', (_, legs, lean) => {
    const { pose, raised } = sneaking(legs, lean);
    for (const frames of [1, 20]) {
      const clip = clipFromPoses(withToes.skeleton, Array<typeof pose>(frames).fill(pose), {
        id: 's',
        name: 'S',
        fps: 30,
        loop: false,
      });
      const { clip: brought, report } = retargetClip(withToes, clip, mannequin);
      const [result] = posesAt(mannequin.skeleton, brought, frameTimes(brought));
      const world = forwardKinematics(mannequin.skeleton, result!);
      const rest = forwardKinematics(mannequin.skeleton, restPose(mannequin.skeleton));
      const size = legLength(mannequin) / legLength(withToes);
      (['left', 'right'] as const).forEach((side, i) => {
        const toes = mannequin.humanoid[`${side}Toes`]!;
        const height = worldPosition(world, toes)[1] - worldPosition(rest, toes)[1];
        expect(Math.abs(height - size * raised[i]!), side).toBeLessThan(0.012);
      });
      expect(toDegrees(report.knees.mean)).toBeLessThan(1);
      expect(toDegrees(report.limbs.mean)).toBeLessThan(1);
    }
  });
});
