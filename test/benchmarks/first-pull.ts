// `npm run bench-start`: what a browser is sent before the mannequin can be pulled, and when the window is first painted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { BROWSER_FLAGS, findOrInstallBrowser } from '../../build/scripts/browser.ts';
import { serve } from '../../electron/browser/serve.ts';
// Declares `window.limber`.
import type {} from '../../renderer/main.tsx';
import { median } from './statistics.ts';

const ROUNDS = 5;
const LARGEST = 8;
/** Most megabytes before the first pull, and milliseconds before the first paint. */
const MOST_SENT = 4;
const LATEST_PAINT = 2000;

interface Opening {
  readonly sent: readonly { readonly address: string; readonly bytes: number }[];
  readonly firstPaint: number;
  readonly firstContent: number;
  /** When the menus of the studio stand. */
  readonly menus: number;
  readonly ready: number;
}

const executablePath = findOrInstallBrowser();
if (executablePath === null) throw new Error('a Chromium is needed to open the studio');
const folder = mkdtempSync(join(tmpdir(), 'limber-start-'));
const host = await serve({ port: 0, open: null, allow: [folder], data: join(folder, 'data') });
const browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS] });
try {
  const openings: Opening[] = [];
  for (let round = 0; round < ROUNDS; round++) openings.push(await openStudio(browser, host.url));
  print(openings);
} finally {
  await browser.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Opens the studio with nothing in the browser's cache, until the character stands and can be pulled. */
async function openStudio(chrome: Browser, url: string): Promise<Opening> {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const addresses = new Map<string, string>();
  const sent: { address: string; bytes: number }[] = [];
  devtools.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sent.push({ address: new URL(addresses.get(requestId) ?? url).pathname, bytes: encodedDataLength }),
  );
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.menu-bar')) return;
      watch.disconnect();
      performance.mark('menus');
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  const began = performance.now();
  await page.goto(url);
  await page.waitForFunction(() => window.limber?.viewport && window.limber.studio.getState().document, null, {
    timeout: 60_000,
  });
  await page.evaluate(() => window.limber!.viewport!.settled());
  const ready = performance.now() - began;
  const [firstPaint, firstContent, menus] = await page.evaluate(() =>
    ['first-paint', 'first-contentful-paint', 'menus'].map(
      (name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN,
    ),
  );
  await context.close();
  return { sent, firstPaint: firstPaint!, firstContent: firstContent!, menus: menus!, ready };
}

function print(openings: readonly Opening[]): void {
  const total = ({ sent }: Opening) => sent.reduce((sum, { bytes }) => sum + bytes, 0);
  const [first] = openings;
  console.log(`Medians of ${ROUNDS} openings, nothing cached.`);
  console.log(
    `Sent before the first pull: ${megabytes(median(openings.map(total)))} MB in ${first!.sent.length} answers (at most ${MOST_SENT} MB).`,
  );
  console.log(
    `First paint after ${Math.round(median(openings.map(({ firstPaint }) => firstPaint)))} ms (at most ${LATEST_PAINT} ms),`,
  );
  console.log(`the frame of the window after ${Math.round(median(openings.map(({ firstContent }) => firstContent)))} ms,`);
  console.log(`its menus and panels after ${Math.round(median(openings.map(({ menus }) => menus)))} ms,`);
  console.log(`the character after ${Math.round(median(openings.map(({ ready }) => ready)))} ms.`);
  for (const { address, bytes } of first!.sent.toSorted((a, b) => b.bytes - a.bytes).slice(0, LARGEST))
    console.log(`  ${megabytes(bytes)} MB ${address}`);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}
