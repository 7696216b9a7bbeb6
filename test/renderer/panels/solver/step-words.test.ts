import { expect, test } from 'vitest';
import type { TraceStep } from '../../../../core/ik/request/trace.ts';
import { describeStep } from '../../../../renderer/panels/solver/step-words.ts';
import { documentOf, openStudio } from '../../state/open-studio.ts';

const { studio } = await openStudio();
const { rig } = documentOf(studio);
const step: TraceStep = {
  joint: rig.humanoid.leftLowerArm ?? -1,
  index: 3,
  before: [0, 0, 0, 1],
  after: [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)],
  limited: true,
  iteration: 4,
  phase: 'sweep',
};

test('a replayed step is told by its joint, whether its limit held it, and the part of the solve', () => {
  expect(describeStep(step, rig, 'cm')).toEqual({
    what: 'Left lower arm rotated by 45.0°',
    held: 'held by a limit',
    when: 'Sweep 5',
  });
  expect(
    describeStep(
      { ...step, joint: -1, before: [0, 1, 0], after: [0.003, 1, -0.004], limited: false, phase: 'refinement' },
      rig,
      'cm',
    ),
  ).toEqual({
    what: 'Hips moved by 5.0 mm',
    held: 'free',
    when: 'Step 5: refinement moves all joints together',
  });
  expect(describeStep({ ...step, phase: 'start' }, rig, 'cm').when).toBe('A new start');
  expect(describeStep({ ...step, phase: 'result' }, rig, 'cm').when).toContain('best pose');
  expect(describeStep({ ...step, after: step.before }, rig, 'cm').what).toBe('Left lower arm hardly rotated');
  expect(describeStep(undefined, rig, 'cm')).toMatchObject({ what: 'Where the solve began', held: '' });
});
