import { join } from 'node:path';
import { expect, test } from './studio.ts';

const PICTURE = join(import.meta.dirname, '..', '..', 'docs', 'handbook', 'pictures', 'pose-arabesque.jpg');

test('a picture is chosen, shown behind the character, placed, hidden, dropped anew and removed', async ({ studio }) => {
  const { page } = studio;
  const reference = () =>
    page.evaluate(() => {
      const { picture, ...rest } = window.limber!.studio.getState().session.reference ?? { picture: '' };
      return { ...rest, kind: picture.slice(0, 15) };
    });
  const shown = async () => (await page.locator('.viewport-canvas').screenshot()).toString('base64');
  const before = await shown();
  await page.getByRole('tab', { name: 'Character' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a picture…', exact: true }).click();
  await (await chooser).setFiles(PICTURE);
  await expect
    .poll(reference)
    .toEqual({ name: 'pose-arabesque.jpg', isShown: true, opacity: 0.5, size: 1, offset: [0, 0], kind: 'data:image/webp' });
  await expect.poll(async () => (await shown()) === before).toBe(false);
  if (process.env['LIMBER_PICTURES'] !== undefined)
    await page.screenshot({ path: `${process.env['LIMBER_PICTURES']}/reference.png` });

  const opacity = page.getByRole('slider', { name: 'Opacity' });
  await opacity.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  expect((await reference()).opacity).toBe(1);
  await page
    .getByRole('checkbox', { name: 'Shown' })
    .or(page.getByRole('switch', { name: 'Shown' }))
    .first()
    .press('Space');
  expect((await reference()).isShown).toBe(false);

  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(
      atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
      (c) => c.charCodeAt(0),
    );
    transfer.items.add(new File([bytes], 'dot.png', { type: 'image/png' }));
    return transfer;
  });
  await page.dispatchEvent('.window', 'drop', { dataTransfer: dropped });
  await expect.poll(async () => (await reference()).name).toBe('dot.png');
  expect(await reference()).toMatchObject({ isShown: true, opacity: 1 });
  await page.getByRole('button', { name: 'Remove' }).click();
  expect(await reference()).toEqual({ kind: '' });
  // No step of the history: what was removed is brought back by its own button.
  expect((await studio.shown()).past).toBe(0);
  await page.getByRole('button', { name: 'Bring back' }).click();
  expect(await reference()).toMatchObject({ name: 'dot.png', opacity: 1 });
});
