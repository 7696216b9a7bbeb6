import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../core/math/random.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { clampPose, isInsideLimits, limitCoordinates, limitedJoints, limitExcess } from '../../../core/skeleton/limit-state.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { projectOntoLimit } from '../../../core/skeleton/project-limit.ts';
import { reRoot } from '../../../core/skeleton/re-root.ts';
import { sampleLimit } from '../../../core/skeleton/sample-limit.ts';
import { createSkeleton, withLimits, type JointDefinition, type Skeleton } from '../../../core/skeleton/skeleton.ts';

const joint = { name: 'a', parent: -1, offset: [0, 0, 0] } as const;
const hinge = { kind: 'hinge', axis: [0, 0, 1], min: -1, max: 1 } as const;
const cone = {
  kind: 'swingTwist',
  parentFrame: [0, 0, 0, 1],
  childFrame: [0, 0, 0, 1],
  swing: [1, 1, 1, 1],
  twist: [-1, 1],
} as const;

describe('a joint that cannot be used is refused in one sentence', () => {
  test.each([
    [{ ...joint, parent: 0 }, 'joint 0 "a": the parent must be the index of a joint before it, or -1, got 0'],
    [{ ...joint, parent: -2 }, 'the parent must be the index of a joint before it, or -1, got -2'],
    [{ ...joint, offset: [0, NaN, 0] }, 'joint 0 "a": the offset must be 3 finite numbers of at most 1000000000, got 0, NaN, 0'],
    [{ ...joint, offset: [1e300, 0, 0] }, 'got 1e+300, 0, 0'],
    [{ ...joint, offset: [0, 0] }, 'the offset must be 3 finite numbers of at most 1000000000, got 0, 0'],
    [{ ...joint, rest: [0, 0, 0, 2] }, 'joint 0 "a": the rest rotation must have length 1, got 2'],
    [{ ...joint, rest: [0, 0, 1] }, 'the rest rotation must be 4 numbers, got 3'],
    [{ ...joint, stiffness: NaN }, 'joint 0 "a": stiffness must be from 0 to 1, got NaN'],
  ] as [unknown, string][])('%j', (definition, sentence) => {
    expect(() => createSkeleton([definition as JointDefinition])).toThrow(RangeError);
    expect(() => createSkeleton([definition as JointDefinition])).toThrow(sentence);
  });

  test('so is a field that no joint has, with the name that is near it', () => {
    const misspelt = { name: 'elbow', parent: -1, offset: [0, 0, 0], limits: { kind: 'free' } } as const;
    expect(() => createSkeleton([misspelt])).toThrow(/^joint 0 "elbow" cannot have the field "limits"; near it is "limit"$/);
  });

  test('so are a skeleton without joints and a root that is none', () => {
    expect(() => createSkeleton([])).toThrow('a skeleton needs at least one joint');
    expect(() => createSkeleton([joint], 1)).toThrow('the root must be a joint index from 0 to 0, got 1');
  });
});

describe('a limit that cannot be used is refused in one sentence, wherever it comes in', () => {
  test.each([
    [{ kind: 'ball' }, 'a limit must be free, hinge, swingTwist or prismatic, got "ball"'],
    [{ ...hinge, axis: [0, 0, 2] }, 'the hinge axis must have length 1, got 2'],
    [{ ...hinge, axis: [1] }, 'the hinge axis must be 3 numbers, got 1'],
    [{ ...hinge, axis: [NaN, 0, 0] }, 'the hinge axis must have length 1, got NaN'],
    [{ ...hinge, min: 1, max: 0 }, 'the hinge range in radians must be finite, rising and inside'],
    [{ ...hinge, max: 2e6 }, 'got [-1, 2000000]'],
    [{ kind: 'prismatic', axis: [0, 0, 1], min: 0, max: Infinity }, 'the sliding range in metres must be finite'],
    [{ kind: 'prismatic', axis: [0, 0, 1], min: 0, max: 1e300 }, 'got [0, 1e+300]'],
    [{ ...cone, parentFrame: [0, 0, 0, 0] }, "the cone's frame must have length 1, got 0"],
    [{ ...cone, childFrame: [0, 0, 1] }, "the bone's frame must be 4 numbers, got 3"],
    [{ ...cone, swing: [1, 1, 1, 4] }, 'swing half-angles must be four numbers from 0 to π radians, got 1, 1, 1, 4'],
    [{ ...cone, swing: [1, 1] }, 'swing half-angles must be four numbers from 0 to π radians, got 1, 1'],
    [{ ...cone, twist: [0, 4] }, 'the twist range in radians must be finite, rising and inside'],
    [{ ...cone, twist: [NaN, 1] }, 'got [NaN, 1]'],
    [{ ...cone, twist: [1] }, 'got [1]'],
  ] as [unknown, string][])('%j', (given, sentence) => {
    const limit = given as Limit;
    expect(() => createSkeleton([{ ...joint, limit }])).toThrow(`joint 0 "a": `);
    expect(() => createSkeleton([{ ...joint, limit }])).toThrow(sentence);
    expect(() => projectOntoLimit(limit, [0, 0, 0, 1])).toThrow(sentence);
    expect(() => limitCoordinates(limit, [0, 0, 0, 1])).toThrow(sentence);
    expect(() => sampleLimit(limit, seededRandom(1))).toThrow(sentence);
  });

  test('so are a rotation with a number that is none, and too few limits', () => {
    expect(() => projectOntoLimit(hinge, [0, 0, NaN, 1])).toThrow('the rotation must be 4 finite numbers');
    expect(() => projectOntoLimit(hinge, [0, 0, 0, 1], [0, 0, 0, Infinity])).toThrow(
      'the present rotation must be 4 finite numbers',
    );
    expect(() => limitCoordinates(hinge, [0, 0, NaN, 1])).toThrow('the rotation must be 4 finite numbers');
    const two = createSkeleton([joint, { ...joint, name: 'b', parent: 0 }]);
    expect(() => withLimits(two, [hinge])).toThrow(
      'a skeleton of 2 joints needs a limit and a stiffness for each, got 1 limits and 2 stiffnesses',
    );
  });
});

test('poses of the wrong length and joints that are none are refused in one sentence', () => {
  const skeleton = createSkeleton([{ ...joint, limit: hinge }]);
  const short = new Float64Array(3);
  for (const look of [forwardKinematics, isInsideLimits, limitedJoints]) {
    expect(() => look(skeleton, short)).toThrow('a pose of this skeleton has 7 numbers, got 3');
  }
  expect(() => limitExcess(skeleton, short, 0)).toThrow('a pose of this skeleton has 7 numbers, got 3');
  expect(() => limitExcess(skeleton, restPose(skeleton), 1)).toThrow('the joint must be an index from 0 to 0, got 1');
  expect(() => isInsideLimits(skeleton, new Float64Array(7).fill(NaN))).toThrow('a pose must be finite numbers, got NaN');
});

test.each([null, undefined, 'bones', {}, { parents: [-1] }])('what is no skeleton (%j) is refused in one sentence', (other) => {
  const none = other as unknown as Skeleton;
  const pose = restPose(createSkeleton([joint]));
  for (const use of [isInsideLimits, limitedJoints, clampPose]) {
    expect(() => use(none, pose)).toThrow('the skeleton must be one that createSkeleton made');
  }
  expect(() => limitExcess(none, pose, 0)).toThrow('the skeleton must be one that createSkeleton made');
  expect(() => reRoot(none, 0)).toThrow('the skeleton must be one that createSkeleton made');
});
