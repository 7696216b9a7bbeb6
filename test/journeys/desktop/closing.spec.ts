import { existsSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { bend, closeWindow, confirm, expect, test, titleOf, type Desktop } from './desktop.ts';
import { UNSANDBOXED, type Packed } from './packed.ts';
import { runProgram } from './run-program.ts';

/** Closes the window, waits for the system's question, and answers it with the button that so many presses of Tab lead to. */
async function closeAnd(desktop: Desktop, button: 'Escape' | 0 | 1): Promise<void> {
  const { display } = desktop;
  // A window manager that is busy loses a key now and then: what brought no question is pressed again.
  await expect(async () => {
    closeWindow(desktop);
    await expect.poll(() => display.hasDialog(), { timeout: 8_000 }).toBe(true);
  }).toPass({ timeout: 30_000 });
  if (button === 'Escape') display.press('Escape');
  else display.press(...Array.from({ length: button }, () => 'Tab'), 'Return');
}

async function startBent(desktop: Desktop, ...parameters: readonly string[]): Promise<Packed> {
  const program = await desktop.start(...parameters);
  await bend(program);
  await expect.poll(() => titleOf(desktop)).toMatch(/^• /);
  return program;
}

test('closing with unsaved work asks: Cancel stays, Save saves and closes, Don’t save forgets', async ({ desktop }) => {
  const { home, display } = desktop;
  const program = await startBent(desktop);
  await closeAnd(desktop, 'Escape');
  await expect.poll(() => display.hasDialog()).toBe(false);
  await bend(program);
  await closeAnd(desktop, 0);
  display.window('^Save project');
  const folder = join(home, 'Documents', 'Kept');
  display.press('ctrl+a');
  display.type(folder);
  await confirm(desktop);
  expect(await program.ended).toBe(0);
  const saved = readFileSync(join(folder, 'project.limber'), 'utf8');

  const again = await startBent(desktop, folder);
  await closeAnd(desktop, 1);
  expect(await again.ended).toBe(0);
  expect(readFileSync(join(folder, 'project.limber'), 'utf8')).toBe(saved);
  const { page } = await desktop.start();
  await expect.poll(() => titleOf(desktop)).toBe('mannequin — Limber');
  expect(await page.evaluate(() => window.limber!.studio.getState().session.dialogs)).toEqual([]);
});

/** Makes a project whose clip takes some seconds to write. */
const SCRIPT = `export default async (limber, character) => {
  await limber.createProject({ character, folder: 'Long' });
  await limber.setKey({ frame: 0 });
  await limber.poseByGoals({ goals: { leftHand: [0.5, 1.5, 0.2] } });
  await limber.setKey({ frame: 120000 });
};`;

async function beginExport(page: Page, path: string): Promise<void> {
  await page.evaluate(() => window.limber!.run('file.exportClip'));
  const dialog = page.getByRole('dialog', { name: 'Export the clip' });
  await dialog.getByRole('textbox', { name: 'File' }).fill(path);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await page.waitForFunction(() => window.limber!.studio.getState().session.writing === 'export');
}

test('quitting with an export under way asks: Cancel goes on, Close now leaves nothing, Close when it is done waits @all', async ({
  desktop,
}) => {
  const { home, folder, environment, display } = desktop;
  await writeFile(join(home, 'make.mjs'), SCRIPT);
  const given = [...UNSANDBOXED, 'run', 'make.mjs', MANNEQUIN];
  expect(await runProgram(join(folder, 'limber'), given, { environment, folder: home })).toMatchObject({ code: 0 });
  const exports = join(home, 'Documents');
  const file = join(exports, 'clip.glb');

  const first = await desktop.start('Long');
  await beginExport(first.page, file);
  await closeAnd(desktop, 'Escape');
  await expect.poll(() => display.hasDialog()).toBe(false);
  expect(await first.page.evaluate(() => window.limber!.studio.getState().session.writing)).toBe('export');
  await closeAnd(desktop, 1);
  expect(await first.ended).toBe(0);
  expect(await readdir(exports)).toEqual([]);

  const second = await desktop.start('Long');
  await beginExport(second.page, file);
  await closeAnd(desktop, 0);
  expect(await second.ended).toBe(0);
  expect(await readdir(exports)).toEqual(['clip.glb']);
  // The length that stands in the head of a GLB.
  const bytes = readFileSync(file);
  expect(bytes.readUInt32LE(8)).toBe(bytes.byteLength);
  expect(existsSync(join(home, '.config', 'limber', 'crashes.log'))).toBe(false);
});
