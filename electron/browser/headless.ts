import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeLeadingPage } from './open-in-browser.ts';

/** A browser that shows a page to nobody. */
export interface HeadlessBrowser {
  /** Resolves when it has ended by itself, with what it said last. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

/** It talks to nobody, waits for no user, and does not slow down what nobody sees. */
const FLAGS = [
  '--headless=new',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--mute-audio',
  // It ends when the other end of the pipe is closed, however this process ends, and also where the program is a script that runs the browser.
  '--remote-debugging-pipe',
  // Where there is no graphics card, or none that its drivers let a program without a window use.
  '--enable-unsafe-swiftshader',
];

/** Characters of what a browser said that are kept. */
const LAST_WORDS = 2000;
/** The first of the two ends of the pipe that a browser listens to. */
const PIPE = 3;
/** Milliseconds that a browser may take to end. */
const PATIENCE = 3000;

/** Opens an address in a browser of its own; `folder` holds what it remembers meanwhile. */
export function startHeadless(browser: string, address: string, folder: string): HeadlessBrowser {
  const page = writeLeadingPage(address);
  // Linux cannot sandbox the administrator's programs.
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const parameters = [
    ...FLAGS,
    ...(isRoot ? ['--no-sandbox'] : []),
    `--user-data-dir=${join(folder, 'browser')}`,
    pathToFileURL(page.path).href,
  ];
  const child = spawn(browser, parameters, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], windowsHide: true });
  let said = '';
  child.stderr!.on('data', (bytes: Buffer) => {
    said = `${said}${bytes.toString()}`.slice(-LAST_WORDS);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', () => resolve(said.trim().split('\n').at(-1) ?? ''));
  });
  return {
    ended,
    async close() {
      page.remove();
      await end(child, ended);
    },
  };
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  for (const stream of child.stdio.slice(PIPE)) stream?.destroy();
  const killing = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  await ended;
  clearTimeout(killing);
}
