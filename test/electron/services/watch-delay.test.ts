import { EventEmitter } from 'node:events';
import type { FSWatcher } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LookedAt, LookTask } from '../../../electron/files/project/project-news.ts';
import { createProjectWatch } from '../../../electron/services/project-watch.ts';
import type { ProjectNews } from '../../../electron/contract.ts';
import { eventually } from '../../helpers/eventually.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A watch whose folders say what the test says, on a clock that only the test moves. */
async function heldWatch(answer: (task: LookTask) => LookedAt) {
  const folder = await mkdtemp(join(tmpdir(), 'limber-watch-'));
  const listeners = new Map<string, (event: string, name: string | null) => void>();
  const looks = new EventEmitter<{ look: [readonly string[]] }>();
  const told: ProjectNews[] = [];
  const watch = createProjectWatch((news) => told.push(news), {
    watchFolder: ((path: string, _: unknown, listener: (event: string, name: string | null) => void) => {
      listeners.set(path, listener);
      return Object.assign(new EventEmitter(), { close: () => {} }) as unknown as FSWatcher;
    }) as never,
    look: async (task) => {
      const found = answer(task);
      looks.emit('look', task.paths);
      return found;
    },
  });
  /** What is looked at by the end of so many milliseconds. */
  const lookAfter = async (milliseconds: number): Promise<readonly string[]> => {
    const look = new Promise<readonly string[]>((resolve) => looks.once('look', resolve));
    vi.advanceTimersByTime(milliseconds);
    return look;
  };
  watch.show(folder, {}, new Map());
  await lookAfter(0);
  return {
    told,
    lookAfter,
    happens: (name: string) => listeners.get(join(folder, 'poses'))!('rename', name),
    close: () => watch.show(null, {}, new Map()),
  };
}

const NOTHING: LookedAt = { found: [], seen: new Map() };

test('what arrives is looked at 60 milliseconds after the first sign of it, however much arrives after it', async () => {
  const { happens, lookAfter, close } = await heldWatch(() => NOTHING);
  for (let burst = 0; burst < 3; burst++) {
    happens('first.json');
    for (let i = 0; i < 5; i++) {
      vi.advanceTimersByTime(10);
      happens(`more-${i}.json`);
    }
    const paths = await lookAfter(10);
    expect(paths).toEqual(['poses/first.json', ...[0, 1, 2, 3, 4].map((i) => `poses/more-${i}.json`)]);
  }
  close();
});

test('a file that is not whole at the first look is told 250 milliseconds later: within a second of its arrival', async () => {
  const found = {
    path: 'poses/wave.json',
    revision: 'a'.repeat(32),
    change: { changed: {} },
    problem: 'poses/wave.json cannot be used: no.',
  };
  const { told, happens, lookAfter, close } = await heldWatch(({ paths }) =>
    paths.includes('poses/wave.json') ? { found: [found], seen: new Map() } : NOTHING,
  );
  happens('wave.json');
  await lookAfter(60);
  await eventually(() => expect(vi.getTimerCount()).toBe(1));
  expect(told).toEqual([]);
  expect(await lookAfter(250)).toEqual(['poses/wave.json']);
  await eventually(() => expect(told.flatMap(({ notes }) => notes)).toEqual([found.problem]));
  close();
});
