import { describe, expect, test } from 'vitest';
import { createPuller, type PullOptions } from '../../../core/humanoid/pulling/puller.ts';
import { pinned } from '../../../core/humanoid/body/handles.ts';
import { distance, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import type { Outcome } from '../../../core/ik/request/outcome.ts';
import { describeSolve } from '../../../renderer/panels/status/solve-words.ts';
import type { PullOrigin, SolveFeedback } from '../../../renderer/state/transient-state.ts';
import { documentOf, openStudio, poseOf } from '../state/open-studio.ts';

const { studio } = await openStudio();
const { rig } = documentOf(studio);

function words(
  outcome: Partial<Outcome>,
  handle: 'leftHand' | null = 'leftHand',
  origin: PullOrigin | null = null,
  followed: SolveFeedback['followed'] = [],
) {
  const whole: Outcome = {
    status: 'reached',
    pose: poseOf(studio),
    residuals: [],
    distance: 0,
    angle: 0,
    iterations: 12,
    updates: 80,
    cost: 0,
    costs: [0],
    settled: true,
    travel: 0,
    limited: [],
    clamped: [],
    start: { kind: 'present', index: 0 },
    ...outcome,
  };
  return describeSolve({ outcome: whole, milliseconds: 0.4321, handle, origin, followed, move: null }, rig, 'cm');
}

describe('The status line', () => {
  test('says that a handle was reached, after how much work', () => {
    expect(words({})).toEqual({
      tone: 'good',
      headline: 'Left hand reached',
      numbers: '12 iterations, 0.43 ms',
      followed: '',
      allFollowed: '',
      held: '',
      allHeld: '',
    });
    expect(words({ iterations: 1 }, null)).toMatchObject({ headline: 'Pose reached', numbers: '1 iteration, 0.43 ms' });
  });

  test.each([
    [0.012, 0, '12 mm short'],
    [0.42, 0, '42 cm short'],
    [0.0034, 0.2, '3.4 mm short and 11.5° off'],
    [0.0034, 0.005, '3.4 mm short'],
    [1.5, 0, '150 cm short'],
    [0.0001, 0.05, '2.9° off'],
    [0.0001, 0, '0.1 mm short'],
  ])('tells a miss of %d m and %d rad as %s', (metres, angle, text) => {
    expect(words({ status: 'stalled', distance: metres, angle })).toMatchObject({
      tone: 'missed',
      headline: `Left hand ${text}`,
    });
  });

  test('says that a far hand is held back by the balance', () => {
    const puller = createPuller(rig);
    const far = (weight: number): Outcome =>
      puller.begin(poseOf(studio), 'leftHand', pinned('leftFoot', 'rightFoot'), { weight }).to([1.3, 1.3, 0]);
    expect(words(far(1)).headline).toMatch(/^Left hand \d+ cm short to keep the balance$/);
    expect(words(far(0)).headline).not.toContain('balance');
  });

  test('names the limits that hold it, but no fingers and not too many', () => {
    const { leftLowerArm = -1, leftUpperArm = -1, spine = -1, chest = -1, leftIndexProximal = -1 } = rig.humanoid;
    expect(words({ limited: [leftLowerArm, leftIndexProximal] }).held).toBe('left lower arm at its limit');
    expect(words({ limited: [spine, chest, leftUpperArm, leftLowerArm] }).held).toBe(
      'spine, chest, left upper arm and 1 more at their limits',
    );
  });

  test('names no joint that stood on its limit before the pull and was not moved by it', () => {
    const { leftUpperArm = -1, rightUpperLeg = -1 } = rig.humanoid;
    const pull = createPuller(rig).begin(poseOf(studio), 'leftHand');
    const outcome = pull.to([0.3, 0.9, 0.1], { followers: 'limb' });
    const limited = [rightUpperLeg, leftUpperArm];
    const feedback = {
      outcome: { ...outcome, limited },
      milliseconds: 1,
      handle: 'leftHand',
      origin: null,
      followed: [],
    } as const;
    const { held, allHeld } = describeSolve({ ...feedback, move: pull.last() }, rig, 'cm');
    expect([held, allHeld]).toEqual(['left upper arm at its limit', 'left upper arm at its limit']);
  });

  test('tells whether nothing helped any more or the iterations ran out, and names every limit on demand', () => {
    expect(words({ status: 'stalled', distance: 0.1 }).numbers).toBe('stalled after 12 iterations, 0.43 ms');
    expect(words({ status: 'limit', distance: 0.1, iterations: 60 }).numbers).toBe('stopped after 60 iterations, 0.43 ms');
    const { leftLowerArm = -1, leftUpperArm = -1, spine = -1, chest = -1 } = rig.humanoid;
    expect(words({ limited: [spine, chest, leftUpperArm, leftLowerArm] }).allHeld).toBe(
      'spine, chest, left upper arm, left lower arm at their limits',
    );
  });

  test('names the saved poses that the body followed, the weightiest two, and all on demand', () => {
    const followed = [0.52, 0.3, 0.1, 0.001].map((weight, i) => ({ id: `p${i}`, name: `Reach ${i}`, weight }));
    expect(words({}, 'leftHand', null, followed)).toMatchObject({
      followed: 'follows “Reach 0” 52 %, “Reach 1” 30 %',
      allFollowed: 'follows “Reach 0” 52 %, “Reach 1” 30 %, “Reach 2” 10 %',
    });
  });

  test('tells where the answer started from when that was not the present pose', () => {
    const numbers = (origin: PullOrigin | null) => words({}, 'leftHand', origin).numbers;
    expect(numbers(null)).not.toContain('from');
    expect(numbers({ kind: 'seed', name: 'Crouch' })).toBe('12 iterations, 0.43 ms, from pose “Crouch”');
    expect(numbers({ kind: 'random' })).toBe('12 iterations, 0.43 ms, from a fresh start');
  });

  test('says of what was stopped by what, and how far from where it was pulled to', () => {
    const told = (target: Vec3, stops: PullOptions): string => {
      const pull = createPuller(rig).begin(poseOf(studio), 'leftHand', pinned('leftFoot', 'rightFoot'));
      const outcome = pull.to(target, stops);
      expect(outcome.status).toBe('reached');
      const feedback = { outcome, milliseconds: 1, handle: 'leftHand', origin: null, followed: [], move: pull.last() } as const;
      return describeSolve(feedback, rig, 'cm').headline;
    };
    expect(told([0.3, -0.1, 0.3], { floorStops: true })).toMatch(
      /^Left hand stopped by the floor, 1\d\d mm short$|^Left hand stopped by the floor, 1\d(\.\d)? cm short$/,
    );
    expect(told([0, 1.2, 0], { bodyStops: true })).toMatch(/^Left hand stopped by the body, [\d.]+ [cm]m short$/);
    expect(told([0.4, 1.2, 0.3], { floorStops: true, bodyStops: true })).toBe('Left hand reached');
  });

  test('says how far something that did not get there is from where it was pulled to, not from where it was stopped', () => {
    const pull = createPuller(rig).begin(poseOf(studio), 'hips', pinned('leftFoot', 'rightFoot'));
    const target: Vec3 = [0, -0.2, 0];
    const outcome = pull.to(target, { floorStops: true });
    const hips = worldPosition(forwardKinematics(rig.skeleton, outcome.pose), rig.humanoid.hips!);
    const feedback = { outcome, milliseconds: 1, handle: 'hips', origin: null, followed: [], move: pull.last() } as const;
    expect(describeSolve(feedback, rig, 'cm').headline).toBe(`Hips ${Math.round(100 * distance(hips, target))} cm short`);
  });
});
