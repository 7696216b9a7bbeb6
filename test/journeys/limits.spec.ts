import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './studio.ts';

test('an edited limit goes to both sides of the body, or to one when that is switched off', async ({ studio }) => {
  const { page } = studio;
  const { humanoid } = await studio.rig();
  const [left, right] = [humanoid.leftLowerArm!, humanoid.rightLowerArm!];
  const edited = async () => Object.keys((await studio.project()).rig.limits).map(Number);
  await page.getByRole('row', { name: /^Left lower arm/ }).click();
  const mirror = page.getByRole('checkbox', { name: 'Mirror edited limits' });
  await expect(mirror).toBeChecked();
  const { violations } = await new AxeBuilder({ page }).include('[data-panel="inspector"]').analyze();
  expect(violations).toEqual([]);

  const most = page.getByRole('textbox', { name: 'Most flexion', exact: true });
  await most.fill('90');
  await most.press('Enter');
  expect(new Set(await edited())).toEqual(new Set([left, right]));
  await studio.run('edit.undo');
  expect(await edited()).toEqual([]);

  await mirror.press('Space');
  await expect(mirror).not.toBeChecked();
  await most.fill('100');
  await most.press('Enter');
  expect(await edited()).toEqual([left]);
  expect((await studio.shown()).lastLabel).toBe('Limit of left lower arm');
  // The longest names are whole.
  await page.getByRole('row', { name: 'Neck', exact: true }).click();
  await page.getByRole('textbox', { name: 'Side bend to the right' }).scrollIntoViewIfNeeded();
  const cut = await page
    .locator('.inspector .field > label')
    .evaluateAll((labels) => labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent));
  expect(cut).toEqual([]);
});
