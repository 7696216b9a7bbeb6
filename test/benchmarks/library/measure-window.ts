import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from '@playwright/test';
import type { BrowserHost } from '../../../electron/browser/browser-host.ts';
// Declares `window.limber`.
import type {} from '../../../renderer/main.tsx';

/** Milliseconds and megabytes of one opening. */
export interface WindowFigures {
  /** From the request to open until the panels show the project: the names of its first poses, where it holds any. */
  readonly firstPaint: number;
  /** Until a picture of the library has been painted; NaN where it holds none. */
  readonly firstCards: number;
  /** Until the character has been painted. */
  readonly character: number;
  readonly allPoses: number;
  readonly longestTask: number;
  /** From a key to the next picture of the window, for each key. */
  readonly search: readonly number[];
  readonly searchTask: readonly number[];
  readonly selectTask: readonly number[];
  readonly applyTask: readonly number[];
  readonly scrollTask: readonly number[];
  readonly heap: number;
  readonly process: number;
}

declare global {
  interface Window {
    /** What the page noted while the project was opened. */
    painted?: Promise<number>;
    opening?: { firstPaint: number; firstCards: number; character: number; allPoses: number; longestTask: number };
  }
}

const QUERY = 'walk 12';
const APPLIED = 6;

/** Opens a project in a new page, and uses its library. */
export async function measureWindow(chrome: Browser, host: BrowserHost, project: string, poses: number): Promise<WindowFigures> {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.log(`The page reported: ${error.message}`));
  const devtools = await context.newCDPSession(page);
  // Other programs of the machine do not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(host.url);
  await page.waitForFunction(() => window.limber?.viewport && window.limber.studio.getState().document, null, {
    timeout: 120_000,
  });
  await page.evaluate(() => window.limber!.viewport!.settled());
  // The window's start is not the opening.
  await page.waitForTimeout(1500);
  await noteOpening(page, poses);
  host.emit('app.openFile', { path: project });
  // A machine with other work to do may need six milliseconds a pose.
  await page.waitForFunction(() => Number.isFinite(window.opening!.allPoses), null, { timeout: Math.max(180_000, 6 * poses) });
  await page.evaluate(() => window.limber!.viewport!.settled());
  await page.waitForTimeout(500);
  const opening = await page.evaluate(() => window.opening!);
  const task = (action: () => Promise<unknown>) => mainThread(devtools, page, action);
  const grid = page.locator('.pose-grid');
  const selectTask: number[] = [];
  const applyTask: number[] = [];
  const scrollTask: number[] = [];
  const keys: { readonly search: number; readonly task: number }[] = [];
  if (poses > 0) {
    await page
      .locator('.pose-card')
      .nth(APPLIED + 1)
      .waitFor();
    for (let i = 0; i < APPLIED; i++) {
      const picture = page.locator('.pose-card').nth(i).locator('.pose-picture');
      const box = (await picture.boundingBox())!;
      selectTask.push(await task(() => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)));
      applyTask.push(await task(() => page.evaluate(() => window.limber!.run('pose.apply'))));
    }
    await page.getByRole('searchbox', { name: 'Search poses' }).focus();
    for (const key of QUERY) {
      let search = Number.NaN;
      const busy = await task(async () => {
        search = await typeKey(page, key);
      });
      keys.push({ search, task: busy });
    }
    for (const _ of QUERY) await page.keyboard.press('Backspace');
    for (let i = 0; i < APPLIED; i++)
      scrollTask.push(await task(() => grid.evaluate((list) => (list.scrollTop += list.clientHeight))));
  } else {
    // A pose to go back from and on to.
    await page.evaluate(() => window.limber!.run('pose.flip'));
    await page.evaluate(() => window.limber!.run('pose.hand.fist'));
  }
  for (let i = 0; i < APPLIED; i++) {
    if (poses === 0)
      applyTask.push(await task(() => page.evaluate((id) => window.limber!.run(id), i % 2 === 0 ? 'edit.undo' : 'edit.redo')));
  }
  await devtools.send('HeapProfiler.collectGarbage');
  await page.waitForTimeout(1500);
  await devtools.send('HeapProfiler.collectGarbage');
  const heap = (await metric(devtools, 'JSHeapUsedSize')) / 1e6;
  const used = (await rendererMemory(chrome)) / 1e6;
  await context.close();
  return {
    ...opening,
    search: keys.map(({ search }) => search),
    searchTask: keys.map((key) => key.task),
    selectTask,
    applyTask,
    scrollTask,
    heap,
    process: used,
  };
}

