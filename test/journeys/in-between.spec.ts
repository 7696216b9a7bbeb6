import type { Page } from '@playwright/test';
import { keyTwoPoses } from './key-two-poses.ts';
import { expect, onScreen, test } from './studio.ts';

test('a pose is made between two keys by slider and by keys, and keyed for the selected part alone', async ({ studio }) => {
  const { page } = studio;
  const { first, second } = await keyTwoPoses(studio);
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  await frame.fill('10');
  await frame.press('Enter');
  await studio.run('edit.deselect');
  await page.getByRole('button', { name: 'In-between, breakdown, push and relax' }).click();
  const slider = page.getByRole('slider', { name: 'Breakdown' });
  await expect(page.getByText('Whole body')).toBeVisible();
  const track = (await page.locator('.popover .slider-track').nth(1).boundingBox())!;
  // The track goes from −50 % to 150 %: its middle is halfway, its three quarters are the key after.
  await page.mouse.move(track.x + track.width / 2, track.y + track.height / 2);
  await page.mouse.down();
  await page.mouse.move(track.x + 0.75 * track.width, track.y + track.height / 2, { steps: 5 });
  const previewed = (await studio.shown()).pose;
  previewed.forEach((value, i) => expect(Math.abs(value)).toBeCloseTo(Math.abs(second[i]!), 2));
  await page.mouse.up();
  expect((await studio.shown()).lastLabel).toMatch(/^Breakdown (95|100|105) % at frame 10$/);
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(slider).toHaveCount(0);
  await page.keyboard.press('Control+z');

  await page.keyboard.press('Shift+e');
  expect((await studio.shown()).lastLabel).toBe('Breakdown 50 % at frame 10');
  const half = (await studio.shown()).pose;
  for (let c = 0; c < 3; c++) expect(half[c]).toBeCloseTo((first[c]! + second[c]!) / 2, 6);
  await page.keyboard.press('Alt+ArrowDown');
  expect((await studio.shown()).lastLabel).toBe('Relax 20 % at frame 10');
  await expect(page.getByRole('button', { name: 'Key of all joints at frame 10', exact: true })).toBeVisible();
});

