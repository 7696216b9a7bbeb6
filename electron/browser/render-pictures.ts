import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { documentsFolder, findApplication, platformName } from '../application.ts';
import type { PictureReport, RenderOrder } from '../contract.ts';
import { openedFolderOf } from '../files/project/project-folder.ts';
import { BROWSER_SHELL, createServices, type Rendering } from '../services/create-services.ts';
import { createPathGuard } from '../services/path-guard.ts';
import { startBrowserHost } from './browser-host.ts';
import { findSystemBrowser } from './browsers.mjs';
import { startHeadless } from './headless.ts';
import { waitForSigns } from './signs-of-life.ts';

export interface RenderOptions {
  /** Hears how far it is, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Ends it: then nothing is written. */
  readonly signal?: AbortSignal;
  /** The browser to draw in. Default: the one of the system; null: there is none. */
  readonly browser?: string | null;
}

/** A browser that was named is the one that is meant: no other is taken in its place. */
function browserOfSystem(): string | null {
  const named = process.env['LIMBER_CHROMIUM'];
  if (named && !existsSync(named)) throw new Error(`LIMBER_CHROMIUM names "${named}", and there is no such program`);
  return findSystemBrowser(process.platform, process.env);
}

/**
 * Draws pictures and films of a project or a character without a window: in a Chromium, Chrome or Edge of this machine, with the page of the
 * built window that holds the studio's own scene. Everything stays on this machine, the source is only read. Rejects with an `Error` of one
 * sentence; then nothing is written.
 */
export async function renderPictures(order: RenderOrder, options: RenderOptions = {}): Promise<PictureReport> {
  const { onProgress = () => {}, signal = new AbortController().signal } = options;
  const { browser = browserOfSystem() } = options;
  if (browser === null)
    throw new Error(
      'pictures are drawn in a browser, and none was found: install Chromium, Chrome or Edge, or name one in LIMBER_CHROMIUM',
    );
  const { rendererFolder } = findApplication();
  if (!existsSync(join(rendererFolder, 'index.html')))
    throw new Error('the window, which draws, is not built yet: run "npm run build" first');
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'limber-render-'));
  try {
    return await drawIn(browser, folder, absolute(order), onProgress, signal);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function drawIn(
  browser: string,
  folder: string,
  order: RenderOrder,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<PictureReport> {
  const { promise: report, resolve: done, reject: failed } = Promise.withResolvers<PictureReport>();
  // Whoever waits for it hears of it below; it may fail before that.
  report.catch(() => {});
  const host = await startHost(folder, {
    order,
    progress(share) {
      signs.seen();
      onProgress(share);
    },
    ended: (ending) => (ending.ok ? done(ending.report) : failed(new Error(ending.sentence))),
  });
  const signs = waitForSigns(failed);
  host.onOpened(signs.seen);
  const stop = () => failed(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const headless = startHeadless(browser, host.url, folder);
  void headless.ended.then((words) => failed(new Error(`the browser ended before it had drawn anything: ${words}`)));
  try {
    signal.throwIfAborted();
    return await report;
  } finally {
    signs.stop();
    signal.removeEventListener('abort', stop);
    await headless.close();
    await host.close();
  }
}

/** Serves the page to the browser alone, with services whose own files go again. */
function startHost(folder: string, rendering: Rendering) {
  const { version, rendererFolder, mannequinPath } = findApplication();
  const { source, request } = rendering.order;
  const { services, close } = createServices({
    app: { version, host: 'browser', platform: platformName(process.platform), documentsFolder: documentsFolder() },
    dataFolder: join(folder, 'data'),
    mannequinPath,
    startupFile: null,
    paths: createPathGuard([openedFolderOf(source), dirname(request.path)]),
    places: () => [],
    shell: BROWSER_SHELL,
    rendering,
  });
  return startBrowserHost({ window: rendererFolder, page: '/?draw', services, closing: close });
}

function absolute({ source, request, ...rest }: RenderOrder): RenderOrder {
  return { ...rest, source: resolve(source), request: { ...request, path: resolve(request.path) } };
}
