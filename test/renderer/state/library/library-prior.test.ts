import { expect, test, vi } from 'vitest';
import { savePose } from '../../../../core/document/edits/library.ts';
import { commitEdit } from '../../../../renderer/state/editing.ts';
import type * as InTurns from '../../../../renderer/state/in-turns.ts';
import { followLibraryPrior } from '../../../../renderer/state/library/library-prior.ts';
import { changeSolver } from '../../../../renderer/state/posing/solver-settings.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { gestureLibrary } from '../../../helpers/gesture-library.ts';
import { documentOf, openStudio } from '../open-studio.ts';

/** How the work ended that was begun to be done in turns. */
const ends = vi.hoisted((): ('done' | 'given up')[] => []);
vi.mock('../../../../renderer/state/in-turns.ts', async (load) => {
  const real = await load<typeof InTurns>();
  const startInTurns: typeof InTurns.startInTurns = (steps, onProgress) => {
    const job = real.startInTurns(steps, onProgress);
    job.result.then(
      () => ends.push('done'),
      () => ends.push('given up'),
    );
    return job;
  };
  return { ...real, startInTurns };
});

test('What pulls follow is learnt before the first pull, in turns, and anew when the library is another one', async () => {
  const { studio } = await openStudio();
  const library = gestureLibrary(documentOf(studio).rig, 160, 1);
  const fill = (from: number, to: number) =>
    commitEdit(studio, 'Fill', (project) => library.slice(from, to).reduce(savePose, project));
  // Every step takes as long as a long one, so that each has a turn of its own.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const stop = followLibraryPrior(studio);
  fill(0, 40);
  await new Promise((resolve) => setTimeout(resolve));
  expect(ends).toEqual([]);

  changeSolver(studio, 'followLibrary', 1);
  expect(ends).toEqual([]);
  await eventually(() => expect(ends).toEqual(['done']));
  fill(40, 100);
  // Something else to learn comes before that is learnt.
  fill(100, 160);
  await eventually(() => expect(ends).toEqual(['done', 'given up', 'done']));
  stop();
  changeSolver(studio, 'followLibrary', 0.5);
  await new Promise((resolve) => setTimeout(resolve));
  expect(ends).toHaveLength(3);
  vi.restoreAllMocks();
});
