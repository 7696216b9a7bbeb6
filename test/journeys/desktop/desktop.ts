import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { startDisplay, type Display } from './display.ts';
import { attach, DRIVEN, environmentOf, portFileOf, startPacked, UNSANDBOXED, type Connection, type Packed } from './packed.ts';
import { describeProcesses, processesAt } from './processes.ts';

/** A user with a home folder and a display, who starts the packed program. */
export interface Desktop {
  /** Home folder; what the user keeps and what the program keeps lies in it. */
  readonly home: string;
  /** Folder of the packed program. */
  readonly folder: string;
  readonly display: Display;
  readonly environment: NodeJS.ProcessEnv;
  /** Starts the packed program, as the administrator without the sandbox. */
  start(...parameters: readonly string[]): Promise<Packed>;
  /** Starts a program that lets itself be driven. */
  startProgram(program: string, parameters?: readonly string[]): Promise<Packed>;
  /** Waits for the page of a program that was started by another one, after the last that was started here. */
  attach(): Promise<Page>;
  /** Ends everything of this user at once, as a power cut would. */
  killAll(): Promise<void>;
}

export const test = base.extend<{ desktop: Desktop }, { folder: string; display: Display }>({
  folder: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern.
    async ({}, use) => {
      base.skip(process.platform !== 'linux', 'this journey presses keys of an X11 display');
      base.skip(process.env['LIMBER_PACKED'] === undefined, process.env['LIMBER_NOT_PACKED'] ?? 'nothing was packed');
      await use(process.env['LIMBER_PACKED']!);
    },
    { scope: 'worker' },
  ],
  display: [
    // oxlint-disable-next-line no-empty-pattern -- As above.
    async ({}, use) => {
      const display = await startDisplay();
      await use(display);
      display.stop();
    },
    { scope: 'worker' },
  ],
  desktop: async ({ folder, display }, use, info) => {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'limber-desktop-')));
    await mkdir(join(home, 'Documents'));
    const environment = environmentOf(home, display.name);
    const started: Pick<Packed, 'kill'>[] = [];
    const attached: Connection[] = [];
    const port = () => readFile(portFileOf(home), 'utf8').catch(() => '');
    let lastPort = '';
    const startProgram = async (program: string, parameters: readonly string[] = []) => {
      await placeWindow(home);
      const packed = await startPacked({ program, environment, parameters, workingFolder: home });
      started.push(packed);
      lastPort = await port();
      return packed;
    };
    const killAll = async () => {
      for (const program of started.splice(0)) await program.kill();
      for (const id of processesAt(home)) process.kill(id, 'SIGKILL');
      await expect.poll(() => describeProcesses(processesAt(home))).toEqual([]);
      for (const connection of attached.splice(0)) await connection.close().catch(() => {});
    };
    await use({
      killAll,
      home,
      folder,
      display,
      environment,
      startProgram,
      start: (...parameters) => startProgram(join(folder, 'limber'), [...UNSANDBOXED, DRIVEN, ...parameters]),
      async attach() {
        const connection = await attach(portFileOf(home), lastPort);
        attached.push(connection);
        return connection.page;
      },
    });
    if (info.status !== info.expectedStatus) display.picture(info.outputPath('display.png'));
    await killAll();
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  },
});

export { expect };

/** The window is smaller than a new one, as if a user had made it so: every pixel of it takes time of the processor. */
async function placeWindow(home: string): Promise<void> {
  const file = join(home, '.config', 'limber', 'window.json');
  if (existsSync(file)) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify({ x: 40, y: 40, width: 1000, height: 720, maximized: false }));
}

/** Pulls the left hand up, as a user does. */
export async function bend({ page }: Pick<Packed, 'page'>): Promise<void> {
  await page.evaluate(() => window.limber!.viewport!.settled());
  const before = await steps({ page });
  const canvas = (await page.locator('.viewport-canvas').boundingBox())!;
  const at = await page.evaluate(() => {
    window.limber!.viewport!.render();
    return window.limber!.viewport!.handleOnScreen('leftHand');
  });
  await page.mouse.move(canvas.x + at!.x, canvas.y + at!.y);
  await page.mouse.down();
  await page.mouse.move(canvas.x + at!.x + 30, canvas.y + at!.y - 50, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => steps({ page })).toBe(before + 1);
}

/** How many steps can be undone. */
export function steps({ page }: Pick<Packed, 'page'>): Promise<number> {
  return page.evaluate(() => window.limber!.studio.getState().document!.history.past.length);
}

/** The window's title: the document's name, with a dot where something is unsaved. */
export function titleOf({ display }: Pick<Desktop, 'display'>): string {
  return display.run('search', '--onlyvisible', '--name', 'Limber$', 'getwindowname');
}

/** Where the window's page begins on the display, in its pixels. */
export function cornerOf({ display }: Pick<Desktop, 'display'>): readonly [left: number, top: number] {
  const geometry = display.run('getwindowgeometry', display.window('Limber$'));
  const [left = 0, top = 0] = /Position: (\d+),(\d+)/.exec(geometry)!.slice(1).map(Number);
  return [left, top];
}

/** Closes the window as its own button and Alt+F4 do. */
export function closeWindow({ display }: Pick<Desktop, 'display'>): void {
  display.window('Limber$');
  display.press('alt+F4');
}

/** Presses Return in a dialog of the system until it is gone: one that still looks through a folder takes no notice. */
export async function confirm({ display }: Pick<Desktop, 'display'>): Promise<void> {
  const answer = () => {
    if (!display.hasDialog()) return false;
    display.press('Return');
    return display.hasDialog();
  };
  await expect.poll(answer, { intervals: [500] }).toBe(false);
}
