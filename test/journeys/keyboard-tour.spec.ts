import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { readGlbScene } from '../helpers/glb-scene.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { writeMotions } from '../electron/cli/batch/small-batch.ts';
import { apart, expect, test } from './studio.ts';

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`80 presses of Tab do not reach ${String(control)}`);
}

/** Runs a command by its name, from the palette. */
async function byName(page: Page, label: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('searchbox', { name: 'Find a command' }).or(page.getByRole('textbox', { name: 'Find a command' }));
  await expect(field).toBeFocused();
  await page.keyboard.type(label);
  await expect(page.getByRole('menuitem', { name: label }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Find a command' })).toHaveCount(0);
}

/** Answers the window's own file browser: its first field is the name, which may be a whole path. */
async function namePath(page: Page, field: string, path: string): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('textbox', { name: field, exact: true })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(path);
  await page.keyboard.press('Enter');
}

test('the whole tour of the README goes by keyboard alone @all', async ({ studio }) => {
  const { page, folder } = studio;
  const { keyboard } = page;
  const goTo = async (number: number, panel: string) => {
    await keyboard.press(`Alt+Shift+${number}`);
    const shown = () => page.evaluate(() => document.activeElement?.closest('[data-panel]')?.getAttribute('data-panel'));
    await expect.poll(shown).toBe(panel);
  };
  const picture = page.getByLabel('The character in 3D');

  // Pull, and take it back.
  await goTo(1, 'viewport');
  await expect(picture).toBeFocused();
  for (let i = 0; i < 4; i++) await keyboard.press('Tab');
  const start = await studio.drawn('leftHand');
  for (let i = 0; i < 10; i++) await keyboard.press('ArrowUp');
  expect(apart(await studio.drawn('leftHand'), start)).toBeCloseTo(0.1, 3);
  for (let i = 0; i < 10; i++) await keyboard.press('Control+z');
  expect(apart(await studio.drawn('leftHand'), start)).toBeLessThan(1e-9);

  // Look, and change a limit.
  const camera = () => page.evaluate(() => window.limber!.viewport!.camera());
  const before = await camera();
  await keyboard.press('Alt+ArrowRight');
  expect((await camera()).yaw).not.toBe(before.yaw);
  await keyboard.press('f');
  await goTo(3, 'inspector');
  const limit = page.getByRole('textbox', { name: /^Flexion/ }).first();
  await tabTo(page, limit);
  const held = await limit.inputValue();
  await keyboard.press('Control+a');
  await keyboard.type('25');
  await keyboard.press('Enter');
  expect((await studio.shown()).lastLabel).toMatch(/limit/i);
  await keyboard.press('Control+z');
  await expect(limit).toHaveValue(held);

  // A character of one's own.
  const hero = join(folder, 'hero.glb');
  cpSync(MANNEQUIN, hero);
  await keyboard.press('Control+Shift+o');
  await namePath(page, 'Name', hero);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => window.limber!.studio.getState().document?.character.fileName)).toBe('hero.glb');
  await studio.settled();

  // Poses: the starter library, one of one's own, and one applied.
  await byName(page, 'Add the starter library');
  await expect(page.getByText(/poses of the starter library are in the library now/)).toBeVisible({ timeout: 120_000 });
  await keyboard.press('Control+d');
  await expect(page.getByRole('textbox', { name: /^Name of/ })).toBeFocused();
  await keyboard.press('Control+a');
  await keyboard.type('My own');
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('grid', { name: 'Saved poses' }));
  await keyboard.press('Home');
  await keyboard.press('Enter');
  expect((await studio.shown()).lastLabel).toMatch(/^Apply/);

  // Animate: two keys, a breakdown between them, ghosts, playback and the check.
  await keyboard.press('k');
  for (let i = 0; i < 20; i++) await keyboard.press('.');
  await goTo(1, 'viewport');
  for (let i = 0; i < 4; i++) await keyboard.press('Tab');
  for (let i = 0; i < 5; i++) await keyboard.press('ArrowUp');
  await keyboard.press('Escape');
  await keyboard.press('k');
  for (let i = 0; i < 10; i++) await keyboard.press(',');
  await keyboard.press('Shift+e');
  await keyboard.press('k');
  expect(
    new Set((await studio.project()).clips[0]!.tracks.flatMap(({ times }) => [...times].map((time) => Math.round(30 * time)))),
  ).toEqual(new Set([0, 10, 20]));
  await keyboard.press('Alt+o');
  await keyboard.press('Space');
  await expect.poll(async () => (await studio.shown()).time).not.toBeCloseTo(10 / 30, 6);
  await keyboard.press('Space');
  await keyboard.press('F7');
  await expect(page.getByRole('heading', { name: /^(Nothing found|[0-9]+ issues?)$/ })).toBeVisible();

  // Motion from a file, beside what is there.
  const wave = join(folder, 'wave.bvh');
  await writeMotions([wave]);
  await keyboard.press('Control+i');
  await namePath(page, 'Name', wave);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Put on the timeline' })).toBeEnabled({ timeout: 60_000 });
  await keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const { clips, activeClip } = await studio.project();
  expect(clips.map(({ id }) => id)).toHaveLength(2);
  expect(clips[1]!.id).toBe(activeClip);

  // Export, and save.
  await keyboard.press('Control+e');
  const out = join(folder, 'out.glb');
  await namePath(page, 'File', out);
  await expect(dialog.getByText('Written and read back.')).toBeVisible();
  expect(readGlbScene(out).nodes.length).toBe(readGlbScene(MANNEQUIN).nodes.length);
  await keyboard.press('Escape');
  await keyboard.press('Control+s');
  await namePath(page, 'Project folder', join(folder, 'Mine'));
  await expect(page.getByText('Saved in Mine.')).toBeVisible();
});
