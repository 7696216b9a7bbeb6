import { keyTwoPoses } from './key-two-poses.ts';
import { expect, test } from './studio.ts';

test('says that a pull between keys is not keyed, keeps it at its frame, and keys it @all', async ({ studio }) => {
  const { page } = studio;
  const chip = page.getByText('Pose not keyed');
  const frame = page.getByRole('textbox', { name: 'Frame' });
  const goTo = async (number: number) => {
    await frame.fill(String(number));
    await frame.press('Enter');
  };
  await keyTwoPoses(studio);
  await expect(chip).toBeHidden();
  await goTo(12);
  await studio.pull('rightHand', { x: 230, y: -60 });
  const { pose } = await studio.shown();
  await expect(chip).toBeVisible();
  await expect(page.getByRole('row', { name: /Right upper arm/ }).getByLabel('Changed, not keyed')).toBeVisible();

  const held = page.locator('.row-label.held');
  await expect(held).not.toHaveCount(0);

  const view = page.getByLabel('The character in 3D');
  await expect(view).toBeFocused();
  await page.keyboard.press('.');
  await expect(held).toHaveCount(0);
  const notice = page.getByRole('region', { name: 'Messages' });
  await expect(notice).toContainText('The pose at frame 12 is not keyed yet.');
  await page.getByRole('button', { name: 'Go to the unkeyed pose' }).click();
  expect((await studio.shown()).pose).toEqual(pose);
  expect((await studio.shown()).time).toBeCloseTo(0.4, 9);
  await expect(notice).not.toContainText('not keyed');
  await expect(view).toBeFocused();

  await goTo(20);
  await page.getByRole('button', { name: 'Key the unkeyed pose where it is' }).click();
  await goTo(12);
  expect((await studio.shown()).pose).toEqual(pose);
  await expect(chip).toBeHidden();

  await goTo(20);
  await studio.pull('rightHand', { x: -30, y: -60 });
  await page.getByRole('button', { name: 'Set key', exact: true }).first().click();
  await expect(chip).toBeHidden();

  // With a hand selected Delete takes no key; on the timeline it does.
  const keys = async () =>
    (await studio.project()).clips[0]!.tracks.flatMap(({ times }) => times.map((time) => Math.round(30 * time)));
  expect(await keys()).toContain(20);
  await view.click({ position: { x: 90, y: 410 } });
  await page.keyboard.press('Delete');
  expect(await keys()).toContain(20);
  await page.getByRole('slider', { name: 'Playhead' }).focus();
  await page.keyboard.press('Delete');
  expect(await keys()).not.toContain(20);
});
