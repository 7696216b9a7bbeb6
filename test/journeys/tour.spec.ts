import AxeBuilder from '@axe-core/playwright';
import { expect, onScreen, test } from './studio.ts';

test('the tour is offered, done by doing, and not offered again', async ({ studio }) => {
  const { page } = studio;
  const card = page.getByRole('complementary', { name: 'Tour' });
  const marks = card.getByRole('listitem');
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await expect(card.getByRole('heading')).toHaveText('Pull a hand');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  await studio.pull('rightHand', { x: 30, y: 60 });
  await expect(card.getByRole('heading')).toHaveText('Look around');
  await expect(marks.first()).toHaveText('Pull a hand, done');

  const canvas = (await page.locator('.viewport-canvas').boundingBox())!;
  await page.mouse.move(canvas.x + canvas.width - 60, canvas.y + 120);
  await page.mouse.down();
  await page.mouse.move(canvas.x + canvas.width - 20, canvas.y + 125, { steps: 4 });
  await page.mouse.up();
  await expect(card.getByRole('heading')).toHaveText('Let a foot go');

  const foot = await onScreen(page, 'leftFoot');
  await page.mouse.click(foot.x, foot.y);
  await page.keyboard.press('p');
  await expect(card.getByRole('heading')).toHaveText('Save the pose');
  await page.getByRole('button', { name: 'Save pose' }).first().click();
  await expect(card.getByRole('heading')).toHaveText('Set a key');
  await page.getByRole('button', { name: 'Set key', exact: true }).first().click();
  await expect(card.getByRole('heading')).toHaveText('That is all of it');
  await card.getByRole('button', { name: 'Done' }).click();
  await expect(card).toHaveCount(0);

  // At any time again, and skipped as easily.
  const leaving = studio.run('file.new');
  await page.getByRole('button', { name: 'Don’t save' }).click();
  await leaving;
  await studio.settled();
  await expect(page.getByRole('button', { name: 'Take the tour' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Tour' }).click();
  await card.getByRole('button', { name: 'Skip the tour' }).click();
  await expect(card).toHaveCount(0);
});
