import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
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
  /** The program's own file. */
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly parameters: readonly string[];
  readonly workingFolder: string;
  /** Whose program it is, where that is another user than the one who runs the journey. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** A page of a running program. */
export interface Connection {
  readonly page: Page;
  close(): Promise<void>;
}

/** Linux cannot sandbox the administrator's programs. */
export const UNSANDBOXED: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Lets the page be driven. An AppImage of these journeys puts it there itself, as a program does that another one starts. */
export const DRIVEN = '--remote-debugging-port=0';

/** The environment of a user whose files lie in `home` and who sits at `display`. */
export function environmentOf(home: string, display: string | null): NodeJS.ProcessEnv {
  const { PATH, LANG = 'C.UTF-8' } = process.env;
  return { PATH, LANG, HOME: home, ...(display !== null && { DISPLAY: display }) };
}

/** Starts the program and waits until its window shows a document or asks something. */
export async function startPacked({ program, environment, parameters, workingFolder, user }: Start): Promise<Packed> {
  const running = spawn(program, parameters, {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: workingFolder,
    ...user,
  });
  let errors = '';
  const ended = new Promise<number | NodeJS.Signals | null>((done) => running.on('exit', (code, signal) => done(code ?? signal)));
  const address = new Promise<string>((found) =>
    running.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString('utf8');
      const listening = /DevTools listening on ws:\/\/([^/]+)/.exec(errors)?.[1];
      if (listening !== undefined) found(`http://${listening}`);
    }),
  );
  const gone = ended.then((how) =>
    Promise.reject(new Error(`the program ended with ${how} before it showed a window: ${errors}`)),
  );
  const where = await Promise.race([address, gone]);
  let connection = await Promise.race([connect(where), gone]);
  const packed: Packed = {
    page: connection.page,
    process: running,
    ended,
    errors: () => errors,
    async reconnect() {
      await connection.close();
      connection = await connect(where);
      packed.page = connection.page;
    },
    async kill() {
      running.kill('SIGKILL');
      await ended;
      // A program that it started before may still hold the connection open.
      void connection.close().catch(() => {});
    },
  };
  return packed;
}

/** The page of a program that somebody else started, by the file in which Chromium says where it listens; `before` is what stood there. */
export async function attach(portFile: string, before: string): Promise<Connection> {
  for (;;) {
    const now = await readFile(portFile, 'utf8').catch(() => '');
    const port = now.split('\n')[0] ?? '';
    if (now !== before && port !== '') return connect(`http://127.0.0.1:${port}`);
    await delay(100);
  }
}

/** Where the program of this user says where it listens. */
export function portFileOf(home: string): string {
  return join(home, '.config', 'limber', 'DevToolsActivePort');
}

async function connect(address: string): Promise<Connection> {
  await showsPage(address);
  const browser = await connectTo(address);
  const [context] = browser.contexts();
  const page = context!.pages()[0] ?? (await context!.waitForEvent('page'));
  page.setDefaultTimeout(ACTS);
  await showsSomething(page);
  return { page, close: () => browser.close() };
}

/** A connection that is made while the page is being made never ends: waits until there is a page. */
async function showsPage(address: string): Promise<void> {
  for (;;) {
    const targets = (await (await fetch(`${address}/json/list`)).json()) as readonly { readonly url: string }[];
    if (targets.some(({ url }) => url.startsWith('app://'))) return;
    await delay(100);
  }
}

async function showsSomething(page: Page): Promise<void> {
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

/** Milliseconds that something of the page may take to be there and to be pressed. */
const ACTS = 90_000;

async function connectTo(where: string, left = CONNECTIONS): Promise<Browser> {
  try {
    return await chromium.connectOverCDP(where, { timeout: ANSWERS });
  } catch (error) {
    if (left <= 1) throw error;
    return connectTo(where, left - 1);
  }
}
