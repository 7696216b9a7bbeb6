import { expect, test } from './studio.ts';

test('the selected joint’s angles are curves whose keys and handles are dragged, by mouse and by keyboard, and play as they are drawn', async ({
  studio,
}) => {
  const { page } = studio;
  await studio.run('file.openSample');
  await expect(page.getByRole('button', { name: 'Clip: Walk' })).toBeVisible();
  await page.getByRole('row', { name: 'Left upper leg' }).click();
  await page.getByRole('button', { name: 'Curves', exact: false }).first().click();
  const curves = page.getByRole('toolbar', { name: 'Curves of the selected joints' });
  await expect(curves).toBeVisible();
  const names = page.getByRole('group', { name: 'Curves', exact: true });
  await expect(names.getByRole('button')).toHaveCount(3);

  // What the legend tells is what the inspector tells, at a key and between keys.
  const inspector = page.getByRole('textbox', { name: 'Flexion', exact: true }).first();
  const legend = names.getByRole('button', { name: /Flexion/ });
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  for (const at of ['6', '20']) {
    await frame.fill(at);
    await frame.press('Enter');
    const told = (await inspector.inputValue()).replace('−', '-');
    await expect(legend).toContainText(`${Number.parseFloat(told).toFixed(1)}°`);
  }

  // A key goes up: the leg bends, in one step.
  const key = curves.getByRole('slider', { name: 'Flexion at frame 20' });
  const before = Number(await key.getAttribute('aria-valuenow'));
  const box = (await key.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 1, box.y + box.height / 2 - 24, { steps: 4 });
  await page.mouse.up();
  expect((await studio.shown()).lastLabel).toBe('Change left upper leg flexion of key');
  const after = Number(await key.getAttribute('aria-valuenow'));
  expect(after).toBeGreaterThan(before + 4);
  expect(Number.parseFloat((await inspector.inputValue()).replace('−', '-'))).toBeCloseTo(after, 0);

  // By keyboard: a degree up, a frame on.
  await key.focus();
  await page.keyboard.press('ArrowUp');
  expect(Number(await key.getAttribute('aria-valuenow'))).toBeCloseTo(after + 1, 3);
  await page.keyboard.press('ArrowRight');
  const moved = curves.getByRole('slider', { name: 'Flexion at frame 21' });
  await expect(moved).toHaveCount(1);
  await expect(frame).toHaveValue('21');
  await page.keyboard.press('Control+z');
  await expect(key).toHaveCount(1);

  // The way on is shaped by a handle, and the body at the frames between follows.
  await studio.run('edit.undo');
  await studio.run('edit.undo');
  await key.click();
  await studio.run('key.between.linear');
  const slope = curves.getByRole('slider', { name: 'Slope on from frame 20' });
  await slope.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  expect((await studio.shown()).lastLabel).toBe('Shape the curve after frame 20');
  await expect(page.getByRole('button', { name: /^Shaped/ })).toBeVisible();
  const { clips } = await studio.project();
  const shaped = clips[0]!.tracks.flatMap(({ keyInterpolations = [] }) => keyInterpolations.filter((way) => Array.isArray(way)));
  expect(shaped).toEqual([[expect.closeTo(1 / 3 + 0.25, 6), expect.any(Number), expect.any(Number), expect.any(Number)]]);

  // With tangents each angle has handles of its own; choosing them changes nothing yet.
  await key.click();
  await studio.run('key.between.tangents');
  await expect(page.getByRole('button', { name: /^Tangents/ })).toBeVisible();
  const tangent = curves.getByRole('slider', { name: 'Flexion: slope on from frame 20' });
  const level = Number(await tangent.getAttribute('aria-valuenow'));
  await tangent.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowUp');
  expect(Number(await tangent.getAttribute('aria-valuenow'))).toBeCloseTo(level + 5, 1);

  await page.keyboard.press('Alt+c');
  await expect(curves).toHaveCount(0);
});
