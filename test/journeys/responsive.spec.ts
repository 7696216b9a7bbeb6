import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { largeCharacter } from '../helpers/large-character.ts';
import { sharedData } from '../helpers/shared-data.ts';
import { expect, test, type StudioDriver } from './studio.ts';

/** Tasks of the window that take longer are told by the browser: nobody can do anything meanwhile. Milliseconds. */
const LONG = 50;

/** What the window's long tasks took while something was done, the longest first. */
async function longTasks(page: Page, doing: () => Promise<void>): Promise<readonly number[]> {
  const observing = await page.evaluateHandle(() => {
    const durations: number[] = [];
    const observer = new PerformanceObserver((list) => durations.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    return { durations, observer };
  });
  await doing();
  const found = await observing.evaluate(({ durations, observer }) => {
    observer.disconnect();
    return durations;
  });
  return found.filter((duration) => duration >= LONG).toSorted((a, b) => b - a);
}

/** One event of the browser's trace, as far as it is read: `tdur` are microseconds that the thread worked itself. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Set in the window, so that its process is known: the browser's own pages have threads of that name too. */
const MARK = 'this window';

/** What the processor worked for the window's longest task while something was done: without the time in which other programs had it. Milliseconds. */
async function longestWork(browser: Browser, page: Page, doing: () => Promise<void>): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  const traceConfig = { includedCategories: ['toplevel', '__metadata', 'blink.user_timing'] };
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await page.evaluate((name) => performance.mark(name), MARK);
  await doing();
  await endOfTrace(session);
  const window = events.find(({ name }) => name === MARK);
  if (!window) throw new Error('the trace has nothing of the window');
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && pid === window.pid && tid === window.tid,
  );
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

async function endOfTrace(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
}

/** Waits until the window has nothing to do: what it drew first, and the shaders for that, are no part of what is measured. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let i = 0; i < 10; i++) await new Promise((resolve) => requestIdleCallback(resolve));
  });
}

/** Times depend on the machine and on what else it does: they are printed, and nothing is asserted of them. */
async function tell({ page }: StudioDriver, browser: Browser, what: string, doing: () => Promise<void>): Promise<void> {
  let tasks: readonly number[] = [];
  await atRest(page);
  const work = await longestWork(browser, page, async () => {
    tasks = await longTasks(page, doing);
  });
  const longest = tasks.slice(0, 5).map((duration) => Math.round(duration));
  const clock = longest.length > 0 ? `, the longest ${longest.join(', ')} ms` : '';
  console.log(`${what}: ${tasks.length} tasks of ${LONG} ms or more${clock}; ${Math.round(work)} ms of the processor at most`);
}

/** Drops a character onto the window, and tells how long the window stood still for it. */
async function opens(studio: StudioDriver, browser: Browser, what: string, path: string): Promise<void> {
  const carried = await studio.carry(path);
  await tell(studio, browser, what, async () => {
    await studio.letGo(carried);
    await studio.page.waitForFunction(
      (name) => window.limber!.studio.getState().document?.character.fileName === name,
      basename(path),
    );
    await studio.settled();
  });
  expect((await studio.rig()).skeleton.count).toBeGreaterThan(50);
}

test('the starter library comes and a real character opens, and the window tells how long it stood still @all', async ({
  studio,
  browser,
}) => {
  await tell(studio, browser, 'Starter library', async () => {
    await studio.run('pose.starterLibrary');
    // Not by an expectation: one that fails first describes the whole window, in a task of the window that would be measured too.
    await studio.page.waitForFunction(() => document.querySelector('.pose-grid img') !== null);
  });
  expect((await studio.project()).poses.length).toBeGreaterThanOrEqual(150);
  await studio.run('edit.undo');
  const large = sharedData('vrm/godette-vrm0.vrm');
  if (large === null) return console.log('Skipped: the shared data has no large character.');
  await opens(studio, browser, 'A real character', large);
});

test('a very large character opens, and the window tells how long it stood still @all', async ({ studio, browser }) => {
  const path = join(studio.folder, 'made.glb');
  await writeFile(path, largeCharacter({ joints: 300, vertices: 260, influences: 8, morphs: 20 }));
  await opens(studio, browser, 'A character of 300 joints, 8 influences and 20 morph targets', path);
});
