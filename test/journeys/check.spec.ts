import { keyTwoPoses } from './key-two-poses.ts';
import { expect, test } from './studio.ts';

test('a loop that does not close is found, gone to, repaired and taken back, by mouse and by keyboard', async ({ studio }) => {
  const { page } = studio;
  const { first } = await keyTwoPoses(studio);
  await studio.run('key.loop');
  await page.getByRole('button', { name: 'Check the clip', exact: true }).click();
  const list = page.getByRole('treegrid', { name: 'Issues' });
  // Issues of one kind stand in one line.
  const kind = list.getByRole('row', { name: /^Loop gaps/ });
  await expect(kind).toBeVisible();
  const seams = list.getByRole('row', { name: /loop gap/ });
  await expect(seams).toHaveCount(0);
  await kind.getByRole('button', { name: 'Expand' }).click();
  await expect(seams.first()).toBeVisible();
  const before = await seams.count();
  expect(before).toBeGreaterThan(3);
  await expect(kind).toHaveAccessibleName(`Loop gaps: ${before}`);
  await kind.getByRole('button', { name: 'Repair all of these: Loop gaps' }).click();
  await expect(kind).toHaveCount(0);
  expect((await studio.shown()).lastLabel).toBe('Repair: Loop gaps');
  await page.keyboard.press('Control+z');
  await expect(kind).toHaveCount(1);
  await expect(seams).toHaveCount(before);

  await seams.nth(2).click();
  const { time, pose } = await studio.shown();
  expect(time).toBeCloseTo(2, 6);
  expect(pose).not.toEqual(first);
  await expect(page.getByRole('button', { name: 'Repair all', exact: true })).toBeEnabled();

  const one = seams.nth(2).getByRole('button', { name: /^Close the loop/ });
  const sentence = await one.getAttribute('aria-label');
  await one.click();
  await expect(seams).toHaveCount(before - 1);
  expect((await studio.shown()).lastLabel).toBe(`Repair: ${sentence!.replace('Close the loop: ', '')}`);
  await page.keyboard.press('Control+z');
  await expect(seams).toHaveCount(before);

  await page.keyboard.press('F8');
  await page.keyboard.press('F8');
  await expect(list.getByRole('row', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('repair what can');
  await page.keyboard.press('Enter');
  await expect(seams).toHaveCount(0);
  const closed = (await studio.shown()).pose;
  await studio.run('key.first');
  const start = (await studio.shown()).pose;
  await studio.run('key.last');
  const end = (await studio.shown()).pose;
  // Within the 2° that a loop may be open: legs that are set onto the floor are solved to a tenth of a millimetre, not to an angle.
  for (const [i, value] of end.entries())
    expect(Math.abs(Math.abs(value) - Math.abs(start[i]!))).toBeLessThan(Math.sin(Math.PI / 180));
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  expect(closed).not.toEqual(first);
  await page.keyboard.press('F7');
  await expect(list).toHaveCount(0);
});

test('a jump that hovers is found, and falls freely once it is repaired @all', async ({ studio }) => {
  const { page } = studio;
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  const keyAt = async (at: number, centimetres: string) => {
    await frame.fill(String(at));
    await frame.press('Enter');
    // All of the body goes along when all handles do.
    await studio.run('edit.selectAll');
    await studio.run('pose.move');
    await page.keyboard.press('y');
    await page.keyboard.type(centimetres);
    await page.keyboard.press('Enter');
    await studio.run('key.set');
  };
  await studio.run('key.set');
  await keyAt(10, '0');
  await keyAt(14, '50');
  await keyAt(22, '0');
  await keyAt(26, '-50');
  await keyAt(40, '0');
  await page.getByRole('button', { name: 'Check the clip', exact: true }).click();
  const flight = page
    .getByRole('treegrid', { name: 'Issues' })
    .getByRole('row', { name: /In the air the body is .* off a free fall/ });
  await expect(flight).toBeVisible();
  await flight.getByRole('button', { name: /^Let it fall freely/ }).click();
  await expect(flight).toHaveCount(0);
  expect((await studio.shown()).lastLabel).toMatch(/^Repair: In the air the body is/);
  await page.keyboard.press('Control+z');
  await expect(flight).toHaveCount(1);
});
