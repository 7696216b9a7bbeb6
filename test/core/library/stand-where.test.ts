import { expect, test } from 'vitest';
import { ROOT_TRACK, type Track } from '../../../core/animation/clip.ts';
import { standWhere, tracksFromWhere } from '../../../core/library/stand-where.ts';
import { fromAxisAngle, multiply } from '../../../core/math/quat.ts';
import { seededRandom, type Random } from '../../../core/math/random.ts';
import { distance, lerp, vec3At, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { createSkeleton } from '../../../core/skeleton/skeleton.ts';
import { randomPose as anyPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

/** A biped whose joints have the axes of the world at rest, so that a turn of its root is one about an axis of the world. */
const { rig: turnedAtRest } = smallBiped();
const { skeleton: bones } = turnedAtRest;
const joints = bones.names.map((name, j) => ({ name, parent: bones.parents[j]!, offset: vec3At(bones.offsets, j) }));
const skeleton = createSkeleton(joints, bones.root);
const rig: Rig = { ...turnedAtRest, skeleton };
const up: Vec3 = [0, 1, 0];

/** A pose in which nothing above the root is turned. */
function randomPose(of: typeof skeleton, random: Random, amount: number): Pose {
  const pose = anyPose(of, random, amount);
  for (let joint = of.parents[of.root]!; joint >= 0; joint = of.parents[joint]!) setRotation(pose, joint, [0, 0, 0, 1]);
  return pose;
}

/** Every joint of a pose, turned about the vertical through the origin and shifted along the floor: what is meant, by points alone. */
function carried(pose: Pose, yaw: number, [dx, dz]: readonly [number, number]): Vec3[] {
  const world = forwardKinematics(skeleton, pose);
  return Array.from({ length: skeleton.count }, (_, joint) => {
    const [x, y, z] = vec3At(world.positions, joint);
    return [x * Math.cos(yaw) + z * Math.sin(yaw) + dx, y, z * Math.cos(yaw) - x * Math.sin(yaw) + dz];
  });
}

/** The middle between the feet. */
function betweenFeet(pose: Pose): Vec3 {
  const { positions } = forwardKinematics(skeleton, pose);
  return lerp(vec3At(positions, rig.humanoid.leftFoot!), vec3At(positions, rig.humanoid.rightFoot!), 0.5);
}

/** The same body elsewhere, its root turned and moved by hand. */
function elsewhere(pose: Pose, yaw: number, by: Vec3): Pose {
  const moved = pose.slice();
  setRotation(moved, skeleton.root, multiply(fromAxisAngle(up, yaw), rotationOf(pose, skeleton.root)));
  for (let axis = 0; axis < 3; axis++) moved[axis]! += by[axis]!;
  return moved;
}

test('A pose comes to stand where another stands and looks where that looks; it keeps its height and its shape (100 pairs, seed 4)', () => {
  const random = seededRandom(4);
  for (let i = 0; i < 100; i++) {
    const pose = randomPose(skeleton, random, 0.3);
    const present = elsewhere(randomPose(skeleton, random, 0.3), 6 * random(), [4 * random(), 0, 4 * random()]);
    const placed = standWhere(rig, pose, present);
    const [from, to] = [pose, placed].map((each) => forwardKinematics(skeleton, each));
    const [stands, wanted] = [betweenFeet(placed), betweenFeet(present)];
    expect([stands[0], stands[2]]).toEqual([expect.closeTo(wanted[0], 9), expect.closeTo(wanted[2], 9)]);
    expect(vec3At(to!.positions, skeleton.root)[1]).toBeCloseTo(vec3At(from!.positions, skeleton.root)[1], 9);
    for (let joint = 1; joint < skeleton.count; joint++) {
      const apart = (world: typeof from) => distance(vec3At(world!.positions, joint), vec3At(world!.positions, skeleton.root));
      expect(apart(to)).toBeCloseTo(apart(from), 9);
    }
    // Once it stands there it stays, and where both are the same body there is nothing to do.
    expect(Math.max(...standWhere(rig, placed, present).map((value, k) => Math.abs(value - placed[k]!)))).toBeLessThan(1e-9);
  }
});

test('A pose that was only turned and moved along the floor comes back to the byte of rounding, joint by joint', () => {
  const pose = randomPose(skeleton, seededRandom(9), 0.3);
  const moved = elsewhere(pose, 2, [3, 0, -1]);
  const back = forwardKinematics(skeleton, standWhere(rig, moved, pose));
  const want = carried(pose, 0, [0, 0]);
  want.forEach((point, joint) => expect(distance(vec3At(back.positions, joint), point)).toBeLessThan(1e-9));
});

test('A pose stays where it is while one foot stands where it has it: the other has only stepped', () => {
  const pose = restPose(skeleton);
  const stepped = pose.slice();
  setRotation(stepped, rig.humanoid.rightUpperLeg!, fromAxisAngle([1, 0, 0], 0.8));
  expect(betweenFeet(stepped)).not.toEqual(betweenFeet(pose));
  expect(standWhere(rig, pose, stepped)).toEqual(pose);
});

test('A motion goes on from where somebody stands, as far as it went and the way that it looks', () => {
  const first = randomPose(skeleton, seededRandom(2), 0.2);
  const present = elsewhere(first, Math.PI / 2, [5, 0, 5]);
  const tracks: Track[] = [
    {
      joint: ROOT_TRACK,
      interpolation: 'linear',
      times: [0, 1],
      values: [first[0]!, first[1]!, first[2]!, first[0]!, first[1]!, first[2]! + 2],
    },
    { joint: 3, interpolation: 'linear', times: [0], values: [0, 0, 0, 1] },
  ];
  const [root, other] = tracksFromWhere(rig, tracks, first, present);
  const [x0, y0, z0, x1, y1, z1] = root!.values as number[];
  expect([x0, y0, z0]).toEqual([present[0], present[1], present[2]].map((value) => expect.closeTo(value!, 9) as number));
  // Two metres ahead, which is along +X after a quarter of a turn.
  expect([x1! - x0!, y1! - y0!, z1! - z0!]).toEqual([2, 0, 0].map((value) => expect.closeTo(value, 9) as number));
  expect(other).toBe(tracks[1]);
  // Curves of its own are ways in the world, which turn along.
  const curve = { out: [0, 0.5, 1], in: [0, 0, -0.5] };
  const [curved] = tracksFromWhere(rig, [{ ...tracks[0]!, keyInterpolations: [curve, null] }], first, present);
  const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9) as number);
  expect(curved!.keyInterpolations).toEqual([{ out: close([1, 0.5, 0]), in: close([-0.5, 0, 0]) }, null]);
});
