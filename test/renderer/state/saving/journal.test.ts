import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JournalEntry } from '../../../../electron/contract.ts';
import { commitPose } from '../../../../renderer/state/editing.ts';
import { lookThrough } from '../../../../renderer/state/cameras/look-through.ts';
import { dismissNotice, notify } from '../../../../renderer/state/window/notify.ts';
import { save } from '../../../../renderer/state/saving/saving.ts';
import { hasUnsavedChanges, type Studio } from '../../../../renderer/state/studio.ts';
import { showTime } from '../../../../renderer/state/timeline/playback.ts';
import { bentElbow, noticesOf, openStudio, savedIn } from '../open-studio.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const edit = (studio: Studio, degrees: number) => commitPose(studio, `Bend ${degrees}`, bentElbow(studio, degrees));

/** A studio on a host whose disk is full as long as `full.now` says so. */
async function onFullDisk(problem?: string) {
  const full = { now: false };
  const kept: JournalEntry[] = [];
  const opened = await openStudio({
    'app.info': () => ({
      version: '1',
      host: 'browser',
      platform: 'linux',
      documentsFolder: '/home',
      ...(problem && { problem }),
    }),
    'dialog.save': () => ({ kind: 'chosen', path: '/home/ann/Walk' }),
    'journal.append': (entry) => {
      if (full.now) throw new Error('the disk is full');
      kept.push(entry);
    },
  });
  return { ...opened, full, kept };
}

const WARNING = 'Unsaved work cannot be kept for recovery: the disk is full. Limber goes on trying; save the project to be safe.';
const holdsEverything = (entry: JournalEntry | undefined) => entry !== undefined && 'version' in entry.changed;

describe('A journal that could not be written', () => {
  test('is warned of until the next edit brings everything', async () => {
    const { studio, full, kept } = await onFullDisk();
    edit(studio, 10);
    await vi.advanceTimersByTimeAsync(0);
    full.now = true;
    edit(studio, 20);
    await vi.advanceTimersByTimeAsync(4000);
    expect(noticesOf(studio)).toEqual([WARNING]);
    full.now = false;
    edit(studio, 30);
    await vi.advanceTimersByTimeAsync(0);
    expect(kept).toHaveLength(2);
    expect(holdsEverything(kept[1])).toBe(true);
    expect(noticesOf(studio)).toEqual([]);
    edit(studio, 40);
    expect(holdsEverything(kept[2])).toBe(false);
  });

  test('is tried again by itself, more and more seldom, and the warning stays meanwhile', async () => {
    const { studio, full, kept, desktop } = await onFullDisk();
    full.now = true;
    edit(studio, 10);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(noticesOf(studio)).toEqual([WARNING]);
    // At once, and after 5, 10, 20, 40 and 60 seconds.
    expect(desktop.callsOf('journal.append')).toHaveLength(5);
    full.now = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(kept.map(holdsEverything)).toEqual([true]);
    expect(noticesOf(studio)).toEqual([]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(kept).toHaveLength(1);
  });

  test('is settled when everything was saved', async () => {
    const { studio, full, desktop } = await onFullDisk();
    full.now = true;
    edit(studio, 10);
    await vi.advanceTimersByTimeAsync(0);
    await save(studio);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(noticesOf(studio)).not.toContain(WARNING);
    expect(desktop.callsOf('journal.append')).toHaveLength(1);
  });

  test('comes back into view with the next refusal when its warning was closed, and once only', async () => {
    const { studio, full } = await onFullDisk();
    full.now = true;
    edit(studio, 10);
    edit(studio, 20);
    await vi.advanceTimersByTimeAsync(0);
    expect(noticesOf(studio)).toEqual([WARNING]);
    dismissNotice(studio, studio.getState().session.notices[0]!.id);
    edit(studio, 30);
    await vi.advanceTimersByTimeAsync(0);
    expect(noticesOf(studio)).toEqual([WARNING]);
  });
});

test('A program that cannot write to its own folder says so once, and the window works', async () => {
  const problem = 'Limber cannot write to its own folder "/home/ann/.config/limber": the disk is read-only.';
  const { studio, full } = await onFullDisk(problem);
  full.now = true;
  edit(studio, 10);
  notify(studio, 'info', 'Something else.');
  await vi.advanceTimersByTimeAsync(100_000);
  expect(noticesOf(studio)).toEqual([problem.replaceAll(/"(.*)"/g, '“$1”'), 'Something else.']);
});

test('A playhead that comes to rest while a save is under way leaves no work to bring back', async () => {
  let finish = (): void => undefined;
  const { studio, desktop } = await openStudio({
    'dialog.save': () => ({ kind: 'chosen', path: '/home/ann/Walk' }),
    'project.save': (folder) =>
      new Promise((resolve) => {
        finish = () => resolve(savedIn(folder));
      }),
  });
  edit(studio, 10);
  showTime(studio, 0);
  const saving = save(studio);
  await vi.advanceTimersByTimeAsync(2000);
  finish();
  await saving;
  expect(hasUnsavedChanges(studio.getState())).toBe(false);
  const told = desktop.calls.flatMap(({ name, parameters: [entry] }) =>
    name === 'journal.append' ? [(entry as JournalEntry).label] : name === 'journal.close' ? ['closed'] : [],
  );
  expect(told.slice(-3)).toEqual(['Bend 10', 'Look at it otherwise', 'closed']);
});

test('What is looked through is kept beside unsaved work once the view rests', async () => {
  const { studio, kept } = await onFullDisk();
  edit(studio, 10);
  lookThrough(studio, 'cuts');
  await vi.advanceTimersByTimeAsync(2000);
  expect(kept.map(({ view }) => view?.through)).toEqual([undefined, 'cuts']);
});
