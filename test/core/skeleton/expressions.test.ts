import { describe, expect, test } from 'vitest';
import { morphWeights, type Expression, type Expressions } from '../../../core/skeleton/expressions.ts';
import { poseLength, restPose, weightIndex, type Pose } from '../../../core/skeleton/pose.ts';
import { createSkeleton, withExpressions, withLimits } from '../../../core/skeleton/skeleton.ts';

const BONE = createSkeleton([{ name: 'head', parent: -1, offset: [0, 0, 0] }]);

function face(...list: (Partial<Expression> & Pick<Expression, 'name'>)[]): Expressions {
  const whole = list.map((expression, i): Expression => {
    return { isBinary: false, binds: [{ mesh: 0, target: i, weight: 1 }], ...expression };
  });
  return { list: whole, meshes: [{ node: 0, rest: list.map(() => 0) }] };
}

function posed(expressions: Expressions, weights: readonly number[]): Pose {
  const names = expressions.list.map(({ name }) => name);
  const pose = restPose(withExpressions(BONE, names));
  weights.forEach((weight, i) => {
    pose[weightIndex(pose, i)] = weight;
  });
  return pose;
}

function shown(expressions: Expressions, ...weights: number[]): number[] {
  return [...morphWeights(expressions, posed(expressions, weights))[0]!];
}

describe('the weights of morph targets', () => {
  test('are those that each expression asks for, added to those of the file', () => {
    const happy = { mesh: 0, target: 0, weight: 0.5 };
    const list: Expression[] = [
      { name: 'happy', isBinary: false, binds: [happy, { mesh: 0, target: 2, weight: 1 }] },
      { name: 'sad', isBinary: false, binds: [{ mesh: 0, target: 2, weight: 0.25 }] },
    ];
    const expressions = { list, meshes: [{ node: 3, rest: [0.125, 0.5, 0] }] };
    const weights = [...morphWeights(expressions, posed(expressions, [0.5, 0.5]))[0]!];
    expect(weights).toEqual([0.125 + 0.25, 0.5, 0.5 + 0.125]);
  });

  test('of a binary expression are all or nothing, and more than a half is all', () => {
    const expressions = face({ name: 'glasses', isBinary: true });
    expect([0, 0.5, 0.51, 1].map((weight) => shown(expressions, weight)[0])).toEqual([0, 0, 1, 1]);
  });

  test('are blocked by an expression that shows at all, or blended away by as much as it shows', () => {
    const blocking = face({ name: 'happy', overrides: { mouth: 'block' } }, { name: 'aa' }, { name: 'blink' });
    expect(shown(blocking, 0, 0.5, 0.5)).toEqual([0, 0.5, 0.5]);
    expect(shown(blocking, 0.125, 0.5, 0.5)).toEqual([0.125, 0, 0.5]);
    const blending = face(
      { name: 'happy', overrides: { blink: 'blend', lookAt: 'blend' } },
      { name: 'blinkLeft' },
      { name: 'lookUp' },
    );
    expect(shown(blending, 0.25, 0.5, 1)).toEqual([0.25, 0.375, 0.75]);
  });

  test('of several that blend away the same add up, and never turn anything round', () => {
    const both = face(
      { name: 'happy', overrides: { mouth: 'blend' } },
      { name: 'sad', overrides: { mouth: 'blend' } },
      { name: 'oh' },
    );
    expect(shown(both, 0.25, 0.25, 1)[2]).toBe(0.5);
    expect(shown(both, 0.75, 0.75, 1)[2]).toBe(0);
  });

  test('of a binary mouth are gone as soon as another takes something from it', () => {
    const expressions = face({ name: 'happy', overrides: { mouth: 'blend' } }, { name: 'aa', isBinary: true });
    expect(shown(expressions, 0, 1)[1]).toBe(1);
    expect(shown(expressions, 0.1, 1)[1]).toBe(0);
  });

  test('are written where they are asked to be', () => {
    const expressions = face({ name: 'happy' });
    const room = [new Float64Array([9])];
    expect(morphWeights(expressions, posed(expressions, [0.5]), room)).toBe(room);
    expect([...room[0]!]).toEqual([0.5]);
  });
});

describe('a skeleton with expressions', () => {
  test('has a number more in its poses for each, and keeps them when its limits change', () => {
    const two = withExpressions(BONE, ['happy', 'sad']);
    expect(poseLength(two)).toBe(poseLength(BONE) + 2);
    expect(withLimits(two, two.limits).expressions).toEqual(['happy', 'sad']);
    expect(withExpressions(two, [])).toEqual(BONE);
  });

  test('refuses two of one name, and one without', () => {
    expect(() => withExpressions(BONE, ['happy', 'happy'])).toThrow('expressions need different names, got "happy" twice');
    expect(() => withExpressions(BONE, [''])).toThrow('expression 0: the name must be a text');
  });
});
