import { describe, expect, test } from 'vitest';
import { distance } from '../../../../core/math/vec3.ts';
import { adviceFor, type Advice } from '../../../../renderer/state/posing/advice.ts';
import { togglePin } from '../../../../renderer/state/posing/pins.ts';
import { presentFeedback } from '../../../../renderer/state/preview.ts';
import { showFrame } from '../../../../renderer/state/timeline/playback.ts';
import { select } from '../../../../renderer/state/selection.ts';
import { changeSolver } from '../../../../renderer/state/posing/solver-settings.ts';
import { NOTHING_SELECTED } from '../../../../renderer/state/session-state.ts';
import type { Studio } from '../../../../renderer/state/studio.ts';
import { moveHandle, placeOfHandle } from '../../../../renderer/tools/nudge.ts';
import { documentOf, openStudio } from '../open-studio.ts';

/** The left hand pulled 60 cm away from the body and 30 cm down, with both feet and the right hand pinned. */
async function pulledTooFar(): Promise<Studio> {
  const { studio } = await openStudio();
  togglePin(studio, 'rightHand');
  changeSolver(studio, 'rootStiffness', 1);
  moveHandle(studio, 'leftHand', [0.6, -0.3, 0]);
  return studio;
}

const adviceOf = (studio: Studio): readonly Advice[] => adviceFor(studio.getState(), presentFeedback(studio.getState())!);

describe('A pull that fell short', () => {
  test('is advised what was tried and gains, at most two ways, the best first', async () => {
    const studio = await pulledTooFar();
    const { outcome } = presentFeedback(studio.getState())!;
    const advice = adviceOf(studio);
    expect(advice.length).toBeGreaterThan(0);
    expect(advice.length).toBeLessThanOrEqual(2);
    expect(advice.map(({ distance: left }) => left)).toEqual(advice.map(({ distance: left }) => left).toSorted((a, b) => a - b));
    for (const { distance: left } of advice) expect(left).toBeLessThan(0.8 * outcome.distance);
  });

  test('comes as near as was said when the advice is followed, in one step that is undone at once', async () => {
    const studio = await pulledTooFar();
    const wanted = presentFeedback(studio.getState())!.move!.target;
    const { past, present } = documentOf(studio).history;
    const [best] = adviceOf(studio);
    best!.follow(studio);
    expect(distance(placeOfHandle(studio.getState(), 'leftHand')!, wanted)).toBeCloseTo(best!.distance, 6);
    expect(documentOf(studio).history.past).toHaveLength(past.length + 1);
    expect(documentOf(studio).history.past.at(-1)?.label).toBe(best!.label);
    expect(documentOf(studio).history.past.at(-1)?.project).toBe(present);
  });

  test('is told of until the selection or the playhead changes', async () => {
    const studio = await pulledTooFar();
    expect(presentFeedback(studio.getState())).not.toBeNull();
    select(studio, { joint: null, handle: 'rightHand' });
    expect(presentFeedback(studio.getState())).toBeNull();
    const other = await pulledTooFar();
    showFrame(other, 12);
    expect(presentFeedback(other.getState())).toBeNull();
    // What it was asked stays for the solver view.
    expect(other.getState().transient.feedback?.move).not.toBeNull();
  });
});

test('A pull that only lets go of all pins together is advised to unpin everything', async () => {
  const { studio } = await openStudio();
  moveHandle(studio, 'leftHand', [-0.7, 1.2, 0]);
  expect(presentFeedback(studio.getState())!.outcome.distance).toBeGreaterThan(0.3);
  const [advice] = adviceOf(studio);
  expect(advice?.label).toBe('Unpin everything');
  advice!.follow(studio);
  expect(documentOf(studio).history.present.pins).toEqual({});
  expect(presentFeedback(studio.getState())!.outcome.distance).toBeLessThan(0.05);
});

test('A hand that stops short to keep the balance is advised to let it go, and comes nearer then', async () => {
  const { studio } = await openStudio();
  moveHandle(studio, 'leftHand', [0.9, 0, 0]);
  const { outcome } = presentFeedback(studio.getState())!;
  expect(outcome.residuals[0]?.reason).toBe('balance');
  const advice = adviceOf(studio).find(({ label }) => label === 'Let the balance go')!;
  advice.follow(studio);
  expect(documentOf(studio).history.present.solver.weight).toBe(0);
  expect(presentFeedback(studio.getState())!.outcome.distance).toBeLessThan(0.8 * outcome.distance);
});

test('A pull that reached its place is advised nothing', async () => {
  const { studio } = await openStudio();
  select(studio, NOTHING_SELECTED);
  moveHandle(studio, 'leftHand', [-0.1, -0.1, 0.1]);
  expect(presentFeedback(studio.getState())!.outcome.status).toBe('reached');
  expect(adviceOf(studio)).toEqual([]);
});
