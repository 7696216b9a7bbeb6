import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { startStandIn, type StandIn } from './stand-in/stand-in.ts';
// Declares `window.limber`.
import type {} from '../../renderer/main.tsx';

interface Desktop {
  readonly folder: string;
  start(...parameters: readonly string[]): Promise<StandIn>;
}

/** The built main file and preload, with a page of Chromium in the place of Electron's window: what a real Electron on Linux cannot show. */
const test = base.extend<{ desktop: Desktop }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern.
  desktop: async ({}, use) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'limber-desktop-')));
    const started: StandIn[] = [];
    await use({
      folder,
      async start(...parameters) {
        const program = await startStandIn(folder, parameters);
        started.push(program);
        await program.page.waitForFunction(
          () => {
            const state = window.limber?.viewport && window.limber.studio.getState();
            return state && (state.document !== null || state.session.dialogs.length > 0);
          },
          null,
          { timeout: 60_000 },
        );
        return program;
      },
    });
    for (const program of started) await program.stop();
    await rm(folder, { recursive: true, force: true });
  },
});

/** Pulls a hand, and waits until the main process knows that something is unsaved. */
async function bend({ page, ask }: StandIn): Promise<void> {
  await page.evaluate(() => window.limber!.viewport!.settled());
  const canvas = (await page.locator('.viewport-canvas').boundingBox())!;
  const at = await page.evaluate(() => {
    window.limber!.viewport!.render();
    return window.limber!.viewport!.handleOnScreen('leftHand');
  });
  await page.mouse.move(canvas.x + at!.x, canvas.y + at!.y);
  await page.mouse.down();
  await page.mouse.move(canvas.x + at!.x + 30, canvas.y + at!.y - 50, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => page.evaluate(() => window.limber!.studio.getState().document!.history.past.length)).toBe(1);
  await expect.poll(() => ask('title')).toBe('• mannequin — Limber');
}

test('a pull is undone by the native menu, which has every command', async ({ desktop }) => {
  const program = await desktop.start();
  const menu = await program.ask<{ label: string; items: string[] }[]>('menu');
  expect(menu.map(({ label }) => label)).toContain('Edit');
  expect(menu.flatMap(({ items }) => items)).toEqual(expect.arrayContaining(['file.save', 'edit.undo', 'help.about']));
  await bend(program);
  await program.ask('click', 'edit.undo');
  await expect.poll(() => program.page.evaluate(() => window.limber!.studio.getState().document!.history.past.length)).toBe(0);
});

test('an exported file is dragged out of the window, and shown in its folder @all', async ({ desktop }) => {
  const program = await desktop.start();
  const path = join(desktop.folder, 'documents', 'Held ü.glb');
  await program.ask('click', 'file.exportPose');
  const dialog = program.page.getByRole('dialog', { name: 'Export the pose' });
  await dialog.getByLabel('File').fill(path);
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toContainText('Written and read back.');
  const file = dialog.getByRole('button', { name: 'Show in folder, or drag out' });
  await file.dispatchEvent('dragstart');
  await expect.poll(() => program.ask('dragged')).toEqual([path]);
  await file.click();
  await expect.poll(() => program.ask('revealed')).toEqual([path]);
  await rm(path);
  await file.dispatchEvent('dragstart');
  await expect(program.page.getByRole('alert').filter({ hasText: 'is not there any more' })).toBeVisible();
  expect(await program.ask('dragged')).toEqual([path]);
});
