import { expect, test } from 'vitest';
import type { ContactEnd, MeetingEnds } from '../../../../core/humanoid/bodies/body-contact.ts';
import { createRelaxation } from '../../../../core/humanoid/bodies/meetings.ts';
import { solveOrder } from '../../../../core/humanoid/bodies/contact-solver.ts';

const end = (actor: number, gives: boolean): ContactEnd => ({ actor, joint: 0, point: [0, 0, 0], turn: [0, 0, 0, 1], gives });
const goesTo = (own: number, other: number): MeetingEnds => ({ from: end(own, true), on: end(other, false), turns: false });
const pulls = (own: number, other: number): MeetingEnds => ({ from: end(own, false), on: end(other, true), turns: false });
const meet = (a: number, b: number): MeetingEnds => ({ from: end(a, true), on: end(b, true), turns: false });

test('bodies come after those that they go to, in the order of their numbers where nothing says otherwise', () => {
  expect(solveOrder(3, [])).toEqual([0, 1, 2]);
  expect(solveOrder(3, [goesTo(0, 2), goesTo(2, 1)])).toEqual([1, 2, 0]);
  expect(solveOrder(3, [pulls(2, 0)])).toEqual([2, 0, 1]);
  expect(solveOrder(3, [meet(0, 1), meet(1, 2)])).toEqual([0, 1, 2]);
  expect(solveOrder(2, [goesTo(0, 1), goesTo(1, 0)])).toEqual([1, 0]);
});

test('an approach that leaves the same share each time is at its end in the third try', () => {
  for (const share of [0.9, 0.3, -0.6]) {
    const relaxation = createRelaxation();
    let at = 10;
    const step = (): void => {
      // What is found goes on to 2 by the share: its end is where it changes no more.
      const left = 2 + share * (at - 2) - at;
      at += relaxation.next([left]) * left;
    };
    step();
    step();
    expect(at).toBeCloseTo(2, 9);
  }
});

test('an approach that is at its end stays there', () => {
  const relaxation = createRelaxation();
  expect([relaxation.next([0, 0]), relaxation.next([0, 0])]).toEqual([1, 1]);
});
