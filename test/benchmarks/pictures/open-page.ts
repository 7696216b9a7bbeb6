import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { createServer } from 'vite';
import { BROWSER_FLAGS, findOrInstallBrowser } from '../../../build/scripts/browser.ts';
import { projectFolder, rendererTarget } from '../../../build/vite-targets.ts';
import { serve } from '../../../electron/browser/serve.ts';
import type { Film, Seen, SeenFrame, Shot } from './page.ts';

/** A studio in a browser of this machine, served from its sources, that takes pictures and has the detector look at them. */
export interface PicturePage {
  /** Shows a character; its file must lie in one of the folders that were named. */
  open(path: string): Promise<void>;
  shoot(shot: Shot): Promise<Seen>;
  watch(film: Film): Promise<SeenFrame[]>;
  close(): Promise<void>;
}

/** Opens the studio; files may lie in the folders of `files`. */
export async function openPicturePage(files: readonly string[]): Promise<PicturePage> {
  const executablePath = findOrInstallBrowser();
  if (executablePath === null) throw new Error('a Chromium is needed to take pictures');
  const data = mkdtempSync(join(tmpdir(), 'limber-pictures-'));
  const host = await serve({ port: 0, open: null, allow: files.map((file) => dirname(file)), data }, async () => {
    const vite = await createServer({
      ...rendererTarget,
      base: '/',
      appType: 'spa',
      cacheDir: join(projectFolder, 'dist', 'vite'),
      server: { middlewareMode: true, hmr: false, fs: { allow: [projectFolder] } },
    });
    return (request, response) => vite.middlewares(request, response);
  });
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS] });
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
  await page.goto(host.url, { timeout: 300_000 });
  await page.waitForFunction(() => window.limber?.viewport && window.limber.studio.getState().document, null, {
    timeout: 300_000,
  });
  return {
    open: (path) => call(page, 'open', path),
    shoot: (shot) => call(page, 'shoot', shot),
    watch: (film) => call(page, 'watch', film),
    close: async () => {
      await browser.close();
      await host.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Calls a function of `page.ts` in the page. */
function call<Result>(page: Page, name: string, parameter: unknown): Promise<Result> {
  const module = `/@fs${join(projectFolder, 'test', 'benchmarks', 'pictures', 'page.ts')}`;
  return page.evaluate(
    async ([from, called, given]) => {
      const functions = (await import(from)) as Record<string, (value: unknown) => Promise<Result>>;
      return functions[called]!(given);
    },
    [module, name, parameter] as const,
  );
}
