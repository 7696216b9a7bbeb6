import { describe, expect, test } from 'vitest';
import { isPlanarLocked, planarDistance, planarPoints, type PlanarSolve } from '../../../../../core/planar/planar.ts';
import { PLANE_EXAMPLES, type ExampleName } from '../../../../../renderer/panels/solver/plane/plane-examples.ts';
import { describePlane } from '../../../../../renderer/panels/solver/plane/plane-words.ts';
import {
  advance,
  boneCount,
  MOST_SWEEPS,
  moveTarget,
  openExample,
  PLANE_EDGE,
  resetPlayground,
  runToEnd,
  stepJoint,
  stepSweep,
} from '../../../../../renderer/panels/solver/plane/playground.ts';

const COUNTS = [2, 3, 5, 8, 12];

describe('The playground', () => {
  test.each(PLANE_EXAMPLES.map(({ value }) => value))(
    '%s: a run ends, whatever the number of bones, as its name says',
    (name) => {
      for (const bones of COUNTS) {
        const opened = openExample(name, bones);
        expect(boneCount(opened)).toBe(bones);
        expect(Math.hypot(...Object.values(planarPoints(openExample('lock', bones).start).at(-1)!))).toBeCloseTo(1, 9);
        const { solve, isRunning } = runToEnd(opened);
        expect(isRunning).toBe(false);
        if (name === 'beyond') expect(solve).toMatchObject({ status: 'failure', escapes: 0 });
        else if (name === 'stretch' && solve.status === 'processing') expect(solve.sweeps).toBeGreaterThanOrEqual(MOST_SWEEPS);
        else expect(planarDistance(solve)).toBeLessThanOrEqual(0.005);
      }
    },
  );

  test('shows the two-bone lock before it leaves it, stepping and running', () => {
    const locked = stepSweep(stepSweep(openExample('lock')));
    expect(isPlanarLocked(locked.solve)).toBe(true);
    expect(describePlane(locked.solve, 'cm')).toMatchObject({ tone: 'missed', headline: 'Failure: locked' });
    for (const step of [stepJoint, stepSweep, advance]) expect(step(locked).solve).toMatchObject({ escapes: 1, updates: 4 });
    let seen = 0;
    let running = { ...openExample('lock'), isRunning: true };
    while (running.isRunning) {
      running = advance(running);
      if (isPlanarLocked(running.solve)) seen++;
    }
    expect(seen).toBe(1);
    expect(describePlane(running.solve, 'cm')).toMatchObject({
      tone: 'good',
      headline: 'Success: reached',
      detail: 'A lock was found, and left by bending the chain.',
    });
  });

  test('lets the chain follow the target where it goes, within the picture, or wait for a step', () => {
    const opened = openExample('bent');
    const followed = moveTarget(opened, { x: 0.3, y: -0.4 }, true);
    expect(followed.solve.status).toBe('success');
    expect(followed.start).toBe(opened.solve.bones);
    const waiting = moveTarget(opened, { x: 0.3, y: -0.4 }, false);
    expect(waiting).toMatchObject({ isRunning: false, solve: { bones: opened.start, updates: 0 } });
    expect(moveTarget(opened, { x: 9, y: -9 }, false).solve.target).toEqual({ x: PLANE_EDGE.x, y: -PLANE_EDGE.y });
  });

  test('goes back to the example with the bones that were chosen', () => {
    const opened = openExample('onJoint', 7);
    expect(resetPlayground(stepSweep(moveTarget(opened, { x: 0, y: 1 }, true)))).toEqual(opened);
    expect(boneCount(openExample('bent', 40))).toBe(12);
    expect(boneCount(openExample('bent', 0))).toBe(2);
  });
});

describe('The words for a solve in the plane', () => {
  const words = (
    name: ExampleName,
    ...steps: readonly ((from: ReturnType<typeof openExample>) => ReturnType<typeof openExample>)[]
  ) => describePlane(steps.reduce((present, step) => step(present), openExample(name)).solve, 'cm');

  test('begin with what comes next, and then tell each turn', () => {
    expect(words('bent')).toMatchObject({ tone: 'open', headline: 'Ready', detail: 'Joint 4 rotates first, next to the end.' });
    const turned = words('bent', stepJoint);
    expect(turned.headline).toBe('Processing');
    expect(turned.numbers).toMatch(/^\d+ cm from the target · 1 sweep, 1 joint update$/);
    expect(turned.detail).toMatch(/^Joint 4 rotated by \d+\.\d° anticlockwise\.$/);
    expect(words('lock', stepSweep).detail).toBe('Joint 1 was already at its best.');
  });

  test('say why a joint on the target does not turn', () => {
    expect(words('onJoint', stepJoint, stepJoint).detail).toBe('Joint 2 has no direction to rotate to: the target lies on it.');
  });

  test('tell a failure by how far out of reach the target is, too far or too near', () => {
    const { bones } = openExample('beyond').solve;
    const far = Math.round(100 * (Math.hypot(1.1, 0.6) - 1));
    expect(words('beyond', runToEnd)).toMatchObject({
      tone: 'missed',
      headline: 'Failure: out of reach',
      detail: `The target is ${far} cm beyond the chain’s reach; it is stretched towards it.`,
    });
    expect(bones).toHaveLength(6);
    const near = runToEnd(moveTarget(openExample('lock'), { x: 0, y: 0.05 }, false)).solve;
    // Bones of 0.625 m and 0.375 m come no nearer to the root than 0.25 m.
    expect(describePlane(near, 'cm').detail).toBe('The target is 20 cm nearer to the root than the chain can fold.');
  });

  test('admit that a run was stopped', () => {
    const solve: PlanarSolve = { ...openExample('stretch').solve, sweeps: MOST_SWEEPS, updates: 3000 };
    expect(describePlane(solve, 'cm').headline).toBe(`Stopped after ${MOST_SWEEPS} sweeps`);
  });
});
