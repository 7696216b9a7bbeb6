import { fork } from 'node:child_process';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../../build/scripts/browser.ts';
import type { Command } from './program.ts';

/** Limber's built main process in the stand-in for Electron, and its window. */
export interface StandIn {
  readonly page: Page;
  /** Asks the stand-in something, or tells it to do something: the commands of program.ts. */
  ask<Answer>(name: Command['name'], value?: unknown): Promise<Answer>;
  /** The code with which the program ended. */
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

/** Starts the built program; its own files and the user's lie in `folder`. */
export async function startStandIn(folder: string, parameters: readonly string[] = []): Promise<StandIn> {
  const browser = findBrowser();
  if (browser === null) throw new Error('there is no Chromium');
  const environment = {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, '.config'),
    XDG_CACHE_HOME: join(folder, '.cache'),
    APPDATA: folder,
  };
  const child = fork(join(import.meta.dirname, 'program.ts'), [folder, browser, ...parameters], {
    env: environment,
    execArgv: ['--no-warnings'],
  });
  const ended = new Promise<number | null>((done) => child.on('exit', done));
  const waiting = new Map<number, (answer: { readonly value?: unknown; readonly error?: string }) => void>();
  let address: (endpoint: string) => void = () => {};
  const endpoint = Promise.race([
    new Promise<string>((found) => (address = found)),
    ended.then((code) => Promise.reject(new Error(`the program ended with ${code} before it showed a window`))),
  ]);
  child.on('message', (message: { id?: number; endpoint?: string; value?: unknown; error?: string }) => {
    if (message.endpoint !== undefined) address(message.endpoint);
    else waiting.get(message.id!)?.(message);
  });
  let last = 0;
  const ask = <Answer>(name: Command['name'], value?: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ value: answer, error }) => (error === undefined ? resolve(answer as Answer) : reject(new Error(error))));
      child.send({ id, name, value });
    });
  const connected = await chromium.connectOverCDP(await endpoint);
  const page = connected
    .contexts()
    .flatMap((context) => context.pages())
    .find((each) => each.url().startsWith('https://limber.invalid/'));
  if (!page) throw new Error('the program shows no window');
  return {
    page,
    ask,
    ended,
    async stop() {
      await connected.close().catch(() => {});
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
