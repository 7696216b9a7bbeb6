import AxeBuilder from '@axe-core/playwright';
import { expect, onScreen, test } from './studio.ts';

test('has no accessibility problem that axe can find, in the window and in its dialogs', async ({ studio }) => {
  const problems = async (): Promise<string[]> => {
    const { violations } = await new AxeBuilder({ page: studio.page }).analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  };
  expect(await problems()).toEqual([]);
  for (const command of [
    'help.palette',
    'help.shortcuts',
    'help.legend',
    'help.handbook',
    'file.exportPose',
    'file.importReport',
  ]) {
    await studio.run(command);
    await expect(studio.page.getByRole('dialog')).toBeVisible();
    expect(await problems()).toEqual([]);
    await studio.page.keyboard.press('Escape');
    await expect(studio.page.getByRole('dialog')).toHaveCount(0);
  }
});

test('has none at other sizes of the window either', async ({ studio }) => {
  const { page } = studio;
  for (const [width, height] of [
    [1100, 700],
    [1920, 1080],
    [2560, 1440],
  ] as const) {
    await page.setViewportSize({ width, height });
    // The panels follow a moment later; at most their gaps are left at the sides.
    const left = () => page.locator('.workspace').evaluate((dock) => Math.abs(innerWidth - dock.getBoundingClientRect().width));
    await expect.poll(left).toBeLessThan(20);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  }
});

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, deviceScaleFactor: 2 });

  test('a finger selects and pulls a handle, two pan and zoom, and axe finds nothing', async ({ studio }) => {
    const { page } = studio;
    const { x, y } = await onScreen(page, 'leftHand');
    await page.touchscreen.tap(x, y + 18);
    await expect.poll(() => page.evaluate(() => window.limber!.studio.getState().session.selection.handle)).toBe('leftHand');
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number; id: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x, y, id: 1 });
    for (let i = 1; i <= 5; i++) await touch('touchMove', { x: x - 8 * i, y: y + 10 * i, id: 1 });
    await touch('touchEnd');
    await expect.poll(async () => (await studio.shown()).lastLabel).toBe('Pull left hand');
    const distance = () => page.evaluate(() => window.limber!.viewport!.camera().distance);
    const before = await distance();
    await touch('touchStart', { x: 500, y: 300, id: 1 }, { x: 560, y: 300, id: 2 });
    await touch('touchMove', { x: 470, y: 300, id: 1 }, { x: 590, y: 300, id: 2 });
    await touch('touchEnd');
    expect(await distance()).toBeCloseTo(before / 2, 2);
    expect((await studio.shown()).past).toBe(1);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});