test('the gap between two keys is filled as a body moves: by key, anew by the slider, by the menu of keys; one undo each @all', async ({
  studio,
}) => {
  const { page } = studio;
  const { first, second } = await keyTwoPoses(studio);
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  await frame.fill('10');
  await frame.press('Enter');
  await studio.run('edit.deselect');
  const straight = (await studio.shown()).pose;
  await page.keyboard.press('Shift+b');
  expect((await studio.shown()).lastLabel).toBe('In-between, frames 0 to 30');
  const keys = page.getByRole('button', { name: /^Key of all joints at frame/ });
  expect(await keys.count()).toBeLessThanOrEqual(5);
  await expect(page.getByRole('button', { name: 'Key of all joints at frame 0', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await page.getByRole('button', { name: 'In-between, breakdown, push and relax' }).click();
  const slider = page.getByRole('slider', { name: 'In-between' });
  await slider.focus();
  for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  expect((await studio.shown()).lastLabel).toBe('In-between, frames 0 to 30');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  const undone = (await studio.shown()).pose;
  undone.forEach((value, i) => expect(value).toBeCloseTo(straight[i]!, 9));

  await page.getByRole('button', { name: 'Key of all joints at frame 0', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /In-between: fill the gap/ }).click();
  expect((await studio.shown()).lastLabel).toBe('In-between, frames 0 to 30');
  for (const [at, pose] of [
    ['0', first],
    ['30', second],
  ] as const) {
    await frame.fill(at);
    await frame.press('Enter');
    // But for what the contacts of the feet do to straight knees.
    (await studio.shown()).pose.forEach((value, i) => expect(Math.abs(value)).toBeCloseTo(Math.abs(pose[i]!), 1));
  }
});

test('ghosts are the character’s own mesh, in one hue before the playhead and another after it @all', async ({ studio }) => {
  const { page } = studio;
  await keyTwoPoses(studio);
  await studio.run('edit.deselect');
  for (const part of ['bones', 'handles', 'grid']) await studio.run(`view.show.${part}`);
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  const goTo = async (at: number) => {
    await frame.fill(String(at));
    await frame.press('Enter');
  };
  await goTo(15);
  const plain = await hues(page);
  await studio.run('view.show.ghosts');
  const between = await hues(page);
  expect(between.violet - plain.violet).toBeGreaterThan(300);
  expect(between.lime - plain.lime).toBeGreaterThan(300);
  await goTo(0);
  const atStart = await hues(page);
  expect(atStart.violet).toBeLessThan(plain.violet + 30);
  expect(atStart.lime - plain.lime).toBeGreaterThan(300);
  // Where the mesh is not shown, bones stand for ghosts, in the same hues.
  await studio.run('view.show.mesh');
  await goTo(15);
  const bones = await hues(page);
  expect(bones.violet).toBeGreaterThan(30);
  expect(bones.violet).toBeLessThan(between.violet / 2);
  await studio.run('view.show.mesh');
  await studio.run('view.show.ghosts');
  expect(await hues(page)).toEqual(plain);
});

/** How many pixels of the picture are violet and lime, once it is complete. */
async function hues(page: Page): Promise<{ readonly violet: number; readonly lime: number }> {
  const count = () =>
    page.evaluate(() => {
      const shown = document.querySelector<HTMLCanvasElement>('.viewport-canvas')!;
      window.limber!.viewport!.render();
      const context = new OffscreenCanvas(shown.width, shown.height).getContext('2d')!;
      context.drawImage(shown, 0, 0);
      const { data } = context.getImageData(0, 0, shown.width, shown.height);
      const found = { violet: 0, lime: 0 };
      for (let i = 0; i < data.length; i += 4) {
        const [red, green, blue] = [data[i]!, data[i + 1]!, data[i + 2]!];
        if (blue > green + 18 && red > green + 8) found.violet++;
        if (green > blue + 25 && green > red + 8) found.lime++;
      }
      return found;
    });
  // Ghosts may take several pictures.
  let last = await count();
  for (let i = 0; i < 20; i++) {
    const next = await count();
    if (next.violet === last.violet && next.lime === last.lime && i > 4) break;
    last = next;
  }
  return last;
}

test('trails and ghosts show where the clip goes @all', async ({ studio }) => {
  const { page } = studio;
  await keyTwoPoses(studio);
  const frame = page.getByRole('textbox', { name: 'Frame', exact: true });
  await frame.fill('15');
  await frame.press('Enter');
  await studio.run('edit.deselect');
  const picture = async () => {
    await page.evaluate(() => window.limber!.viewport!.render());
    return (await page.locator('.viewport-canvas').screenshot()).toString('base64');
  };
  const plain = await picture();
  await page.getByRole('button', { name: 'Motion trails' }).click();
  const trails = await picture();
  expect(trails).not.toBe(plain);
  await page.keyboard.press('Alt+o');
  await expect(page.getByRole('button', { name: 'Ghosts (onion skins)' })).toHaveAttribute('aria-pressed', 'true');
  expect(await picture()).not.toBe(trails);

  // The key of the hand's trail is dragged at its own frame, while the playhead stands at another.
  const goTo = async (at: number) => {
    await frame.fill(String(at));
    await frame.press('Enter');
  };
  await goTo(30);
  const key = await onScreen(page, 'leftHand');
  const { pose } = await studio.shown();
  await goTo(15);
  await page.mouse.move(key.x, key.y);
  await expect(page.getByText('Left hand at frame 30: drag to key it elsewhere')).toBeVisible();
  await page.mouse.down();
  await page.mouse.move(key.x - 25, key.y - 30, { steps: 6 });
  await page.mouse.up();
  expect(await studio.shown()).toMatchObject({ time: 1, lastLabel: 'Pull left hand at frame 30' });
  const moved = await onScreen(page, 'leftHand');
  expect(Math.hypot(moved.x - key.x + 25, moved.y - key.y + 30)).toBeLessThan(2);
  await goTo(15);
  await goTo(30);
  expect((await studio.shown()).pose).not.toEqual(pose);
  await page.keyboard.press('Control+z');
  expect((await studio.shown()).pose).toEqual(pose);
});
