import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bend, closeWindow, expect, test, titleOf } from './desktop.ts';

test('closing with unsaved work asks: Cancel stays, Save saves and closes', async ({ desktop }) => {
  const { home, display } = desktop;
  const program = await desktop.start();
  await bend(program);
  await expect.poll(() => titleOf(desktop)).toBe('• mannequin — Limber');
  closeWindow(desktop);
  await expect.poll(() => display.hasDialog()).toBe(true);
  display.press('Escape');
  await expect.poll(() => display.hasDialog()).toBe(false);
  await bend(program);

  closeWindow(desktop);
  await expect.poll(() => display.hasDialog()).toBe(true);
  display.press('Return');
  display.window('^Save project');
  const folder = join(home, 'Documents', 'Kept');
  display.press('ctrl+a');
  display.type(folder);
  display.press('Return');
  expect(await program.ended).toBe(0);
  expect(existsSync(join(folder, 'project.limber'))).toBe(true);
});
