import { describe, expect, test } from 'vitest';
import { copyBetween } from '../../../../core/humanoid/transfer/same-skeleton.ts';
import { conjugate, fromRotationVector, multiply, rotate, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { add, distance, scale, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../../../core/skeleton/pose.ts';
import { createSkeleton, type JointDefinition, type Skeleton } from '../../../../core/skeleton/skeleton.ts';
import { randomPose } from '../../../helpers/random-pose.ts';

const random = seededRandom(17);
const vector = (size: number): Vec3 => [size * (2 * random() - 1), size * (2 * random() - 1), size * (2 * random() - 1)];

/** A trunk with two arms and the end of a finger. */
const PARENTS = [-1, 0, 1, 2, 1, 4, 5];
const NAMES = ['world', 'hips', 'chest', 'leftArm', 'leg', 'rightArm', 'rightHand'];
/** World positions and rotations of the joints at rest. */
const places = PARENTS.map((_, j): Vec3 => add([0.1, 0.4 * j, 0], vector(0.2)));
const turns = PARENTS.map(() => fromRotationVector(vector(2)));

/** A skeleton whose joints rest at these world positions and rotations. */
function resting(
  at: readonly Vec3[],
  as: readonly Quat[],
  names: readonly string[] = NAMES,
  extra: JointDefinition[] = [],
): Skeleton {
  const joints = at.map((place, j): JointDefinition => {
    const parent = PARENTS[j]!;
    if (parent < 0) return { name: names[j]!, parent, offset: place, rest: as[j]! };
    const back = conjugate(as[parent]!);
    return { name: names[j]!, parent, offset: rotate(back, subtract(place, at[parent]!)), rest: multiply(back, as[j]!) };
  });
  return createSkeleton([...joints, ...extra], 1);
}

const from = resting(places, turns);
const end: JointDefinition = { name: 'rightHandEnd', parent: 6, offset: [0, 0.1, 0] };

/** The same bones in their parents' frames, in another pose at rest. */
function restingOtherwise(): Skeleton {
  const joints = NAMES.map((name, j): JointDefinition => {
    const offset = [from.offsets[3 * j]!, from.offsets[3 * j + 1]!, from.offsets[3 * j + 2]!] as const;
    return { name, parent: PARENTS[j]!, offset, rest: fromRotationVector(vector(2)) };
  });
  return createSkeleton(joints, 1);
}

/** Where every joint but those above the root is, seen from the root's place in the world. */
const placesIn = (skeleton: Skeleton, pose: Pose): Vec3[] => {
  const world = forwardKinematics(skeleton, pose);
  return NAMES.map((name) => worldPosition(world, skeleton.names.indexOf(name))).slice(1);
};

function expectSamePlaces(to: Skeleton): void {
  const copy = copyBetween(from, to)!;
  expect(copy).not.toBeNull();
  for (let i = 0; i < 20; i++) {
    const pose = randomPose(from, random);
    pose.set(vector(1), 0);
    const [wanted, copied] = [placesIn(from, pose), placesIn(to, copy(pose))];
    for (const [j, place] of wanted.entries()) expect(distance(place, copied[j]!), NAMES[j + 1]).toBeLessThan(1e-9);
  }
}

describe('a pose is copied onto the same skeleton', () => {
  test('with other axes of its joints', () => {
    expectSamePlaces(
      resting(
        places,
        PARENTS.map(() => fromRotationVector(vector(2))),
      ),
    );
  });

  test('in another pose at rest', () => {
    expectSamePlaces(restingOtherwise());
  });

  test('that has ends of bones as joints, or lacks some', () => {
    const longer = resting(places, turns, NAMES, [end]);
    expectSamePlaces(longer);
    const back = copyBetween(longer, from)!;
    const pose = randomPose(longer, random);
    for (const [j, place] of placesIn(longer, pose).entries())
      expect(distance(place, placesIn(from, back(pose))[j]!)).toBeLessThan(1e-9);
    expect([...copyBetween(from, longer)!(restPose(from)).subarray(-4)]).toEqual([0, 0, 0, 1]);
  });

  test('to the same place, and to unit rotations', () => {
    const to = restingOtherwise();
    const pose = copyBetween(from, to)!(randomPose(from, random));
    for (let j = 0; j < to.count; j++) expect(Math.hypot(...pose.subarray(3 + 4 * j, 7 + 4 * j))).toBeCloseTo(1, 14);
  });
});

describe('no pose is copied onto a skeleton', () => {
  const moved = (j: number, share: number) =>
    places.map((place, i) => (i === j ? add(place, scale(subtract(place, places[PARENTS[j]!]!), share)) : place));

  test('with a bone that is longer by more than a hundredth', () => {
    expect(copyBetween(from, resting(moved(6, 0.009), turns))).not.toBeNull();
    expect(copyBetween(from, resting(moved(6, -0.009), turns))).not.toBeNull();
    expect(copyBetween(from, resting(moved(6, 0.012), turns))).toBeNull();
    expect(copyBetween(from, resting(moved(2, -0.012), turns))).toBeNull();
  });

  test('with other names, another root, or joints of another parent', () => {
    expect(copyBetween(from, resting(places, turns, NAMES.with(2, 'breast')))).toBeNull();
    expect(copyBetween(from, resting(places, turns, NAMES.with(1, 'pelvis')))).toBeNull();
    // A joint in between is no end of a bone.
    expect(copyBetween(from, resting(places, turns, NAMES.with(4, 'thigh')))).toBeNull();
    const joints = (root: number, parentOfHand: number) =>
      createSkeleton(
        NAMES.map((name, j): JointDefinition => ({ name, parent: j === 6 ? parentOfHand : PARENTS[j]!, offset: [0, 1, 0] })),
        root,
      );
    expect(copyBetween(joints(1, 5), joints(1, 5))).not.toBeNull();
    expect(copyBetween(joints(1, 5), joints(0, 5))).toBeNull();
    expect(copyBetween(joints(1, 5), joints(1, 4))).toBeNull();
  });

  test('with a branch that the other lacks: an end is a single joint', () => {
    const hangs = (name: string, parent: number): JointDefinition => ({ name, parent, offset: [0, 0.1, 0] });
    const [tail, tip] = [hangs('tail', 0), hangs('tip', 7)];
    expect(copyBetween(from, resting(places, turns, NAMES, [tail]))).not.toBeNull();
    expect(copyBetween(resting(places, turns, NAMES, [tail]), from)).not.toBeNull();
    expect(copyBetween(from, resting(places, turns, NAMES, [tail, tip]))).toBeNull();
    expect(copyBetween(resting(places, turns, NAMES, [tail, tip]), from)).toBeNull();
    const alone = hangs('prop', -1);
    expect(copyBetween(from, resting(places, turns, NAMES, [alone]))).toBeNull();
    expect(copyBetween(resting(places, turns, NAMES, [alone]), from)).toBeNull();
  });

  test('with sliding joints', () => {
    const sliding = createSkeleton(
      NAMES.map((name, j): JointDefinition => {
        const limit = j === 3 ? ({ kind: 'prismatic', axis: [0, 1, 0], min: 0, max: 1 } as const) : undefined;
        return { name, parent: PARENTS[j]!, offset: [0, 1, 0], ...(limit && { limit }) };
      }),
      1,
    );
    const rigid = createSkeleton(
      NAMES.map((name, j): JointDefinition => ({ name, parent: PARENTS[j]!, offset: [0, 1, 0] })),
      1,
    );
    expect(copyBetween(sliding, rigid)).toBeNull();
    expect(copyBetween(rigid, sliding)).toBeNull();
  });
});
