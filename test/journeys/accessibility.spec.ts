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

test('has none at other sizes of the window, nor in forced colours at 200 %', async ({ studio }) => {
  const { page } = studio;
  const problems = async (...unread: string[]): Promise<string[]> => {
    const { violations } = await new AxeBuilder({ page }).disableRules(unread).analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  };
  /** Names of handles over which something else than the viewport lies. */
  const covered = (): Promise<string[]> =>
    page.evaluate(() => {
      const canvas = document.querySelector('.viewport-canvas')!;
      const { left, top } = canvas.getBoundingClientRect();
      window.limber!.viewport!.render();
      return (['head', 'chest', 'hips', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot'] as const).filter((name) => {
        const at = window.limber!.viewport!.handleOnScreen(name);
        return !at || document.elementFromPoint(left + at.x, top + at.y) !== canvas;
      });
    });
  for (const [width, height] of [
    [900, 700],
    [1100, 700],
    [1280, 800],
    [1920, 1080],
    [2560, 1440],
  ] as const) {
    await page.setViewportSize({ width, height });
    // The panels follow a moment later; at most their gaps are left at the sides.
    const left = () => page.locator('.workspace').evaluate((dock) => Math.abs(innerWidth - dock.getBoundingClientRect().width));
    await expect.poll(left).toBeLessThan(20);
    expect(await problems(), `${width} by ${height}`).toEqual([]);
    await expect.poll(covered, `${width} by ${height}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => {
    const { studio: present } = window.limber!;
    const { session } = present.getState();
    present.setState({ session: { ...session, settings: { ...session.settings, scale: 2 } } });
  });
  await page.setViewportSize({ width: 900, height: 700 });
  await expect.poll(covered, '900 by 700 at 200 %').toEqual([]);
  expect(await problems(), '900 by 700 at 200 %').toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ forcedColors: 'active' });
  // Axe takes the colours of the style sheet for those on screen.
  expect(await problems('color-contrast'), 'forced colours, 200 %').toEqual([]);
});

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, deviceScaleFactor: 2 });

  test('a finger selects and pulls a handle from 24 px, two zoom, three orbit; a pen reaches 18 px, a mouse does not', async ({
    studio,
  }) => {
    const { page } = studio;
    const devtools = await page.context().newCDPSession(page);
    const pull = async (pointerType: 'mouse' | 'pen', missedBy: number) => {
      const at = await onScreen(page, 'rightHand');
      const move = (by: number, kind: 'mouseMoved' | 'mousePressed' | 'mouseReleased', buttons: number) =>
        devtools.send('Input.dispatchMouseEvent', {
          type: kind,
          x: at.x + by,
          y: at.y + missedBy + by,
          button: kind === 'mouseMoved' && buttons === 0 ? 'none' : 'left',
          buttons,
          clickCount: 1,
          pointerType,
        });
      await move(0, 'mouseMoved', 0);
      await move(0, 'mousePressed', 1);
      for (let i = 1; i <= 5; i++) await move(5 * i, 'mouseMoved', 1);
      await move(25, 'mouseReleased', 0);
    };
    await pull('mouse', 16);
    expect((await studio.shown()).past).toBe(0);
    await pull('pen', 16);
    await expect.poll(async () => (await studio.shown()).lastLabel).toBe('Pull right hand');
    const { x, y } = await onScreen(page, 'leftHand');
    await page.touchscreen.tap(x, y + 22);
    await expect.poll(() => page.evaluate(() => window.limber!.studio.getState().session.selection.handle)).toBe('leftHand');
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number; id: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x, y, id: 1 });
    for (let i = 1; i <= 5; i++) await touch('touchMove', { x: x - 8 * i, y: y + 10 * i, id: 1 });
    await touch('touchEnd');
    await expect.poll(async () => (await studio.shown()).lastLabel).toBe('Pull left hand');
    const camera = () => page.evaluate(() => window.limber!.viewport!.camera());
    const atRest = await camera();
    await touch('touchStart', { x: 500, y: 300, id: 1 }, { x: 560, y: 300, id: 2 });
    await touch('touchMove', { x: 470, y: 300, id: 1 }, { x: 590, y: 300, id: 2 });
    await touch('touchEnd');
    const zoomed = await camera();
    expect(zoomed.distance).toBeCloseTo(atRest.distance / 2, 2);
    const three = (by: number) => [400, 450, 500].map((left, id) => ({ x: left + by, y: 300, id }));
    await touch('touchStart', ...three(0));
    await touch('touchMove', ...three(40));
    await touch('touchEnd');
    const orbited = await camera();
    expect(orbited.distance).toBeCloseTo(zoomed.distance, 6);
    expect(orbited).not.toEqual(zoomed);
    expect((await studio.shown()).past).toBe(2);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});
