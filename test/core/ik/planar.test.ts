import { describe, expect, test } from 'vitest';
import { planarPoints, planarStep, solvePlanar, type PlanarBone } from '../../../core/ik/planar.ts';
import { seededRandom } from '../../../core/math/random.ts';

/** Bones of the given lengths laid along x. */
function straight(...lengths: number[]): PlanarBone[] {
  return [0, ...lengths].map((x) => ({ x, y: 0, angle: 0 }));
}

describe('the planar solver', () => {
  test('two straight bones with the target on their line lock: a sweep fails, the solve bends them and arrives', () => {
    const bones = straight(1, 1);
    expect(planarStep(bones, { x: 1.2, y: 0 }, 0.01)).toMatchObject({ status: 'failure', turns: [{ angle: 0 }, { angle: 0 }] });
    const outcome = solvePlanar(bones, { x: 1.2, y: 0 }, 0.01);
    expect(outcome.status).toBe('success');
    expect(outcome.escapes).toBe(1);
    const end = planarPoints(outcome.bones).at(-1)!;
    expect(Math.hypot(end.x - 1.2, end.y)).toBeLessThan(0.01);
  });

  test('reaches what can be reached (500 random chains, seed 17), each step turning the bone it says', () => {
    const random = seededRandom(17);
    for (let i = 0; i < 500; i++) {
      const bones = straight(...Array.from({ length: 2 + Math.floor(4 * random()) }, () => 0.3 + random()));
      const posed = bones.map((bone) => ({ ...bone, angle: 6 * random() - 3 }));
      const target = planarPoints(bones.map((bone) => ({ ...bone, angle: 6 * random() - 3 }))).at(-1)!;
      const step = planarStep(posed, target, 1e-3);
      const turned = posed.map((bone) => bone.angle);
      for (const { bone, angle } of step.turns) turned[bone]! += angle;
      step.bones.forEach((bone, k) => expect(Math.cos(bone.angle - turned[k]!)).toBeCloseTo(1, 9));
      expect(solvePlanar(posed, target, 1e-2, 3000).status).toBe('success');
    }
  });

  test('a target out of reach fails, with the chain stretched towards it', () => {
    const outcome = solvePlanar(
      [
        { x: 0, y: 0, angle: 0.4 },
        { x: 1, y: 0, angle: 1 },
        { x: 1, y: 0, angle: 0 },
      ],
      { x: 0, y: 5 },
      0.01,
      2000,
    );
    expect(outcome.status).toBe('failure');
    expect(planarPoints(outcome.bones).at(-1)!.y).toBeGreaterThan(1.99);
  });

  test.each([
    [() => planarStep([], { x: 0, y: 0 }, 0.1), 'a planar chain needs at least one bone'],
    [
      () => planarStep(straight(1), { x: NaN, y: 0 }, 0.1),
      'bones and target must be finite numbers of at most 1000000000, got NaN',
    ],
    [() => planarStep(straight(1e300), { x: 0, y: 0 }, 0.1), 'at most 1000000000, got 1e+300'],
    [() => planarStep(straight(1), { x: 0, y: 0 }, 0), 'the tolerance must be positive and finite, got 0'],
    [() => solvePlanar(straight(1), { x: 0, y: 0 }, 0.1, Infinity), 'maxSweeps must be a whole number from 1, got Infinity'],
  ] as const)('bad input %# is refused in a sentence: %o', (call, sentence) => {
    expect(call).toThrow(sentence);
  });
});
