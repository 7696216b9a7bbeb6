import { keyTwoPoses } from './key-two-poses.ts';
import { expect, test } from './studio.ts';

test('a clip with many keys is simplified, by mouse and by keyboard, and it is taken back @all', async ({ studio }) => {
  const { page } = studio;
  await keyTwoPoses(studio);
  // Keys that the straight way between two poses does not need.
  for (const frame of [6, 12, 18, 24]) {
    const field = page.getByRole('textbox', { name: 'Frame', exact: true });
    await field.fill(String(frame));
    await field.press('Enter');
    await studio.run('key.set');
  }
  const keys = page.getByRole('button', { name: /^Key of all joints at frame/ });
  await expect(keys).toHaveCount(6);
  await page.getByRole('button', { name: 'Clip: Clip 1' }).click();
  await page.getByRole('menuitem', { name: 'Motion' }).click();
  await page.getByRole('menuitem', { name: 'Simplify keys…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Simplify keys' });
  const places = dialog.getByRole('slider', { name: 'Places within' });
  await expect(places).toBeFocused();
  await dialog.getByRole('button', { name: /Interpolation/ }).click();
  await page.getByRole('option', { name: 'Linear' }).click();
  await places.focus();
  await page.keyboard.press('ArrowRight');
  await expect(places).toHaveAttribute('aria-valuetext', '11\u00a0mm');
  await expect(dialog.getByText('3 keys instead of 6;')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(keys).toHaveCount(3);
  expect((await studio.shown()).lastLabel).toBe('Simplify to 3 keys');
  await page.keyboard.press('Control+z');
  await expect(keys).toHaveCount(6);
});
