import { expect, test } from './studio.ts';

test('a wide library has a column of folders, pictures of any size and whole names; a double click on a name applies, a slow one renames @all', async ({
  studio,
}) => {
  const { page } = studio;
  await page.setViewportSize({ width: 2560, height: 1440 });
  await studio.run('file.openSample');
  const rows = page.getByRole('grid', { name: 'Saved poses' }).getByRole('row');
  await expect(rows.first()).toBeVisible();

  const folders = page.getByRole('listbox', { name: 'Folders' });
  await folders.getByRole('option', { name: /^Crouch \(/ }).click();
  await expect(rows).toHaveCount(2);
  await folders.getByRole('option', { name: /^All poses \(20\)/ }).click();

  const width = () => rows.first().evaluate((card) => card.clientWidth);
  const before = await width();
  const size = page.getByRole('slider', { name: 'Size' });
  await size.focus();
  await page.keyboard.press('End');
  await expect.poll(width).toBeGreaterThan(2 * before);
  await page.keyboard.press('Home');
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => window.limber!.studio.getState().session.settings.cardSize)).toBe(96);

  const row = rows.filter({ hasText: 'Half crouch' });
  const name = row.locator('.pose-name');
  const { past } = await studio.shown();
  await name.dblclick();
  await expect.poll(async () => (await studio.shown()).lastLabel).toBe('Apply “Half crouch”');
  const field = page.getByLabel('Name of Half crouch');
  // The second click of a double click does not rename, on a selected one either.
  await name.dblclick();
  await expect.poll(async () => (await studio.shown()).past).toBe(past + 2);
  await expect(field).toHaveCount(0);
  await name.click();
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('F2');
  await field.fill('Bent knees');
  await page.keyboard.press('Enter');
  await expect(rows.filter({ hasText: 'Bent knees' })).toBeVisible();

  // Pictures have no ground of their own.
  const corner = await row
    .or(rows.first())
    .first()
    .locator('img')
    .evaluate(async (image) => {
      const { naturalWidth, naturalHeight } = image as HTMLImageElement;
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [naturalWidth, naturalHeight];
      const context = canvas.getContext('2d')!;
      context.drawImage(image as HTMLImageElement, 0, 0);
      const alpha = (x: number, y: number) => context.getImageData(x, y, 1, 1).data[3];
      return [alpha(0, 0), alpha(naturalWidth / 2, naturalHeight / 2)];
    });
  expect(corner).toEqual([0, 255]);
});
