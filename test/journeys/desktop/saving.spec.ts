import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readGlb } from '../../../core/formats/gltf/glb.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { bend, closeWindow, confirm, expect, steps, test, titleOf, type Desktop } from './desktop.ts';
import type { Packed } from './packed.ts';

/** Saves, and answers the system's dialog with a folder. */
async function saveTo(desktop: Desktop, folder: string): Promise<void> {
  const { display } = desktop;
  display.window('Limber$');
  display.press('ctrl+s');
  display.window('^Save');
  display.press('ctrl+a');
  display.type(folder);
  await confirm(desktop);
}

/** What the page of the window has beside a page's own, and whether it reaches another site. */
async function lookAround() {
  const away = await fetch('https://example.org/').then(
    () => 'reached',
    () => 'refused',
  );
  return {
    bridge: Object.keys((window as unknown as { limberBridge: object }).limberBridge),
    node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in window),
    isolated: globalThis.crossOriginIsolated,
    away,
  };
}

test('a pull is undone, made again, saved where the system’s dialog says, and opened again', async ({ desktop }) => {
  const { home } = desktop;
  const program = await desktop.start();
  expect(await program.page.evaluate(lookAround)).toEqual({
    bridge: ['call', 'listen', 'pathOf'],
    node: [],
    isolated: true,
    away: 'refused',
  });
  await bend(program);
  await program.page.keyboard.press('Control+z');
  await expect.poll(() => steps(program)).toBe(0);
  await bend(program);
  await expect.poll(() => titleOf(desktop)).toBe('• mannequin — Limber');

  const folder = join(home, 'Documents', 'My hero');
  await saveTo(desktop, folder);
  await expect.poll(() => existsSync(join(folder, 'project.limber'))).toBe(true);
  await expect.poll(() => titleOf(desktop)).toBe('My hero — Limber');
  closeWindow(desktop);
  expect(await program.ended).toBe(0);

  const again = await desktop.start(join('Documents', 'My hero', 'project.limber'));
  await expect.poll(() => titleOf(desktop)).toBe('My hero — Limber');
  await keyTwoPoses(again);
  const exported = await exportClip(again, join(home, 'Documents', 'Wave ü.glb'));
  expect(JSON.parse(new TextDecoder().decode(exported.json))).toMatchObject({ animations: [{ channels: expect.any(Array) }] });
  // The file begins with the character's own bytes.
  const character = readGlb(new Uint8Array(readFileSync(MANNEQUIN))).binary!;
  expect(Buffer.compare(exported.binary!.subarray(0, character.length), character)).toBe(0);
});

/** A key of the pose that is shown, and one of another pose a second later. */
async function keyTwoPoses(program: Packed): Promise<void> {
  const { page } = program;
  const key = () => page.evaluate(() => window.limber!.run('key.set'));
  await key();
  const frame = page.getByRole('textbox', { name: 'Frame' });
  await frame.fill('30');
  await frame.press('Enter');
  await bend(program);
  await key();
}

/** Exports the clip, waits for the proof that the file holds what was shown, and reads it. */
async function exportClip({ page }: Packed, file: string) {
  await page.evaluate(() => window.limber!.run('file.exportClip'));
  const dialog = page.getByRole('dialog', { name: 'Export the clip' });
  await dialog.getByRole('textbox', { name: 'File' }).fill(file);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog).toContainText('Written and read back.');
  await expect(dialog).toContainText(/Largest difference to what was shown: /);
  return readGlb(new Uint8Array(readFileSync(file)));
}

test('a program that is killed in the middle of a save loses nothing @all', async ({ desktop }) => {
  const { home } = desktop;
  const program = await desktop.start();
  await program.page.evaluate(() => window.limber!.run('file.openSample'));
  await expect.poll(() => titleOf(desktop)).not.toMatch(/mannequin — Limber$/);
  await bend(program);
  const poses = (page: typeof program.page) =>
    page.evaluate(() => window.limber!.studio.getState().document!.history.present.poses.length);
  expect(await poses(program.page)).toBe(20);
  const pose = (page: typeof program.page) => page.evaluate(() => [...window.limber!.pose!]);
  const posed = await pose(program.page);

  const folder = join(home, 'Documents', 'Sample');
  // The character is written first, and the project's file, without which nothing opens, after every pose.
  const killer = [String(program.process.pid), join(home, 'Documents'), 'Sample', 'characters'];
  await once(fork(join(import.meta.dirname, 'kill-when-written.ts'), killer), 'message');
  await saveTo(desktop, folder);
  expect(await program.ended).toBe('SIGKILL');
  await desktop.killAll();
  expect(existsSync(join(folder, 'project.limber'))).toBe(false);
  expect(await readdir(join(folder, 'characters'))).toHaveLength(1);

  const next = await desktop.start();
  const question = next.page.getByRole('alertdialog', { name: 'Bring back unsaved work?' });
  await question.getByRole('button', { name: 'Bring it back' }).click();
  await expect.poll(() => titleOf(desktop)).toMatch(/^• /);
  expect(await poses(next.page)).toBe(20);
  expect(await pose(next.page)).toEqual(posed);
});
