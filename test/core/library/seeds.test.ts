import { expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { applySavedPose, capturePose } from '../../../core/library/apply.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { createSeedIndex, nearestSeeds } from '../../../core/library/seeds.ts';
import { conjugate, rotate } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { add, distance, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { skeleton } = smallBiped().rig;
const random = seededRandom(6);
const leftHand = skeleton.names.indexOf('leftHand');
const rightFoot = skeleton.names.indexOf('rightFoot');
const library = Array.from({ length: 200 }, (_, i) =>
  capturePose(skeleton, randomPose(skeleton, random), { id: `p${i}`, name: `Pose ${i}` }),
);
const present = randomPose(skeleton, random);

/** Goals at the points where the present pose, with the joints of saved pose `index` but its own hips, has them. */
function goalsAt(index: number): Goal[] {
  const pose = library[index]!.pose.slice();
  const hips = skeleton.root;
  pose.set(present.slice(0, 3), 0);
  for (const joint of [0, hips]) pose.set(present.slice(3 + 4 * joint, 7 + 4 * joint), 3 + 4 * joint);
  const world = forwardKinematics(skeleton, pose);
  return [
    { kind: 'position', joint: leftHand, offset: [0, 0.1, 0], target: pointOf(world, leftHand, [0, 0.1, 0]) },
    { kind: 'position', joint: rightFoot, target: worldPosition(world, rightFoot) },
  ];
}

test('the pose whose points are at the targets, seen from the hips, comes first', () => {
  for (const index of [3, 77, 150]) {
    const [best, next] = nearestSeeds(skeleton, library, goalsAt(index), present);
    expect(best).toMatchObject({ id: `p${index}`, name: `Pose ${index}` });
    expect(best!.distance).toBeLessThan(1e-5);
    expect(next!.distance).toBeGreaterThan(best!.distance);
  }
});

test('a seed keeps the hips where and as they are, and brings the points near the targets', () => {
  const goals = goalsAt(12);
  const world = forwardKinematics(skeleton, nearestSeeds(skeleton, library, goals, present)[0]!.pose);
  const before = forwardKinematics(skeleton, present);
  expect(distance(worldPosition(world, skeleton.root), worldPosition(before, skeleton.root))).toBeLessThan(1e-12);
  expect(worldRotation(world, skeleton.root)).toEqual(worldRotation(before, skeleton.root));
  const [hand] = goals;
  if (hand?.kind !== 'position') throw new Error('the first goal asks for a position');
  expect(distance(pointOf(world, leftHand, [0, 0.1, 0]), hand.target)).toBeLessThan(1e-6);
});

test('joints that a pose does not speak of count as at rest', () => {
  const arm = capturePose(skeleton, library[5]!.pose, { id: 'arm', name: 'Arm', joints: [4, 5, 6] });
  const rest = restPose(skeleton);
  const world = forwardKinematics(skeleton, applySavedPose(rest, arm));
  const goals: Goal[] = [leftHand, rightFoot].map((joint) => ({ kind: 'position', joint, target: worldPosition(world, joint) }));
  expect(nearestSeeds(skeleton, [...library, arm], goals, rest)[0]).toMatchObject({ id: 'arm' });
  expect(nearestSeeds(skeleton, [arm], goals, rest)[0]!.distance).toBeLessThan(1e-6);
});

test('a joint that a pose leaves out counts as at rest, also where that is the only one', () => {
  const rest = restPose(skeleton);
  for (let left = skeleton.root + 1; left < skeleton.count; left++) {
    const joints = [-1, ...skeleton.names.keys()].filter((joint) => joint !== left);
    const saved = capturePose(skeleton, library[9]!.pose, { id: 'most', name: 'Most', joints });
    const world = forwardKinematics(
      skeleton,
      applySavedPose(rest, { ...saved, joints: joints.filter((joint) => joint > skeleton.root) }),
    );
    const goals: Goal[] = [leftHand, rightFoot].map((joint) => ({
      kind: 'position',
      joint,
      target: worldPosition(world, joint),
    }));
    expect(nearestSeeds(skeleton, [saved], goals, rest)[0]!.distance, skeleton.names[left]).toBeLessThan(1e-6);
  }
});

test('goals on the hips and above them give no seeds, on what hangs from them they do', () => {
  const target = [0, 1, 0] as const;
  const seedsOf = (joint: number) => nearestSeeds(skeleton, library, [{ kind: 'position', joint, target }], present);
  for (let joint = skeleton.root; joint >= 0; joint = skeleton.parents[joint]!) expect(seedsOf(joint)).toEqual([]);
  for (let joint = skeleton.root + 1; joint < skeleton.count; joint++) expect(seedsOf(joint)).toHaveLength(3);
});

test('of poses that come equally near the earlier ones come first, as many as are asked for', () => {
  const twins = [7, 3, 7, 3, 7].map((index, i) => ({ ...library[index]!, id: `twin ${i}` }));
  const ids = (count: number) => nearestSeeds(skeleton, twins, goalsAt(3), present, count).map(({ id }) => id);
  expect(ids(5)).toEqual(['twin 1', 'twin 3', 'twin 0', 'twin 2', 'twin 4']);
  expect(ids(2)).toEqual(['twin 1', 'twin 3']);
  expect(ids(9)).toHaveLength(5);
  expect(ids(0)).toEqual([]);
});

test('points of one joint are told apart', () => {
  const index = createSeedIndex(skeleton, library);
  const goalAt = (offset: Vec3): Goal => ({ kind: 'position', joint: leftHand, offset, target: [1, 1, 1] });
  const offsets = [
    [1, 11, 0],
    [11, 1, 0],
    [0, 0, 0.5],
    [0, 0, 0.25],
  ] as const;
  for (const offset of offsets)
    expect(index.nearest([goalAt(offset)], present, 3)).toEqual(nearestSeeds(skeleton, library, [goalAt(offset)], present));
});

test('goals without a position, and empty libraries, give no seeds', () => {
  expect(nearestSeeds(skeleton, [], goalsAt(0), present)).toEqual([]);
  expect(nearestSeeds(skeleton, library, [{ kind: 'pole', joint: 5, target: [0, 0, 0] }], present)).toEqual([]);
});

test('of thousands of poses the nearest are those that a look at each one finds, by weight (seed 16) @all', () => {
  const dice = seededRandom(16);
  const many = Array.from({ length: 9000 }, (_, i) =>
    capturePose(skeleton, randomPose(skeleton, dice, 0.5), { id: `${i}`, name: `${i}` }),
  );
  const points = [
    { joint: leftHand, offset: [0.1, 0, 0.2] as Vec3, weight: 0.3 },
    { joint: rightFoot, offset: [0, 0, 0] as Vec3, weight: 2 },
    { joint: skeleton.names.indexOf('head'), offset: [0, 0.2, 0] as Vec3, weight: 1 },
  ];
  const places = many.map(({ pose }) => {
    const world = forwardKinematics(skeleton, pose);
    const [at, turn] = [worldPosition(world, skeleton.root), worldRotation(world, skeleton.root)];
    return points.map(({ joint, offset }) => rotate(conjugate(turn), subtract(pointOf(world, joint, offset), at)));
  });
  const index = createSeedIndex(skeleton, many);
  const world = forwardKinematics(skeleton, present);
  for (let query = 0; query < 12; query++) {
    const wanted = [points, points.slice(1), points.slice(0, 1)][query % 3]!.map((point) => ({
      ...point,
      seen: [dice() - 0.5, dice(), dice() - 0.5] as Vec3,
    }));
    const goals = wanted.map(({ joint, offset, weight, seen }): Goal => {
      const target = add(rotate(worldRotation(world, skeleton.root), seen), worldPosition(world, skeleton.root));
      return { kind: 'position', joint, offset, target, weight };
    });
    const total = wanted.reduce((sum, { weight }) => sum + weight, 0);
    const apart = places.map((place, i) => {
      const squares = wanted.map(
        (point) => point.weight * distance(place[points.findIndex(({ joint }) => joint === point.joint)]!, point.seen) ** 2,
      );
      return { id: `${i}`, distance: Math.sqrt(squares.reduce((a, b) => a + b) / total) };
    });
    const nearest = apart.sort((a, b) => a.distance - b.distance).slice(0, 7);
    const found = index.nearest(goals, present, 7);
    expect(
      found.map(({ id }) => id),
      `query ${query}`,
    ).toEqual(nearest.map(({ id }) => id));
    found.forEach((seed, i) => expect(seed.distance).toBeCloseTo(nearest[i]!.distance, 5));
  }
});

test('the order agrees with a sort of all distances', () => {
  const goals = goalsAt(40);
  const seeds = createSeedIndex(skeleton, library).nearest(goals, present, 10);
  const all = createSeedIndex(skeleton, library).nearest(goals, present, library.length);
  expect(all).toHaveLength(library.length);
  expect(all.map((seed) => seed.distance)).toEqual(all.map((seed) => seed.distance).sort((a, b) => a - b));
  expect(seeds.map((seed) => seed.id)).toEqual(all.slice(0, 10).map((seed) => seed.id));
});

test('an index that is given other poses answers like a new one, and reads only what is new to it', () => {
  const index = createSeedIndex(skeleton, library.slice(0, 100));
  const goals = goalsAt(150);
  index.nearest(goals, present, 1);
  // A rename, a deletion, a part of the body left out and new poses: whoever knows a pose knows it under any name.
  const [first, second, third, ...others] = library as [SavedPose, SavedPose, SavedPose, ...SavedPose[]];
  const poses = [...others, { ...third, joints: [4, 5, 6] }, { ...first, name: 'Renamed' }];
  index.setPoses(poses);
  const answer = index.nearest(goals, present, poses.length);
  expect(answer).toEqual(createSeedIndex(skeleton, poses).nearest(goals, present, poses.length));
  expect(answer[0]).toMatchObject({ id: 'p150' });
  expect(answer.map(({ name }) => name)).toContain('Renamed');
  expect(answer.map(({ id }) => id)).not.toContain(second.id);

  const read = new Set<string>();
  const watched = library.map((saved) => {
    const pose = new Proxy(saved.pose, {
      get(numbers, key) {
        read.add(saved.id);
        const value: unknown = Reflect.get(numbers, key, numbers);
        return typeof value === 'function' ? value.bind(numbers) : value;
      },
    });
    return { ...saved, pose };
  });
  const other = createSeedIndex(skeleton, watched.slice(0, 199));
  other.nearest([goals[1]!], present, 1);
  expect(read.size).toBe(199);
  read.clear();
  other.setPoses(watched);
  const [best] = other.nearest([goals[1]!], present, 1);
  expect([...read].filter((id) => id !== best!.id)).toEqual(['p199']);
});

test('all poses are ranked as the nearest ones are found, and equal ones stay in their own order', () => {
  const twins = library.map((saved) => ({ ...saved, id: `${saved.id}-twin` }));
  const index = createSeedIndex(skeleton, [...library, ...twins]);
  const ranked = index.ranked(goalsAt(77), present)!.map(({ id }) => id);
  expect(ranked).toEqual(index.nearest(goalsAt(77), present, 400).map(({ id }) => id));
  expect(ranked.slice(0, 2)).toEqual(['p77', 'p77-twin']);
  expect(new Set(ranked).size).toBe(400);
  expect(index.ranked([], present)).toBeNull();
  expect(createSeedIndex(skeleton, []).ranked(goalsAt(0), present)).toBeNull();
});

test('poses of another character are refused in a sentence', () => {
  const short = present.slice(1);
  const numbers = `a pose of this skeleton has ${present.length} numbers, got ${short.length}`;
  expect(() => nearestSeeds(skeleton, library, goalsAt(0), short)).toThrow(`the present pose: ${numbers}`);
  const foreign = [library[0]!, { ...library[1]!, pose: short }];
  expect(() => createSeedIndex(skeleton, foreign)).toThrow(`the library: number 1: ${numbers}`);
});