/** Lets the page note when the project's character, its first cards and all its poses are there. */
async function noteOpening(page: Page, poses: number): Promise<void> {
  await page.evaluate((count) => {
    const began = performance.now();
    const former = window.limber!.studio.getState().document;
    window.opening = { firstPaint: NaN, firstCards: NaN, character: NaN, allPoses: NaN, longestTask: 0 };
    const note = (what: 'firstPaint' | 'firstCards' | 'character' | 'allPoses') => {
      if (Number.isNaN(window.opening![what])) window.opening![what] = performance.now() - began;
    };
    let last = began;
    const look = () => {
      const now = performance.now();
      const { document: present } = window.limber!.studio.getState();
      const isOpened = present !== former && present?.folder != null;
      // A frame later, what is here now has been painted.
      if (!Number.isFinite(window.opening!.allPoses))
        window.opening!.longestTask = Math.max(window.opening!.longestTask, now - last);
      last = now;
      if (isOpened) {
        const [hasCards, hasAll] = [
          [...document.querySelectorAll<HTMLImageElement>('.pose-card img')].some(
            ({ complete, naturalWidth }) => complete && naturalWidth > 0,
          ),
          present.history.present.poses.length >= count,
        ];
        // This picture of the window shows them: the document before had none.
        if (count === 0 || document.querySelector('.pose-card')) {
          const painted = new MessageChannel();
          painted.port1.addEventListener('message', () => note('firstPaint'));
          painted.port1.start();
          painted.port2.postMessage(null);
        }
        requestAnimationFrame(() => {
          note('character');
          if (hasCards) note('firstCards');
          if (hasAll && (hasCards || count === 0)) note('allPoses');
        });
      }
      if (!Number.isFinite(window.opening!.allPoses)) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, poses);
}

/** Milliseconds from a key to the first frame after it, which shows what it did. */
async function typeKey(page: Page, key: string): Promise<number> {
  await page.evaluate(() => {
    window.painted = new Promise((resolve) => {
      const onKey = () => {
        const pressed = performance.now();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.addEventListener('message', () => resolve(performance.now() - pressed));
          channel.port1.start();
          channel.port2.postMessage(null);
        });
      };
      addEventListener('keydown', onKey, { capture: true, once: true });
    });
  });
  await page.keyboard.press(key === ' ' ? 'Space' : key);
  return page.evaluate(() => window.painted!);
}

/** Milliseconds that the page's main thread works until everything is done that `action` began. */
async function mainThread(devtools: CDPSession, page: Page, action: () => Promise<unknown>): Promise<number> {
  const settle = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 150)))));
  await settle();
  const idle = await spent(devtools, settle);
  const busy = await spent(devtools, async () => {
    await action();
    await settle();
  });
  return Math.max(0, busy - idle);
}

async function spent(devtools: CDPSession, action: () => Promise<unknown>): Promise<number> {
  const before = await metric(devtools, 'TaskDuration');
  await action();
  return 1000 * ((await metric(devtools, 'TaskDuration')) - before);
}

async function metric(devtools: CDPSession, name: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find((each) => each.name === name)!.value;
}

/** Bytes that no other process shares, of the largest process in which this browser shows a page. */
async function rendererMemory(chrome: Browser): Promise<number> {
  const session = await chrome.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => 1024 * Number(/^Private_Dirty:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))![1]));
  return Math.max(...sizes);
}
