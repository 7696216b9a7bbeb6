import type { Page } from '@playwright/test';
import { expect, test, type StudioDriver } from './studio.ts';

/** Keys at frames 0, 10 and 20 of 60, the left hand a little lower at each. */
async function keyThree(studio: StudioDriver): Promise<void> {
  const frame = studio.page.getByRole('textbox', { name: 'Frame', exact: true });
  for (const at of [0, 10, 20]) {
    await frame.fill(String(at));
    await frame.press('Enter');
    await studio.pull('leftHand', { x: -8, y: 30 });
    await studio.run('key.set');
  }
}

/** Frames of the keys on the line of all joints. */
async function frames(page: Page): Promise<readonly number[]> {
  const keys = page.getByRole('button', { name: /^Key of all joints at frame/ });
  const labels = await keys.evaluateAll((each) => each.map((key) => key.getAttribute('aria-label')!));
  return labels.map((label) => Number(label.replace(/\D+/, '')));
}

function keyAt(page: Page, frame: number, name = 'all joints') {
  return page.getByRole('button', { name: `Key of ${name} at frame ${frame}`, exact: true });
}

async function centre(page: Page, frame: number): Promise<{ x: number; y: number }> {
  const box = (await keyAt(page, frame).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('keys are chosen by click, Ctrl, Shift and box, and moved, copied and scaled by dragging', async ({ studio }) => {
  const { page } = studio;
  await keyThree(studio);
  const perFrame = ((await centre(page, 20)).x - (await centre(page, 0)).x) / 20;
  const drag = async (from: number, by: number, key?: 'Control') => {
    const at = await centre(page, from);
    await page.mouse.move(at.x, at.y);
    if (key) await page.keyboard.down(key);
    await page.mouse.down();
    await page.mouse.move(at.x + by * perFrame, at.y, { steps: 6 });
    await page.mouse.up();
    if (key) await page.keyboard.up(key);
  };
  await keyAt(page, 0).click();
  await keyAt(page, 20).click({ modifiers: ['Control'] });
  await expect(keyAt(page, 0)).toHaveAttribute('aria-pressed', 'true');
  await expect(keyAt(page, 10)).toHaveAttribute('aria-pressed', 'false');
  await drag(20, 5);
  expect(await frames(page)).toEqual([5, 10, 25]);
  await page.keyboard.press('Control+z');
  expect(await frames(page)).toEqual([0, 10, 20]);

  await page.keyboard.press('Escape');
  await keyAt(page, 0).click();
  await keyAt(page, 20).click({ modifiers: ['Shift'] });
  await expect(keyAt(page, 10)).toHaveAttribute('aria-pressed', 'true');
  await drag(10, 30, 'Control');
  expect(await frames(page)).toEqual([0, 10, 20, 30, 40, 50]);

  const [corner, end] = [await centre(page, 30), await centre(page, 50)];
  await page.mouse.move(corner.x - 14, corner.y + 40);
  await page.mouse.down();
  await page.mouse.move(end.x + 14, corner.y - 4, { steps: 5 });
  await page.mouse.up();
  await expect(page.locator('.key.chosen')).toHaveCount(3);
  // The playhead stands at 40, between them: the right grip draws the others half as near.
  const grip = (await page.locator('.range-grip.end').boundingBox())!;
  await page.mouse.move(grip.x + 4, grip.y + 5);
  await page.mouse.down();
  await page.mouse.move((await centre(page, 50)).x - 5 * perFrame, grip.y + 5, { steps: 6 });
  await page.mouse.up();
  expect(await frames(page)).toEqual([0, 10, 20, 35, 40, 45]);

  await drag(45, -25);
  await expect(page.getByText('The keys at frames 10, 20 were replaced.')).toBeVisible();
});

test('chosen keys are cut, pasted into another clip and deleted, by keyboard and by the menu of keys; a part has keys of its own @all', async ({
  studio,
}) => {
  const { page } = studio;
  await keyThree(studio);
  await keyAt(page, 10).click();
  await page.keyboard.press('Control+a');
  await expect(page.locator('.key.chosen')).toHaveCount(3);
  await page.keyboard.press('Control+c');
  await studio.run('key.newClip');
  await page.getByRole('slider', { name: 'Playhead' }).focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Control+v');
  expect(await frames(page)).toEqual([10, 20, 30]);
  await page.keyboard.press('Delete');
  await expect(page.getByText('No keys yet.')).toBeVisible();
  await page.keyboard.press('Control+z');
  expect(await frames(page)).toEqual([10, 20, 30]);

  await keyAt(page, 30).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Cut keys' }).click();
  expect(await frames(page)).toEqual([10, 20]);
  await keyAt(page, 20).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('Alt+ArrowRight');
  expect(await frames(page)).toEqual([10, 21]);
  await page.keyboard.press('Control+Shift+V');
  expect((await studio.shown()).lastLabel).toBe('Paste key mirrored');

  await studio.run('view.panel.viewport');
  await studio.pull('leftHand', { x: -20, y: -40 });
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  await frame.fill('15');
  await frame.press('Enter');
  await page.keyboard.press('Shift+k');
  expect((await studio.shown()).lastLabel).toBe('Set key on left arm at frame 15');
  await page.getByRole('button', { name: 'All joints', exact: true }).click();
  await expect(keyAt(page, 15, 'left arm')).toBeVisible();
  await expect(keyAt(page, 15, 'trunk')).toHaveCount(0);
});

test('a key goes on to the next as its menu or the choice beside the numbers says, and shows it @all', async ({ studio }) => {
  const { page } = studio;
  await keyThree(studio);
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  const handAt = async (at: number) => {
    await frame.fill(String(at));
    await frame.press('Enter');
    await studio.settled();
    return studio.drawn('leftHand');
  };
  const [first, second] = [await handAt(10), await handAt(20)];
  await keyAt(page, 10).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Interpolation: Hold' }).click();
  await expect(keyAt(page, 10)).toHaveAttribute('data-way', 'step');
  await expect(keyAt(page, 0)).toHaveAttribute('data-way', 'cubic');
  const held = await handAt(15);
  held.forEach((value, c) => expect(value).toBeCloseTo(first[c]!, 5));

  await keyAt(page, 10).click();
  await page.getByRole('button', { name: 'Hold Interpolation' }).click();
  await page.getByRole('option', { name: 'Overshoot' }).click();
  const beyond = await handAt(15);
  // The hand goes down from key to key.
  expect(second[1]).toBeLessThan(first[1]);
  expect(beyond[1]).toBeLessThan(second[1]);
  await studio.run('edit.undo');
  await expect(keyAt(page, 10)).toHaveAttribute('data-way', 'step');
  await studio.run('key.chooseAll');
  await studio.run('key.between.ease');
  for (const at of [0, 10, 20]) await expect(keyAt(page, at)).toHaveAttribute('data-way', 'ease');
});
