import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { serve } from '../../electron/browser/serve.ts';
import { expect, test, type StudioDriver } from './studio.ts';

async function problems({ page }: StudioDriver): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

test('what is set holds at once, is given back one by one, and is there again at another address', async ({ studio }) => {
  const { page, folder } = studio;
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  const height = () => page.locator('.top-bar').evaluate((bar) => bar.getBoundingClientRect().height);
  const [dark, bar] = [await theme(), await height()];
  expect(dark).toBe('dark');

  await page.keyboard.press('Control+,');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await expect(dialog.getByRole('tab', { name: 'Look' })).toBeFocused();
  await dialog.getByRole('button', { name: /Theme/ }).click();
  await page.getByRole('option', { name: 'Light' }).click();
  await expect.poll(theme).toBe('light');
  expect(await problems(studio)).toEqual([]);
  const scale = dialog.getByRole('slider', { name: 'Interface scale' });
  await scale.focus();
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(height).toBeCloseTo(1.5 * bar, 0);
  await dialog.getByRole('button', { name: 'Reset “Theme”' }).click();
  await expect.poll(theme).toBe('dark');
  await expect(dialog.getByRole('button', { name: 'Reset “Theme”' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: /Theme/ })).toBeFocused();
  await dialog.getByRole('button', { name: /Theme/ }).click();
  await page.getByRole('option', { name: 'Neutral grey' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const file = join(folder, '.data', 'settings.json');
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('"neutral"');
  const other = await serve({ port: 0, open: null, allow: [folder], data: join(folder, '.data') });
  try {
    await page.goto(other.url);
    await studio.settled();
    await expect.poll(theme).toBe('neutral');
    await expect.poll(height).toBeCloseTo(1.5 * bar, 0);
    // The frame that stands before the script has come looks as the window will.
    await page.route('**/*.js', (route) => route.abort());
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const frameIn = async (name: 'system' | 'light') => {
      writeFileSync(file, JSON.stringify({ theme: name, scale: 1.5 }));
      const fresh = await serve({ port: 0, open: null, allow: [folder], data: join(folder, '.data') });
      await page.goto(fresh.origin);
      const colour = await ground();
      expect(await height()).toBeCloseTo(1.5 * bar, 0);
      await fresh.close();
      return colour;
    };
    const light = 'rgb(201, 206, 214)';
    expect(await frameIn('light')).toBe(light);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await frameIn('system')).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await frameIn('system')).toBe('rgb(18, 20, 23)');
  } finally {
    await page.goto('about:blank');
    await other.close();
    studio.takeErrors();
  }
});

test('keys are pressed for a command, conflicts are shown and solved, and all of it goes to another machine @all', async ({
  studio,
}, info) => {
  const { page } = studio;
  await studio.run('edit.settings');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('tab', { name: 'Keys' }).click();
  expect(await problems(studio)).toEqual([]);
  await dialog.getByRole('searchbox', { name: 'Find a command or key' }).fill('three-quarter');
  await dialog.getByRole('button', { name: 'Change the keys of “Three-quarter view”' }).click();
  await page.keyboard.press('Control+s');
  const row = dialog.getByRole('listitem').filter({ hasText: 'Three-quarter view' });
  await expect(row).toContainText('Ctrl+S is also “Save project”.');
  expect(await problems(studio)).toEqual([]);
  await row.getByRole('button', { name: 'Take it from there' }).click();
  await expect(row).not.toContainText('is also');
  await expect(row.getByRole('button').first()).toBeFocused();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const file = info.outputPath('keys.json');
  await download.saveAs(file);
  await row.getByRole('button', { name: 'Reset the keys of “Three-quarter view”' }).click();
  await expect(row).not.toContainText('Ctrl+S');
  await dialog.getByLabel('File of keys').setInputFiles(file);
  await expect(row).toContainText('Ctrl+S');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the palette finds a setting by another word and opens its page @all', async ({ studio }) => {
  const { page } = studio;
  await page.keyboard.press('F3');
  await page.keyboard.type('colour blind');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: 'Look' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

for (const theme of ['light', 'neutral'] as const) {
  test(`has no accessibility problem that axe can find in the ${theme} theme, at 200 % and in a narrow window @all`, async ({
    studio,
  }) => {
    const { page } = studio;
    const set = (change: object) =>
      page.evaluate((settings) => {
        const { studio: state } = window.limber!;
        const { session } = state.getState();
        state.setState({ session: { ...session, settings: { ...session.settings, ...settings } } });
      }, change);
    await set({ theme });
    expect(await problems(studio)).toEqual([]);
    await set({ theme, sides: 'colourSafe' });
    expect(await problems(studio)).toEqual([]);
    await set({ scale: 2 });
    await expect(page.getByRole('button', { name: 'What is shown' })).toBeVisible();
    expect(await problems(studio)).toEqual([]);
    const right = await page.locator('.top-actions').evaluate((bar) => bar.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(1120);
    await page.getByRole('button', { name: 'What is shown' }).click();
    await page.getByRole('menuitem', { name: 'Floor grid' }).click();
    expect(await page.evaluate(() => window.limber!.studio.getState().session.view.grid)).toBe(false);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Pose', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Rotate/ }).click();
    expect(await page.evaluate(() => window.limber!.studio.getState().session.tool)).toBe('rotate');
  });
}
