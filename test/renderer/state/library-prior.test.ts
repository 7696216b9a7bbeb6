import { expect, test, vi } from 'vitest';
import { savePose } from '../../../core/document/edits/library.ts';
import { commitEdit } from '../../../renderer/state/editing.ts';
import { followLibraryPrior } from '../../../renderer/state/library-prior.ts';
import { changeSolver } from '../../../renderer/state/solver-settings.ts';
import { eventually } from '../../helpers/eventually.ts';
import { gestureLibrary } from '../../helpers/gesture-library.ts';
import { documentOf, openStudio } from './open-studio.ts';

test('What pulls follow is learnt before the first pull, in turns, and anew when the library is another one', async () => {
  const { studio } = await openStudio();
  const library = gestureLibrary(documentOf(studio).rig, 160, 1);
  const fill = (from: number, to: number) =>
    commitEdit(studio, 'Fill', (project) => library.slice(from, to).reduce(savePose, project));
  // Every step takes as long as a long one, so that each has a turn of its own.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  let learnt = 0;
  const stop = followLibraryPrior(studio, () => learnt++);
  fill(0, 40);
  await new Promise((resolve) => setTimeout(resolve));
  expect(learnt).toBe(0);

  changeSolver(studio, 'followLibrary', 1);
  expect(learnt).toBe(0);
  await eventually(() => expect(learnt).toBe(1));
  fill(40, 100);
  // Something else to learn comes before that is learnt.
  fill(100, 160);
  await eventually(() => expect(learnt).toBe(2));
  stop();
  changeSolver(studio, 'followLibrary', 0.5);
  await new Promise((resolve) => setTimeout(resolve));
  expect(learnt).toBe(2);
  vi.restoreAllMocks();
});
