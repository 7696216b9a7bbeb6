import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { bend, expect, steps } from './desktop.ts';
import { startDisplay } from './display.ts';
import { DRIVEN, startPacked, UNSANDBOXED, type Packed } from './packed.ts';

/** The packed program on whatever system this is, driven through its page alone: no key of a display, no dialog of the system. */
const test = base.extend<{ start: (...parameters: readonly string[]) => Promise<Packed> }, { ownDisplay: string | null }>({
  ownDisplay: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern.
    async ({}, use) => {
      const isPacked = process.env['LIMBER_PACKED_PROGRAM'] !== undefined;
      const display = isPacked && process.platform === 'linux' ? await startDisplay() : null;
      await use(display && display.name);
      display?.stop();
    },
    { scope: 'worker' },
  ],
  start: async ({ ownDisplay }, use) => {
    const program = process.env['LIMBER_PACKED_PROGRAM'] ?? '';
    base.skip(program === '', process.env['LIMBER_NOT_PACKED'] ?? 'nothing was packed');
    const home = await realpath(await mkdtemp(join(tmpdir(), 'limber-any-')));
    await mkdir(join(home, 'Documents'));
    const { XDG_CONFIG_HOME: _, ...environment } = process.env;
    const own = { HOME: home, USERPROFILE: home, APPDATA: join(home, 'Roaming'), LOCALAPPDATA: join(home, 'Local') };
    const started: Packed[] = [];
    await use(async (...parameters) => {
      const packed = await startPacked({
        program,
        environment: { ...environment, ...own, ...(ownDisplay !== null && { DISPLAY: ownDisplay }) },
        parameters: [...UNSANDBOXED, DRIVEN, ...parameters],
        workingFolder: home,
      });
      started.push(packed);
      return packed;
    });
    for (const packed of started) await packed.kill();
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
  },
});

const run = ({ page }: Packed, command: string) => page.evaluate((id) => window.limber!.run(id), command);

test('a pull is undone, made again, and brought back after the program was killed, on any system', async ({ start }) => {
  const program = await start();
  await bend(program);
  await run(program, 'edit.undo');
  await expect.poll(() => steps(program)).toBe(0);
  await run(program, 'edit.redo');
  await expect.poll(() => steps(program)).toBe(1);
  const pose = await program.page.evaluate(() => [...window.limber!.pose!]);
  // Entries are kept one after another: when this one is on the disk, so are those before it.
  const mark = { label: 'Mark', folder: null, changed: {} };
  await program.page.evaluate((entry) => window.limber!.studio.desktop.call('journal.append', entry), mark);
  await program.kill();

  const next = await start();
  const question = next.page.getByRole('alertdialog', { name: 'Bring back unsaved work?' });
  await question.getByRole('button', { name: 'Bring it back' }).click();
  await expect.poll(() => next.page.title()).toBe('• mannequin — Limber');
  expect(await next.page.evaluate(() => [...window.limber!.pose!])).toEqual(pose);
});
