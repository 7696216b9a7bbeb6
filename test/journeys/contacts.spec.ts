import { expect, test } from './studio.ts';

test('a walk from the sample travels, holds its contacts as bars and slides no more', async ({ studio }) => {
  const { page } = studio;
  await studio.run('file.openSample');
  await expect(page.getByRole('button', { name: 'Clip: Walk' })).toBeVisible();
  await studio.run('clip.travel');
  expect((await studio.shown()).lastLabel).toMatch(/^Add root motion of 1\d\d cm$/);
  await page.getByRole('button', { name: 'Contacts', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Find contacts' }).click();
  const bars = page.getByRole('group', { name: 'Contacts' }).getByRole('slider');
  await expect(bars).toHaveCount(4);
  expect((await studio.shown()).lastLabel).toBe('Find 4 contacts');
  await expect(page.getByRole('button', { name: 'Contacts slide by 0 mm a frame at most: go there' })).toBeVisible();

  // What is held is what is drawn: the left ball stays where it is from one end of its bar to the other.
  const ball = page.getByRole('slider', { name: 'Contact of left ball' });
  const [, first, last] = /frames (\d+) to (\d+)/.exec((await ball.getAttribute('aria-valuetext'))!)!.map(Number) as [
    number,
    number,
    number,
  ];
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  const rig = await studio.rig();
  const node = rig.binding.nodes[rig.humanoid.leftToes!]!;
  const placeAt = async (at: number) => {
    await frame.fill(String(at));
    await frame.press('Enter');
    return studio.drawnNode(node);
  };
  const start = await placeAt(first);
  for (const at of [first + 2, last - 1, last]) {
    const now = await placeAt(at);
    expect(Math.hypot(...now.map((value, c) => value - start[c]!))).toBeLessThan(0.001);
  }

  // An end is dragged, the whole bar goes by keys, Delete removes it, and each is one step of undo.
  const box = (await ball.boundingBox())!;
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 30, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(ball).not.toHaveAttribute('aria-valuetext', `frames ${first} to ${last}`);
  await page.keyboard.press('Control+z');
  await expect(ball).toHaveAttribute('aria-valuetext', `frames ${first} to ${last}`);
  await ball.focus();
  await page.keyboard.press('ArrowRight');
  await expect(ball).toHaveAttribute('aria-valuetext', `frames ${first + 1} to ${last + 1}`);
  await page.keyboard.press('Delete');
  await expect(ball).toHaveCount(0);
  expect((await studio.shown()).lastLabel).toBe('Delete contact of left ball');
  await page.keyboard.press('Control+z');
  await expect(bars).toHaveCount(4);

  // The tools stand in one line beside the meter, so that the line of keys is seen.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => page.locator('.transport').evaluate((bar) => bar.getBoundingClientRect().height)).toBeLessThan(45);
  await expect(page.locator('.slide-meter')).toBeVisible();
});
