import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bend, closeWindow, confirm, expect, steps, test, titleOf, type Desktop } from './desktop.ts';

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

  await desktop.start(join('Documents', 'My hero', 'project.limber'));
  await expect.poll(() => titleOf(desktop)).toBe('My hero — Limber');
});

test('a program that is killed in the middle of a save loses nothing', async ({ desktop }) => {
  const { home, environment } = desktop;
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
  const kill = 'until [ "$(ls "$0" 2>/dev/null)" ]; do :; done; kill -9 "$1"';
  spawn('sh', ['-c', kill, join(folder, 'characters'), String(program.process.pid)], { stdio: 'ignore', env: environment });
  await saveTo(desktop, folder);
  expect(await program.ended).toBe('SIGKILL');
  await desktop.killAll();
  expect(existsSync(join(folder, 'project.limber'))).toBe(false);

  const next = await desktop.start();
  const question = next.page.getByRole('alertdialog', { name: 'Bring back unsaved work?' });
  await question.getByRole('button', { name: 'Bring it back' }).click();
  await expect.poll(() => titleOf(desktop)).toMatch(/^• /);
  expect(await poses(next.page)).toBe(20);
  expect(await pose(next.page)).toEqual(posed);
});
