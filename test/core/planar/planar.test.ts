import { describe, expect, test } from 'vitest';
import {
  beginPlanar,
  escapePlanar,
  isPlanarLocked,
  planarDistance,
  planarPoints,
  planarReach,
  planarStep,
  solvePlanar,
  stepPlanarJoint,
  stepPlanarSweep,
  type PlanarBone,
} from '../../../core/planar/planar.ts';
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

  test('joints stand where rotations of the plane put them, bones that start aside of their parent too (200 chains, seed 18)', () => {
    const random = seededRandom(18);
    for (let i = 0; i < 200; i++) {
      const bones = Array.from({ length: 5 }, () => ({ x: random() - 0.5, y: random() - 0.5, angle: 20 * random() - 10 }));
      // The end, from the effector inwards: each frame turns all that hangs from it.
      const end = bones.reduceRight<[number, number]>(
        ([x, y], bone) => [
          bone.x + x * Math.cos(bone.angle) - y * Math.sin(bone.angle),
          bone.y + x * Math.sin(bone.angle) + y * Math.cos(bone.angle),
        ],
        [0, 0],
      );
      const points = planarPoints(bones);
      expect(Math.hypot(points.at(-1)!.x - end[0], points.at(-1)!.y - end[1])).toBeLessThan(1e-12);
      expect(points.every(({ angle }) => angle > -Math.PI && angle <= Math.PI)).toBe(true);
      expect(Math.cos(points.at(-1)!.angle - bones.reduce((sum, bone) => sum + bone.angle, 0))).toBeCloseTo(1, 12);
    }
  });

  test('one bone alone has no joint to turn: it has arrived or failed before the first sweep', () => {
    const there = solvePlanar(straight(), { x: 0, y: 0 }, 0.1);
    expect(there).toEqual({ status: 'success', bones: straight(), sweeps: 0, escapes: 0 });
    const away = beginPlanar(straight(), { x: 1, y: 0 }, 0.1);
    expect(away.status).toBe('failure');
    expect(stepPlanarSweep(away)).toBe(away);
    expect(isPlanarLocked(away)).toBe(false);
    expect(solvePlanar(straight(), { x: 1, y: 0 }, 0.1)).toMatchObject({ status: 'failure', sweeps: 0, escapes: 0 });
  });

  test('sweeps that are used up end in "limit"', () => {
    const bones = straight(1, 1, 1).map((bone) => ({ ...bone, angle: 0.5 }));
    expect(solvePlanar(bones, { x: -1, y: 1.2 }, 1e-6, 1)).toMatchObject({ status: 'limit', sweeps: 1 });
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
      "the target's x must be a finite number of at most 1000000000, got NaN",
    ],
    [() => planarStep(straight(1e300), { x: 0, y: 0 }, 0.1), 'at most 1000000000, got 1e+300'],
    [() => planarStep(straight(1), { x: 0, y: 0 }, 0), 'the tolerance must be positive and finite, got 0'],
    [() => solvePlanar(straight(1), { x: 0, y: 0 }, 0.1, Infinity), 'maxSweeps must be a whole number from 1, got Infinity'],
  ] as const)('bad input %# is refused in a sentence: %o', (call, sentence) => {
    expect(call).toThrow(sentence);
  });

  test('stepping joint by joint or sweep by sweep ends where one call ends, and counts alike', () => {
    const bones = straight(0.5, 0.3, 0.2).map((bone) => ({ ...bone, angle: 0.4 }));
    const target = { x: -0.2, y: 0.7 };
    const whole = solvePlanar(bones, target, 1e-3);
    let sweeping = beginPlanar(bones, target, 1e-3);
    while (sweeping.status === 'processing') sweeping = stepPlanarSweep(sweeping);
    let stepping = beginPlanar(bones, target, 1e-3);
    let steps = 0;
    for (; stepping.status === 'processing'; steps++) {
      const next = stepPlanarJoint(stepping);
      expect(next.turn?.bone).toBe(stepping.next);
      expect(next.next).toBe(stepping.next === 0 ? 2 : stepping.next - 1);
      expect(planarDistance(next)).toBeLessThanOrEqual(planarDistance(stepping) + 1e-12);
      stepping = next;
    }
    expect(stepping).toEqual(sweeping);
    expect(stepping).toMatchObject({ ...whole, updates: steps });
    expect(whole.status).toBe('success');
    expect(Math.ceil(steps / 3)).toBe(whole.sweeps);
    expect(stepPlanarJoint(stepping)).toBe(stepping);
  });

  test('the lock of the 2D article: the second bone turns back, nothing helps any more, and a bend frees the chain', () => {
    const bones = straight(0.6, 0.4);
    const first = stepPlanarSweep(beginPlanar(bones, { x: 0.45, y: 0 }, 1e-3));
    expect(first).toMatchObject({ status: 'processing', sweeps: 1, updates: 2 });
    expect(Math.abs(first.bones[1]!.angle)).toBeCloseTo(Math.PI, 9);
    const locked = stepPlanarSweep(first);
    expect(locked).toMatchObject({ status: 'failure', sweeps: 2, updates: 4 });
    expect(planarDistance(locked)).toBeCloseTo(0.25, 9);
    expect(isPlanarLocked(first)).toBe(false);
    expect(isPlanarLocked(locked)).toBe(true);
    const bent = escapePlanar(locked)!;
    expect(bent).toMatchObject({ status: 'processing', escapes: 1, sweeps: 2, next: 1, turn: null });
    expect(Math.sign(bent.bones[0]!.angle)).not.toBe(Math.sign(Math.sin(bent.bones[1]!.angle - Math.PI)));
    expect(solvePlanar(bones, { x: 0.45, y: 0 }, 1e-3)).toMatchObject({ status: 'success', escapes: 1 });
  });

  test('a joint that the target or the effector lies on is passed over, with no turn to tell', () => {
    const onTarget = stepPlanarJoint(beginPlanar(straight(0.5, 0.5), { x: 0.5, y: 0 }, 1e-3));
    expect(onTarget).toMatchObject({ turn: { bone: 1, angle: null }, next: 0, status: 'processing' });
    expect(onTarget.bones).toEqual(straight(0.5, 0.5));
  });

  test('out of reach is no lock: neither beyond the stretched chain nor inside the least reach', () => {
    expect(planarReach(straight(0.75, 0.25))).toEqual([0.5, 1]);
    expect(planarReach(straight(0.5, 0.25, 0.5))).toEqual([0, 1.25]);
    for (const x of [1.5, 0.1]) {
      let solve = beginPlanar(straight(0.6, 0.4), { x, y: 0 }, 1e-3);
      while (solve.status === 'processing') solve = stepPlanarSweep(solve);
      expect(isPlanarLocked(solve)).toBe(false);
      expect(escapePlanar(solve)).toBeNull();
    }
  });

  test('folding back on the line to a target out of reach is a lock too: bent, the chain ends stretched towards it', () => {
    for (const [lengths, x] of [
      [[0.6, 0.4], -1.5],
      [[0.2, 0.3, 0.3, 0.2], -2],
      [[0.6, 0.1], -0.2],
    ] as const) {
      const bones = straight(...lengths);
      const target = { x, y: 0 };
      const [least, greatest] = planarReach(bones);
      const nearest = Math.max(-x - greatest, least + x);
      const { status, bones: ended } = solvePlanar(bones, target, 1e-3, 1000);
      expect(status).toBe('failure');
      expect(planarDistance({ bones: ended, target })).toBeLessThan(nearest + 1e-3);
    }
  });
});
