import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bend, closeWindow, expect, steps, test, titleOf } from './desktop.ts';

test('a pull is undone, made again, saved where the system’s dialog says, and opened again', async ({ desktop }) => {
  const { home, display } = desktop;
  const program = await desktop.start();
  await bend(program);
  await program.page.keyboard.press('Control+z');
  await expect.poll(() => steps(program)).toBe(0);
  await bend(program);
  await expect.poll(() => titleOf(desktop)).toBe('• mannequin — Limber');

  await program.page.keyboard.press('Control+s');
  display.window('^Save');
  const folder = join(home, 'Documents', 'My hero');
  display.press('ctrl+a');
  display.type(folder);
  display.press('Return');
  await expect.poll(() => existsSync(join(folder, 'project.limber'))).toBe(true);
  await expect.poll(() => titleOf(desktop)).toBe('My hero — Limber');
  closeWindow(desktop);
  expect(await program.ended).toBe(0);

  await desktop.start(join('Documents', 'My hero', 'project.limber'));
  await expect.poll(() => titleOf(desktop)).toBe('My hero — Limber');
});
