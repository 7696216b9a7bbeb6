import { describe, expect, test } from 'vitest';
import { setPose } from '../../../core/document/edits/posing.ts';
import { handlesOf } from '../../../core/humanoid/handles.ts';
import { createPuller, handlePosition } from '../../../core/humanoid/posing.ts';
import { distance, add } from '../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { rotationIndex } from '../../../core/skeleton/pose.ts';
import { commitEdit, setFeedback, setPreview } from '../../../renderer/state/editing.ts';
import { jointsMoved, lastPull, poseAfterSteps, traceSolve } from '../../../renderer/state/solve-trace.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { bentElbow, documentOf, openStudio } from './open-studio.ts';

/** A studio in which the left hand was just pulled 20 cm forward and 10 cm down. */
async function pulled(): Promise<Studio> {
  const { studio } = await openStudio();
  const { rig, history } = documentOf(studio);
  const start = history.present.pose;
  const hand = handlesOf(rig).find(({ name }) => name === 'leftHand');
  if (!hand) throw new Error('the mannequin must have a left hand');
  const target = add(handlePosition(hand, forwardKinematics(rig.skeleton, start)), [0, -0.1, 0.2]);
  const { pins, solver } = history.present;
  const outcome = createPuller(rig).begin(start, 'leftHand', pins, solver).to(target);
  setPreview(studio, { pose: outcome.pose, cause: 'pull' });
  setFeedback(studio, { outcome, milliseconds: 1, handle: 'leftHand', origin: null, pull: { start, target } });
  commitEdit(studio, 'Pull left hand', (project) => setPose(project, outcome.pose));
  return studio;
}

describe('The last pull', () => {
  test('can be traced until something else is done', async () => {
    const studio = await pulled();
    expect(lastPull(studio.getState())?.handle).toBe('leftHand');
    commitEdit(studio, 'Bend', (project) => setPose(project, bentElbow(studio, 50)));
    expect(lastPull(studio.getState())).toBeNull();
  });

  test('is solved again to the very pose that it gave', async () => {
    const studio = await pulled();
    const pull = lastPull(studio.getState());
    if (!pull) throw new Error('there was a pull');
    const solve = traceSolve(documentOf(studio), pull, 'smartBounce');
    expect(solve.outcome.pose).toEqual(documentOf(studio).history.present.pose);
  });

  test.each(['smartBounce', 'backward', 'forward'] as const)('leads step by step to its outcome: %s', async (order) => {
    const studio = await pulled();
    const pull = lastPull(studio.getState());
    if (!pull) throw new Error('there was a pull');
    const solve = traceSolve(documentOf(studio), pull, order);
    const { length } = solve.trace.steps;
    expect(length).toBeGreaterThan(0);
    expect(poseAfterSteps(solve, 0)).toEqual(pull.start);
    const end = poseAfterSteps(solve, length);
    expect(Math.max(...end.map((value, i) => Math.abs(value - (solve.outcome.pose[i] ?? Number.NaN))))).toBeLessThan(1e-9);
    const { rig } = documentOf(studio);
    const hand = handlesOf(rig).find(({ name }) => name === 'leftHand');
    const reached = hand && handlePosition(hand, forwardKinematics(rig.skeleton, end));
    expect(reached && distance(reached, pull.target)).toBeLessThan(1e-3);
  });

  test('moves fewer joints than the body has, and counts them', async () => {
    const studio = await pulled();
    const pull = lastPull(studio.getState());
    if (!pull) throw new Error('there was a pull');
    const solve = traceSolve(documentOf(studio), pull, 'smartBounce');
    const end = poseAfterSteps(solve, solve.trace.steps.length);
    const { rig } = documentOf(studio);
    const { count } = rig.skeleton;
    const differs = Array.from({ length: count }, (_, j) => j).filter((j) => {
      const at = rotationIndex(j);
      return [0, 1, 2, 3].some((k) => end[at + k] !== solve.start[at + k]);
    });
    expect(differs.length).toBeGreaterThan(0);
    expect(jointsMoved(solve)).toBeGreaterThanOrEqual(differs.length);
    expect(jointsMoved(solve)).toBeLessThan(count);
    expect(jointsMoved({ ...solve, trace: { steps: [], iterations: [] } })).toBe(0);
  });
});
