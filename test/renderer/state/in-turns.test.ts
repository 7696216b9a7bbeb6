import { afterEach, expect, test, vi } from 'vitest';
import type { Steps } from '../../../core/animation/steps.ts';
import { lintClip } from '../../../core/animation/lint/lint-clip.ts';
import { activeClip, editActiveClip, setKeyAt } from '../../../core/document/edits/clips.ts';
import { followCheck, foundIssues, repairAll } from '../../../renderer/state/timeline/clip-issues.ts';
import { commitEdit, undo } from '../../../renderer/state/editing.ts';
import { startInTurns, whileComputing } from '../../../renderer/state/in-turns.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { setTimelineSession } from '../../../renderer/state/timeline/set-timeline-session.ts';
import { eventually } from '../../helpers/eventually.ts';
import { bentElbow, documentOf, noticesOf, openStudio, poseOf } from './open-studio.ts';

afterEach(() => void vi.restoreAllMocks());

/** A machine on which every step takes as long as a long one. */
function slowMachine(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
}

/** A machine on which nothing takes any time. */
function fastMachine(): void {
  vi.spyOn(performance, 'now').mockReturnValue(0);
}

function* counting(steps: number, onStep: (step: number) => void = () => {}): Steps<string> {
  for (let step = 0; step < steps; step++) {
    onStep(step);
    yield step / steps;
  }
  return 'done';
}

const workOf = (studio: Studio) => studio.getState().session.work;

test('Long work shows what is done and how far it is, and the bar goes with it', async () => {
  slowMachine();
  const { studio } = await openStudio();
  const shares: (number | null)[] = [];
  studio.subscribe(({ session: { work } }) => {
    if (work && shares.at(-1) !== work.progress) shares.push(work.progress);
  });
  const result = whileComputing(studio, 'Counting', counting(4));
  expect(workOf(studio)).toMatchObject({ label: 'Counting', progress: 0 });
  expect(await result).toBe('done');
  expect(shares).toEqual([null, 0, 0.5, 0.75]);
  expect(workOf(studio)).toBeNull();
});

test('Work of a moment shows no bar', async () => {
  fastMachine();
  const { studio } = await openStudio();
  const result = whileComputing(studio, 'Counting', counting(1000));
  expect(workOf(studio)).toBeNull();
  expect(await result).toBe('done');
});

test('Cancelled work stops where it is', async () => {
  slowMachine();
  const { studio } = await openStudio();
  let last = -1;
  const result = whileComputing(
    studio,
    'Counting',
    counting(1e9, (step) => {
      last = step;
    }),
  );
  workOf(studio)!.cancel();
  await expect(result).rejects.toThrow('cancelled');
  const stopped = last;
  expect(workOf(studio)).toBeNull();
  await new Promise((resolve) => setTimeout(resolve));
  expect(last).toBe(stopped);
});

test('Work without a bar of its own tells how far it is, and can be left', async () => {
  slowMachine();
  const shares: number[] = [];
  expect(await startInTurns(counting(3), (share) => shares.push(share)).result).toBe('done');
  expect(shares).toEqual([0, 1 / 3, 2 / 3]);
  const left = startInTurns(counting(3), () => {});
  left.cancel();
  await expect(left.result).rejects.toThrow('cancelled');
});

/** A clip of two seconds that loops and does not close. */
async function openLoop(): Promise<Studio> {
  const { studio } = await openStudio();
  const { rig } = documentOf(studio);
  commitEdit(studio, 'Bend', (project) =>
    editActiveClip(
      setKeyAt(setKeyAt(project, rig.skeleton, 0, poseOf(studio)), rig.skeleton, 2, bentElbow(studio, 80)),
      (clip) => ({
        ...clip,
        loop: true,
      }),
    ),
  );
  return studio;
}

function expected(studio: Studio): string[] {
  const { rig, history } = documentOf(studio);
  return lintClip(rig, activeClip(history.present)).map(({ message }) => message);
}

test('A checked clip is looked at again when it is another one, with a bar; cancelling ends the check @all', async () => {
  slowMachine();
  const studio = await openLoop();
  const stop = followCheck(studio);
  expect(workOf(studio)).toBeNull();
  setTimelineSession(studio, { isChecked: true });
  expect(workOf(studio)).toMatchObject({ label: 'Checking the clip' });
  await eventually(() => expect(workOf(studio)).toBeNull());
  const open = expected(studio);
  expect(open.length).toBeGreaterThan(0);
  expect(foundIssues(studio.getState()).map(({ message }) => message)).toEqual(open);

  await repairAllAtOnce(studio);
  await eventually(() => expect(foundIssues(studio.getState()).map(({ message }) => message)).toEqual(expected(studio)));
  expect(expected(studio)).not.toEqual(open);
  undo(studio);
  await eventually(() => expect(foundIssues(studio.getState()).map(({ message }) => message)).toEqual(open));

  commitEdit(studio, 'Bend less', (project) => setKeyAt(project, documentOf(studio).rig.skeleton, 1, bentElbow(studio, 20)));
  workOf(studio)!.cancel();
  await eventually(() => expect(studio.getState().session.timeline).toMatchObject({ isChecked: false, found: null }));
  stop();
});

async function repairAllAtOnce(studio: Studio): Promise<void> {
  await repairAll(studio);
  expect(documentOf(studio).history.past.at(-1)?.label).toMatch(/^Repair/);
}

test('A repair that is cancelled, or that an edit comes before, leaves the clip as it is @all', async () => {
  slowMachine();
  const studio = await openLoop();
  const before = documentOf(studio).history.present;
  const cancelled = repairAll(studio);
  expect(workOf(studio)).toMatchObject({ label: 'Repairing the clip' });
  workOf(studio)!.cancel();
  await cancelled;
  expect(documentOf(studio).history.present).toBe(before);
  expect(noticesOf(studio)).toEqual([]);

  const late = repairAll(studio);
  commitEdit(studio, 'Bend less', (project) => setKeyAt(project, documentOf(studio).rig.skeleton, 1, bentElbow(studio, 20)));
  await late;
  expect(documentOf(studio).history.past.at(-1)?.label).toBe('Bend less');
  expect(noticesOf(studio).at(-1)).toMatch(/^The clip was changed while it was repaired/);
});
