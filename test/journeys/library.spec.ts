import { angleBetween, slerp, type Quat } from '../../core/math/quat.ts';
import { expect, test } from './studio.ts';

test('saves two poses, applies the first and blends half-way to the second', async ({ studio }) => {
  const { page } = studio;
  const rows = page.getByRole('grid', { name: 'Saved poses' }).getByRole('row');
  await studio.pull('leftHand', { x: -40, y: 120 });
  await page.getByRole('button', { name: /save pose/i }).click();
  await expect(rows).toHaveCount(1);
  const first = await studio.shown();
  await page.keyboard.press('Escape');
  await studio.pull('rightHand', { x: 30, y: -90 });
  await studio.pull('head', { x: 25, y: 10 });
  await page.getByRole('button', { name: /save pose/i }).click();
  await expect(rows).toHaveCount(2);
  const second = await studio.shown();
  await page.keyboard.press('Escape');

  const { poses } = await studio.project();
  expect(poses).toHaveLength(2);
  for (const { thumbnail } of poses) expect(thumbnail).toMatch(/^data:image\/png;base64,.{1000}/);

  const card = (index: number) => rows.nth(index).locator('.pose-picture');
  const indexOf = async (pose: readonly number[]): Promise<number> => {
    const names = await rows.allTextContents();
    const saved = poses.find((each) => Array.from(each.pose).every((value, i) => Math.abs(value - pose[i]!) < 1e-9))!;
    return names.findIndex((text) => text.includes(saved.name));
  };
  await card(await indexOf(first.pose)).dblclick();
  expect((await studio.shown()).pose).toEqual(first.pose);

  await card(await indexOf(second.pose)).click();
  const slider = page.getByRole('slider', { name: 'Blend' });
  await slider.focus();
  for (let step = 0; step < 50; step++) await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('0.5');
  await page.keyboard.press('Tab');
  const half = await studio.shown();
  const rotation = (pose: readonly number[], joint: number): Quat => pose.slice(3 + 4 * joint, 7 + 4 * joint) as unknown as Quat;
  const joints = (half.pose.length - 3) / 4;
  for (let joint = 0; joint < joints; joint++) {
    const expected = slerp(rotation(first.pose, joint), rotation(second.pose, joint), 0.5);
    expect(angleBetween(rotation(half.pose, joint), expected)).toBeLessThan(1e-6);
  }
  for (let k = 0; k < 3; k++) expect(half.pose[k]).toBeCloseTo((first.pose[k]! + second.pose[k]!) / 2, 9);
  await studio.run('edit.undo');
  expect((await studio.shown()).pose).toEqual(first.pose);
});
