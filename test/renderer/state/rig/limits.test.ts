import { expect, test } from 'vitest';
import { commitLimit } from '../../../../renderer/state/rig/limits.ts';
import { undo } from '../../../../renderer/state/editing.ts';
import { setMirrorLimits } from '../../../../renderer/state/session.ts';
import { documentOf, leftElbow, openStudio } from '../open-studio.ts';

test('A limit goes to the other side of the body too, is given back on both, and undone in one step', async () => {
  const { studio } = await openStudio();
  const { rig } = documentOf(studio);
  const [left, right] = [leftElbow(studio), rig.humanoid.rightLowerArm!];
  const limit = rig.skeleton.limits[left]!;
  if (limit.kind !== 'hinge') throw new Error('the elbow of the mannequin must be a hinge');
  const edited = () => Object.keys(documentOf(studio).history.present.rig.limits).map(Number);
  commitLimit(studio, left, { ...limit, max: 1 });
  expect(new Set(edited())).toEqual(new Set([left, right]));
  const other = documentOf(studio).rig.skeleton.limits[right]!;
  expect(other.kind === 'hinge' && Math.max(Math.abs(other.min), Math.abs(other.max))).toBeCloseTo(1, 6);
  commitLimit(studio, right, null);
  expect(edited()).toEqual([]);
  undo(studio);
  undo(studio);
  expect(edited()).toEqual([]);
  expect(documentOf(studio).history.past).toEqual([]);
});

test('A limit stays on one side while limits are not mirrored', async () => {
  const { studio } = await openStudio();
  const left = leftElbow(studio);
  const limit = documentOf(studio).rig.skeleton.limits[left]!;
  setMirrorLimits(studio, false);
  commitLimit(studio, left, { ...limit, max: 1 } as typeof limit);
  expect(Object.keys(documentOf(studio).history.present.rig.limits).map(Number)).toEqual([left]);
  expect(documentOf(studio).history.past.at(-1)?.label).toBe('Limit of left lower arm');
});
