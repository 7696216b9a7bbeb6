import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
// Declares `window.limber`.
import type {} from '../../../renderer/main.tsx';

/** The packed program in a run, and the page in its window. */
export interface Packed {
  /** The page as it was when the program started, or when it was connected again. */
  page: Page;
  readonly process: ChildProcess;
  /** The code with which it ended, or the signal. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** What it wrote to standard error so far. */
  errors(): string;
  /** Connects to the page anew, after its process was killed. */
  reconnect(): Promise<void>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
}

export interface Start {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly parameters: readonly string[];
  readonly workingFolder?: string;
}

/** Linux cannot sandbox the administrator's programs. */
export const UNSANDBOXED: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** The environment of a user whose files lie in `home` and who sits at `display`. */
export function environmentOf(home: string, display: string | null): NodeJS.ProcessEnv {
  const { PATH, LANG = 'C.UTF-8' } = process.env;
  return { PATH, LANG, HOME: home, ...(display !== null && { DISPLAY: display }) };
}

/** Starts the program and waits until its window shows a document or asks something. */
export async function startPacked({ folder, environment, parameters, workingFolder }: Start): Promise<Packed> {
  const program = spawn(join(folder, 'limber'), [...UNSANDBOXED, '--remote-debugging-port=0', ...parameters], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(workingFolder !== undefined && { cwd: workingFolder }),
  });
  let errors = '';
  const ended = new Promise<number | NodeJS.Signals | null>((done) => program.on('exit', (code, signal) => done(code ?? signal)));
  const address = new Promise<string>((found) =>
    program.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString('utf8');
      const listening = /DevTools listening on ws:\/\/([^/]+)/.exec(errors)?.[1];
      if (listening !== undefined) found(`http://${listening}`);
    }),
  ).then(showsPage);
  const gone = ended.then((how) =>
    Promise.reject(new Error(`the program ended with ${how} before it showed a window: ${errors}`)),
  );
  const where = await Promise.race([address, gone]);
  const connections: Browser[] = [];
  const connect = async () => {
    const browser = await connectTo(where);
    connections.push(browser);
    const [context] = browser.contexts();
    const page = context!.pages()[0] ?? (await context!.waitForEvent('page'));
    await showsSomething(page);
    return page;
  };
  const packed: Packed = {
    page: await connect(),
    process: program,
    ended,
    errors: () => errors,
    async reconnect() {
      for (const connection of connections.splice(0)) await connection.close();
      packed.page = await connect();
    },
    async kill() {
      program.kill('SIGKILL');
      await ended;
      for (const connection of connections) await connection.close().catch(() => {});
    },
  };
  return packed;
}

/** A connection that is made while the page is being made never ends: its address, once there is a page. */
async function showsPage(address: string): Promise<string> {
  for (;;) {
    const targets = (await (await fetch(`${address}/json/list`)).json()) as readonly { readonly url: string }[];
    if (targets.some(({ url }) => url.startsWith('app://'))) return address;
    await delay(100);
  }
}

export async function showsSomething(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const state = window.limber?.viewport && window.limber.studio.getState();
      return state && (state.document !== null || state.session.dialogs.length > 0);
    },
    null,
    { timeout: 60_000 },
  );
}

/** Milliseconds in which a connection answers, or hangs for good: the page had not come when it was made. Times that it is made anew. */
const ANSWERS = 10_000;
const CONNECTIONS = 4;

async function connectTo(where: string, left = CONNECTIONS): Promise<Browser> {
  try {
    return await chromium.connectOverCDP(where, { timeout: ANSWERS });
  } catch (error) {
    if (left <= 1) throw error;
    return connectTo(where, left - 1);
  }
}
