import AxeBuilder from '@axe-core/playwright';
import { apart, expect, onScreen, test, type StudioDriver } from './studio.ts';

/** Which handle the ring of the keyboard is on. */
const held = ({ page }: StudioDriver) =>
  page.evaluate(() => {
    const { session } = window.limber!.studio.getState();
    return session.keyboardHandle === session.selection.handle ? session.keyboardHandle : null;
  });

test('poses by keyboard alone: Tab finds a hand, arrows move it, places are typed, rings turn it, and Tab leaves', async ({
  studio,
}) => {
  const { page } = studio;
  const goToViewport = async () => {
    await page.keyboard.press('Alt+Shift+1');
    await expect(page.getByLabel('The character in 3D')).toBeFocused();
  };
  await goToViewport();
  for (const handle of ['hips', 'chest', 'head', 'leftHand']) {
    await page.keyboard.press('Tab');
    expect(await held(studio)).toBe(handle);
  }
  await expect(page.getByText('Left hand. Arrows move it.')).toBeAttached();
  await studio.look('front');

  // Seen from the front the character's left is the picture's right: +X.
  const start = await studio.drawn('leftHand');
  await page.keyboard.press('ArrowLeft');
  const left = await studio.drawn('leftHand');
  expect([left[0] - start[0], left[1] - start[1]]).toEqual([expect.closeTo(-0.01, 3), expect.closeTo(0, 3)]);
  await page.keyboard.press('Shift+ArrowUp');
  expect(apart(await studio.drawn('leftHand'), left)).toBeCloseTo(0.001, 4);
  const up = await studio.drawn('leftHand');
  await page.keyboard.press('Control+ArrowDown');
  expect((await studio.drawn('leftHand'))[2] - up[2]).toBeCloseTo(0.01, 3);
  const { past, lastLabel, time } = await studio.shown();
  expect([past, lastLabel, time]).toEqual([3, 'Pull left hand', 0]);
  await expect(page.locator('.status-solve')).toContainText('Left hand reached');
  await page.keyboard.press('Control+z');
  expect(apart(await studio.drawn('leftHand'), up)).toBeLessThan(1e-9);

  const y = page.getByRole('textbox', { name: 'Y, centimetres' });
  await y.fill('1.2 m');
  await y.press('Enter');
  expect((await studio.drawn('leftHand'))[1]).toBeCloseTo(1.2, 3);
  await expect(y).toHaveValue('120.0');
  // The keys are the studio’s again.
  await page.keyboard.press('Control+z');
  expect(apart(await studio.drawn('leftHand'), up)).toBeLessThan(1e-9);
  await page.keyboard.press('Control+Shift+z');
  await expect(y).toHaveValue('120.0');
  await y.fill('nonsense');
  await y.press('Enter');
  await expect(y).toHaveValue('120.0');

  await goToViewport();
  await page.keyboard.press('e');
  const { pose } = await studio.shown();
  await page.keyboard.press('ArrowUp');
  expect((await studio.shown()).pose).not.toEqual(pose);
  expect((await studio.shown()).lastLabel).toBe('Rotate left hand');

  await page.keyboard.press('Escape');
  expect(await held(studio)).toBeNull();
  await page.keyboard.press('w');
  await page.keyboard.press('ArrowRight');
  expect((await studio.shown()).time).toBeGreaterThan(0);
  await page.keyboard.press('Shift+Tab');
  expect(await held(studio)).toBe('rightToes');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[data-panel]')?.getAttribute('data-panel') ?? null)).not.toBe(
    null,
  );
  expect(await page.evaluate(() => document.activeElement?.matches('[data-panel="viewport"], canvas') ?? false)).toBe(false);
});

test('the camera is steered by keys, and jumps where motion is unwanted @all', async ({ studio }) => {
  const { page } = studio;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // What the pointer is over is named until the camera moves.
  const hand = await onScreen(page, 'leftHand');
  const name = page.locator('body > div[aria-hidden="true"]');
  await page.mouse.move(hand.x, hand.y);
  await expect(name).toHaveText('Left hand');
  await expect(name).toBeVisible();
  const camera = () => page.evaluate(() => window.limber!.viewport!.camera());
  await page.keyboard.press('Alt+Shift+1');
  await expect(page.getByLabel('The character in 3D')).toBeFocused();
  const before = await camera();
  await page.keyboard.press('+');
  expect((await camera()).distance).toBeLessThan(before.distance);
  await expect(name).toBeHidden();
  await page.keyboard.press('-');
  expect((await camera()).distance).toBeCloseTo(before.distance, 9);
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Alt+ArrowUp');
  const turned = await camera();
  expect([turned.yaw < before.yaw, turned.pitch > before.pitch]).toEqual([true, true]);
  await page.keyboard.press('1');
  const front = await camera();
  await page.evaluate(() => window.limber!.viewport!.render());
  expect(await camera()).toEqual(front);
  expect(front.yaw).toBeCloseTo(0, 6);
});

test('going to the outliner is going to its selected row @all', async ({ studio }) => {
  const { page } = studio;
  await studio.run('view.panel.outliner');
  await expect(page.getByRole('row', { name: 'Trunk' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('row', { name: 'Hips' })).toBeFocused();
  expect((await studio.shown()).time).toBe(0);
});

test('in forced colours the playhead, keys and sides are still there, and axe finds nothing @all', async ({ studio }) => {
  const { page } = studio;
  await studio.run('key.set');
  await page.emulateMedia({ forcedColors: 'active' });
  const ground = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((found) => getComputedStyle(found).backgroundColor);
  const [playhead, panel] = [await ground('.playhead'), await ground('.timeline')];
  expect(playhead).not.toBe(panel);
  expect(
    await page
      .locator('.side-mark.is-left')
      .first()
      .evaluate((found) => getComputedStyle(found).backgroundImage),
  ).not.toBe('none');
  // Axe takes the colours of the style sheet for those on screen.
  const { violations } = await new AxeBuilder({ page }).disableRules(['color-contrast']).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});
