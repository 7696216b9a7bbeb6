import { expect, steps, bend, test } from './desktop.ts';
import { commandsByGroup } from '../../../renderer/commands/commands.ts';
import { COMMAND_CATEGORIES } from '../../../renderer/commands/command.ts';

test('there is one menu bar, the window’s own; Alt leads to it, and it holds every command', async ({ desktop }) => {
  const program = await desktop.start();
  const { page } = program;
  // A menu bar of the system would take its height from the page.
  const window = desktop.display.run('search', '--onlyvisible', '--name', 'Limber$');
  const height = Number(/Geometry: \d+x(\d+)/.exec(desktop.display.run('getwindowgeometry', window))?.[1]);
  expect(await page.evaluate(() => innerHeight * devicePixelRatio)).toBe(height);
  await bend(program);

  desktop.display.window('Limber$');
  desktop.display.press('Alt_L');
  await expect(page.getByRole('button', { name: 'File' })).toBeFocused();
  desktop.display.press('Escape');
  await expect(page.getByRole('button', { name: 'File' })).not.toBeFocused();
  desktop.display.press('Alt_L');
  await expect(page.getByRole('button', { name: 'File' })).toBeFocused();
  desktop.display.press('Return');
  await expect(page.getByRole('menu', { name: 'File', exact: true })).toBeVisible();
  desktop.display.press('Escape');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Undo/ }).click();
  await expect.poll(() => steps(program)).toBe(0);

  for (const category of COMMAND_CATEGORIES) {
    await page.getByRole('button', { name: category, exact: true }).click();
    const menu = page.getByRole('menu', { name: category, exact: true });
    for (const { group, isFolded, commands } of commandsByGroup(category)) {
      if (isFolded) await expect(menu.getByRole('menuitem', { name: group, exact: true })).toBeVisible();
      else for (const command of commands) await expect(menu.locator(`[data-key="${command.id}"]`)).toBeVisible();
    }
    await page.keyboard.press('Escape');
  }
});
