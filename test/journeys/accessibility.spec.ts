import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { cases, TRIES_ALL } from '../helpers/extent.ts';
import { expect, onScreen, test, type StudioDriver } from './studio.ts';

test('has no accessibility problem that axe can find, in the window and in its dialogs', async ({ studio }) => {
  // What lies behind a dialog is the same every time.
  const problems = async (inside = 'body'): Promise<string[]> => {
    const { violations } = await new AxeBuilder({ page: studio.page }).include(TRIES_ALL ? 'body' : inside).analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  };
  expect(await problems()).toEqual([]);
  const dialogs = ['help.palette', 'help.handbook', 'file.importReport', 'help.shortcuts', 'help.legend', 'file.exportPose'];
  for (const command of dialogs.slice(0, cases(3, dialogs.length))) {
    await studio.run(command);
    await expect(studio.page.getByRole('dialog')).toBeVisible();
    expect(await problems('[role="dialog"]')).toEqual([]);
    await studio.page.keyboard.press('Escape');
    await expect(studio.page.getByRole('dialog')).toHaveCount(0);
  }
});

/** How a window may look: its size, CSS pixels, and what is set, by the user or by the system. */
interface Look {
  readonly name: string;
  readonly size: readonly [width: number, height: number];
  readonly settings?: { readonly scale?: number; readonly theme?: 'dark' | 'light' };
  readonly forcedColors?: 'active';
}

const SIZES: readonly Look[] = [
  { name: '900 by 700', size: [900, 700] },
  { name: '1100 by 700', size: [1100, 700] },
  { name: '1280 by 800', size: [1280, 800] },
  { name: '1920 by 1080', size: [1920, 1080] },
  { name: '2560 by 1440', size: [2560, 1440] },
];

const SCALES_AND_COLOURS: readonly Look[] = [
  { name: 'light', size: [1280, 800], settings: { theme: 'light' } },
  { name: '900 by 700 at 200 %', size: [900, 700], settings: { scale: 2 } },
  { name: 'forced colours at 200 %', size: [1280, 800], settings: { scale: 2 }, forcedColors: 'active' },
  { name: 'forced colours', size: [1280, 800], forcedColors: 'active' },
];

async function show({ page }: StudioDriver, look: Look): Promise<void> {
  const { settings = {}, forcedColors } = look;
  const [width, height] = look.size;
  await page.emulateMedia({ forcedColors: forcedColors ?? 'none' });
  await page.setViewportSize({ width, height });
  await page.evaluate((set) => {
    const { studio } = window.limber!;
    const { session } = studio.getState();
    studio.setState({ session: { ...session, settings: { ...session.settings, scale: 1, theme: 'dark', ...set } } });
  }, settings);
  // The panels follow a moment later; at most their gaps are left at the sides.
  const left = () =>
    page.locator('.panel.inspector').evaluate((panel) => Math.abs(innerWidth - panel.getBoundingClientRect().right));
  await expect.poll(left).toBeLessThan(20);
  // And the picture after them.
  const isFitted = () =>
    page
      .locator('.viewport-canvas')
      .evaluate((canvas: HTMLCanvasElement) => Math.abs(canvas.width - canvas.clientWidth * devicePixelRatio) <= 1);
  await expect.poll(isFitted).toBe(true);
}

/** Names of handles over which something else than the viewport lies. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = document.querySelector('.viewport-canvas')!;
    const { left, top } = canvas.getBoundingClientRect();
    window.limber!.viewport!.render();
    return (['head', 'chest', 'hips', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot'] as const).filter((name) => {
      const at = window.limber!.viewport!.handleOnScreen(name);
      return !at || document.elementFromPoint(left + at.x, top + at.y) !== canvas;
    });
  });
}

/** Buttons in sight that are less than 24 pixels wide or high; those of a row of the outliner unfold when one is over it. */
function small(page: Page): Promise<string[]> {
  return page.locator('button:visible, [role="button"]:visible, [role="tab"]:visible').evaluateAll((all) =>
    all.flatMap((button) => {
      const { width, height } = button.getBoundingClientRect();
      if (Math.min(width, height) > 23.99 || button.matches('.row-action')) return [];
      return [`${button.getAttribute('aria-label') ?? button.textContent}: ${width} by ${height}`];
    }),
  );
}

for (const [those, looks] of [
  ['every size', SIZES],
  ['other scales and in other colours', SCALES_AND_COLOURS],
] as const) {
  test(`at ${those} one poses and keys, nothing covers a handle, and axe finds no problem @all`, async ({ studio }) => {
    for (const look of looks) await poseAndKey(studio, look);
  });
}

async function poseAndKey(studio: StudioDriver, look: Look): Promise<void> {
  const { page } = studio;
  await show(studio, look);
  await expect.poll(() => covered(page), look.name).toEqual([]);
  await studio.pull('rightHand', { x: 10, y: 20 });
  await expect.poll(async () => (await studio.shown()).lastLabel, look.name).toBe('Pull right hand');
  await page.getByRole('button', { name: 'Set key', exact: true }).first().click();
  await expect.poll(async () => (await studio.shown()).past, look.name).toBe(2);
  const isPlayheadSeen = await page.locator('.playhead').evaluate((playhead) => {
    const { backgroundColor } = getComputedStyle(playhead);
    return backgroundColor !== 'rgba(0, 0, 0, 0)' && backgroundColor !== getComputedStyle(document.body).backgroundColor;
  });
  expect(isPlayheadSeen, look.name).toBe(true);
  expect(await small(page), look.name).toEqual([]);
  // What is not ticked shows no tick, though the system may draw what is transparent.
  const ticks = page.locator('.checkbox:not([data-selected]) svg');
  const seen = await ticks.evaluateAll((all) =>
    all.filter((tick) => getComputedStyle(tick).visibility === 'visible' && !getComputedStyle(tick).color.endsWith(', 0)')),
  );
  expect(seen, look.name).toHaveLength(0);
  // Axe takes the colours of the style sheet for those on screen.
  const unread = look.forcedColors ? ['color-contrast'] : [];
  const { violations } = await new AxeBuilder({ page }).disableRules(unread).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    look.name,
  ).toEqual([]);
  for (let i = 0; i < 2; i++) await studio.run('edit.undo');
  await studio.run('edit.deselect');
}

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, deviceScaleFactor: 2 });

  test('a finger selects and pulls a handle from 24 px, two zoom, three orbit; a pen reaches 18 px, a mouse does not @all', async ({
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
