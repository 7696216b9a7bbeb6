import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../core/ik/request/outcome.ts';
import { describeSolve } from '../../../renderer/panels/status/solve-words.ts';
import type { PullOrigin, SolveFeedback } from '../../../renderer/state/studio.ts';
import { documentOf, openStudio } from '../state/open-studio.ts';

const { studio } = await openStudio();
const { rig, history } = documentOf(studio);

function words(
  outcome: Partial<Outcome>,
  handle: 'leftHand' | null = 'leftHand',
  origin: PullOrigin | null = null,
  followed: SolveFeedback['followed'] = [],
) {
  const whole: Outcome = {
    status: 'reached',
    pose: history.present.pose,
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
    broughtIn: [],
    start: { kind: 'present', index: 0 },
    ...outcome,
  };
  return describeSolve({ outcome: whole, milliseconds: 0.4321, handle, origin, followed }, rig);
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
    [0.012, 0, '12 mm'],
    [0.0034, 0.2, '3.4 mm and 11.5°'],
    [0.0034, 0.005, '3.4 mm'],
    [1.5, 0, '1.50 m'],
    [0.0001, 0.05, '2.9°'],
    [0.0001, 0, '0.1 mm'],
  ])('tells a miss of %d m and %d rad as %s', (distance, angle, text) => {
    expect(words({ status: 'stalled', distance, angle })).toMatchObject({
      tone: 'missed',
      headline: `Left hand missed by ${text}`,
    });
  });

  test('names the limits that hold it, but no fingers and not too many', () => {
    const { leftLowerArm = -1, leftUpperArm = -1, spine = -1, chest = -1, leftIndexProximal = -1 } = rig.humanoid;
    expect(words({ limited: [leftLowerArm, leftIndexProximal] }).held).toBe('at the limit: left lower arm');
    expect(words({ limited: [spine, chest, leftUpperArm, leftLowerArm] }).held).toBe(
      'at the limit: spine, chest, left upper arm and 1 more',
    );
  });

  test('tells whether nothing helped any more or the iterations ran out, and names every limit on demand', () => {
    expect(words({ status: 'stalled', distance: 0.1 }).numbers).toBe('stalled after 12 iterations, 0.43 ms');
    expect(words({ status: 'limit', distance: 0.1, iterations: 60 }).numbers).toBe('stopped after 60 iterations, 0.43 ms');
    const { leftLowerArm = -1, leftUpperArm = -1, spine = -1, chest = -1 } = rig.humanoid;
    expect(words({ limited: [spine, chest, leftUpperArm, leftLowerArm] }).allHeld).toBe(
      'At the limit: spine, chest, left upper arm, left lower arm',
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
});
