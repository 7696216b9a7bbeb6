import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './studio.ts';

/** Windows, and the scale of their words. */
const WINDOWS = [
  [900, 700, 1],
  [1280, 800, 1],
  [2560, 1440, 1],
  [900, 700, 2],
  [1280, 800, 2],
] as const;

/** What can be used in the window and lies beneath a message: it would be under the pointer there if no message were, or is a handle of the picture. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const messages = document.querySelector<HTMLElement>('.messages')!;
    const { left, top, right, bottom } = messages.getBoundingClientRect();
    const points: [number, number][] = [];
    for (let x = left + 2; x < right; x += 12) for (let y = top + 2; y < bottom; y += 12) points.push([x, y]);
    const taken = points.filter(([x, y]) => messages.contains(document.elementFromPoint(x, y)));
    messages.style.visibility = 'hidden';
    const beneath = taken.map(([x, y]) =>
      document.elementFromPoint(x, y)?.closest('button, input, [role=slider], [role=row], [role=tab]'),
    );
    messages.style.visibility = '';
    const picture = document.querySelector('.viewport-canvas')!.getBoundingClientRect();
    const grasps = window.limber!.viewport!.graspPoints().map(({ x, y }) => [picture.left + x, picture.top + y] as const);
    const isCovered = picture.width > 0 && grasps.some(([x, y]) => x > left && x < right && y > top && y < bottom);
    return [
      ...(isCovered ? ['a handle'] : []),
      ...[...new Set(beneath)].flatMap((control) =>
        control && !messages.contains(control) ? [control.getAttribute('aria-label') ?? control.textContent ?? ''] : [],
      ),
    ];
  });
}

test('messages and long work leave the picture its size where they stand in a line of their own @all', async ({ studio }) => {
  const { page } = studio;
  const tell = (text: string | null, isWorking = false) =>
    page.evaluate(
      ({ said, works }) => {
        const { studio: state } = window.limber!;
        const { session } = state.getState();
        const notices = said === null ? [] : [{ id: 1, kind: 'error' as const, text: said, commands: [] }];
        const work = works ? { label: 'Reading a file', progress: 0.5, cancel: () => undefined } : null;
        state.setState({ session: { ...session, settings: { ...session.settings, scale: 2 }, notices, work } });
      },
      { said: text, works: isWorking },
    );
  /** The picture's height, once the panels end where the line of messages begins. */
  const heightWith = async (selector: string | null): Promise<number> => {
    await page.waitForFunction((expected) => {
      const line = document.querySelector('.messages.on-line');
      const height = line?.getBoundingClientRect().height ?? 0;
      const end = document.querySelector('.panel.timeline')!.getBoundingClientRect().bottom;
      const bottom = document.querySelector('.workspace')!.getBoundingClientRect().bottom;
      const isThere = expected === null ? height === 0 : Boolean(line?.querySelector(expected)) && height > 20;
      return isThere && Math.abs(bottom - end) < 8;
    }, selector);
    // What follows the panels is done in the same picture, or the next one.
    await page.evaluate(async () => {
      for (let i = 0; i < 3; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    return page.locator('.viewport-canvas').evaluate(({ clientHeight }) => clientHeight);
  };
  await page.setViewportSize({ width: 900, height: 700 });
  await tell(null);
  await expect.poll(() => page.locator('.panel.inspector').evaluate((panel) => panel.clientWidth)).toBeGreaterThan(300);
  const before = await heightWith(null);
  for (const [text, isWorking] of [
    ['The file broken.glb cannot be read: it is no glTF file at all, but something else.', false],
    ['The file broken.glb cannot be read.', true],
    [null, true],
  ] as const) {
    await tell(text, isWorking);
    expect(Math.abs((await heightWith(isWorking ? '.work' : '.notice')) - before)).toBeLessThanOrEqual(2);
    await tell(null);
    expect(Math.abs((await heightWith(null)) - before)).toBeLessThanOrEqual(2);
  }
});

test('messages cover no control, whatever the size of the window and the scale of its words @all', async ({ studio }) => {
  const { page, folder } = studio;
  const broken = join(folder, 'broken.glb');
  await writeFile(broken, 'no model at all');
  await studio.drop(broken);
  const error = page.getByRole('alert').filter({ hasText: 'broken.glb' });
  await expect(error).toBeVisible();
  // The same failure again is told once.
  await studio.drop(broken);
  await expect(error).toHaveCount(1);
  studio.takeErrors();
  await studio.run('help.tour');
  await expect(page.getByRole('complementary', { name: 'Tour' })).toBeVisible();
  for (const [width, height, scale] of WINDOWS) {
    await page.evaluate((to) => {
      const { studio: window_ } = window.limber!;
      const { session } = window_.getState();
      window_.setState({ session: { ...session, settings: { ...session.settings, scale: to } } });
    }, scale);
    await page.setViewportSize({ width, height });
    await expect.poll(() => covered(page), { message: `${width}×${height} at ${scale}` }).toEqual([]);
    await expect(error.getByText('broken.glb')).toBeInViewport();
  }
  // They leave the corner that handles come to.
  await page.evaluate(() =>
    window.limber!.viewport!.steer((view) => ({ ...view, yaw: 0, pitch: 0, target: [1, 1.5, 0], distance: 5 })),
  );
  await expect.poll(() => covered(page)).toEqual([]);
  await expect(page.locator('.messages')).not.toHaveClass(/bottomLeft/);
  // Without a picture they have a line of their own.
  await studio.run('view.panel.library');
  await studio.run('view.maximizePanel');
  await expect(error).toBeInViewport();
  await expect.poll(() => covered(page)).toEqual([]);
  await error.getByRole('button', { name: 'Close this message' }).click();
  await expect(error).toHaveCount(0);
});

test('panels keep their widths while a message stands and window and scale change @all', async ({ studio }) => {
  const { page } = studio;
  await page.evaluate(() => {
    const { studio: state } = window.limber!;
    const notices = [{ id: 1, kind: 'error' as const, text: 'It was not saved.', commands: [] }];
    state.setState({ session: { ...state.getState().session, notices } });
  });
  const inspectorAt = async (width: number, height: number, scale: number): Promise<number> => {
    await page.setViewportSize({ width, height });
    await page.evaluate((by) => {
      const { studio: state } = window.limber!;
      const { session } = state.getState();
      state.setState({ session: { ...session, settings: { ...session.settings, scale: by } } });
    }, scale);
    const panel = page.locator('.panel.inspector');
    let before = -1;
    // The panels follow window and line a picture or two later.
    await expect
      .poll(async () => {
        const now = await panel.evaluate((each) => each.getBoundingClientRect().width);
        const isAtRest = now === before;
        before = now;
        return isAtRest;
      })
      .toBe(true);
    return before;
  };
  const first = [await inspectorAt(1280, 800, 1), await inspectorAt(1280, 800, 2), await inspectorAt(900, 700, 1)];
  await inspectorAt(1280, 800, 1);
  await inspectorAt(2560, 1440, 1);
  await inspectorAt(1280, 800, 2);
  const again = [await inspectorAt(1280, 800, 1), await inspectorAt(1280, 800, 2), await inspectorAt(900, 700, 1)];
  for (const [i, width] of again.entries()) expect(Math.abs(width - first[i]!)).toBeLessThan(4);
});
