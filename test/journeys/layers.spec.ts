import { expect, test } from './studio.ts';

test('a pose between keys is laid over the clip, faded by two handles, weighted, muted and flattened, and held feet stay', async ({
  studio,
}) => {
  const { page } = studio;
  await studio.run('file.openSample');
  await expect(page.getByRole('button', { name: 'Clip: Walk' })).toBeVisible();
  await studio.run('clip.travel');
  await studio.run('contact.find');
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  const goTo = async (at: number) => {
    await frame.fill(String(at));
    await frame.press('Enter');
  };
  await goTo(8);
  await page.getByRole('row', { name: 'Left lower arm' }).click();
  const flexion = page.getByRole('textbox', { name: 'Flexion', exact: true }).first();
  const bend = async (at: number) => {
    await goTo(at);
    return Number.parseFloat((await flexion.inputValue()).replace('−', '-'));
  };
  const [before8, before14, before25] = [await bend(8), await bend(14), await bend(25)];
  await goTo(8);
  await flexion.fill('110');
  await flexion.press('Enter');
  await page.getByRole('row', { name: 'Left lower arm' }).click();
  await page.keyboard.press('Alt+l');
  expect((await studio.shown()).lastLabel).toBe('Add left lower arm as layer at frame 8');
  const { clips: unkeyed } = await studio.project();
  expect(unkeyed[0]!.layers).toHaveLength(1);
  expect(await bend(8)).toBeCloseTo(110, 0);
  const after14 = await bend(14);
  expect(after14).toBeGreaterThan(before14 + 5);
  expect(after14 - before14).toBeLessThan(110 - before8);
  expect(await bend(25)).toBeCloseTo(before25, 0);
  await expect(page.getByRole('button', { name: /^Contacts slide by 0(\.\d)? mm a frame at most/ })).toBeVisible();

  // An end is moved by keyboard and dragged by mouse.
  const end = page.getByRole('slider', { name: 'End of layer Left lower arm at 8' });
  await expect(end).toHaveAttribute('aria-valuenow', '20');
  await end.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(end).toHaveAttribute('aria-valuenow', '19');
  const box = (await end.boundingBox())!;
  const start = (await page.getByRole('slider', { name: 'Beginning of layer Left lower arm at 8' }).boundingBox())!;
  // The clip loops: the layer begins four frames before its seam, so its beginning stands near the end.
  await expect(page.getByRole('slider', { name: 'Beginning of layer Left lower arm at 8' })).toHaveAttribute(
    'aria-valuenow',
    '28',
  );
  const perFrame = (start.x - box.x) / (28 - 19);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 6 * perFrame, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(end).toHaveAttribute('aria-valuenow', '13');
  expect(await bend(14)).toBeCloseTo(before14, 0);

  // Half of it, none of it, and back.
  const weight = page.getByRole('textbox', { name: 'Weight of Left lower arm at 8' });
  await weight.fill('50');
  await weight.press('Enter');
  expect(await bend(8)).toBeCloseTo((before8 + 110) / 2, 0);
  await page.getByRole('button', { name: 'Mute layer Left lower arm at 8' }).click();
  expect(await bend(8)).toBeCloseTo(before8, 0);
  await studio.run('edit.undo');
  await studio.run('edit.undo');
  expect(await bend(8)).toBeCloseTo(110, 0);

  // Flattened, it plays the same without a layer.
  await studio.run('layer.flatten');
  const { clips } = await studio.project();
  expect(clips[0]).not.toHaveProperty('layers');
  expect(await bend(8)).toBeCloseTo(110, 0);
  expect(await bend(14)).toBeCloseTo(before14, 0);
  await studio.run('edit.undo');
  await page.getByRole('button', { name: 'Layer Left lower arm at 8 at frame 8' }).press('Delete');
  expect((await studio.project()).clips[0]).not.toHaveProperty('layers');
});
