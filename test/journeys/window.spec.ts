import { expect, test } from './studio.ts';

test('at most 4 MB are sent before the first pull, and the window stays in its frame', async ({ studio }) => {
  const { page } = studio;
  const sent = await page.evaluate(() => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return entries.reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0);
  });
  expect(sent).toBeGreaterThan(1e6);
  expect(sent).toBeLessThan(4e6);
  await page.evaluate(() => {
    for (const row of document.querySelectorAll('[role="row"], .visually-hidden')) row.scrollIntoView();
    for (const element of [document.documentElement, document.body, document.querySelector('#root')!]) element.scrollTop = 500;
  });
  expect((await page.locator('.top-bar').boundingBox())!.y).toBe(0);
});

for (const [width, height] of [
  [960, 540],
  [800, 600],
] as const) {
  test(`every control of the timeline and every tab can be reached in a window of ${width} by ${height} @all`, async ({
    studio,
  }) => {
    const { page } = studio;
    await page.setViewportSize({ width, height });
    // The layout follows a moment later.
    const cutOff = (): Promise<string[]> =>
      page.evaluate(() => {
        const found: string[] = [];
        for (const bar of document.querySelectorAll('.transport, .tab-list')) {
          const frame = bar.closest('.transport, .tabs')!.getBoundingClientRect();
          for (const control of bar.querySelectorAll('button, input, [role="tab"]')) {
            const { right, width: wide } = control.getBoundingClientRect();
            if (wide > 0 && right > frame.right + 0.5) found.push(control.getAttribute('aria-label') ?? control.textContent);
          }
        }
        return found;
      });
    await expect
      .poll(() => page.locator('.transport').evaluate((bar) => bar.getBoundingClientRect().width < innerWidth))
      .toBe(true);
    await expect.poll(cutOff).toEqual([]);
  });
}

test('handles keep their shape when the window is resized, and the panels do not wait for the picture @all', async ({
  studio,
}) => {
  const { page } = studio;
  const canvas = page.locator('.viewport-canvas');
  /** Whether the picture still has its old size in the animation frame in which the viewport takes its new one. */
  const isDrawnLater = canvas.evaluateHandle((element: HTMLCanvasElement) => {
    const [width, clientWidth] = [element.width, element.clientWidth];
    const answer: { isOld: boolean | null } = { isOld: null };
    new ResizeObserver((_, observer) => {
      if (element.clientWidth === clientWidth) return;
      answer.isOld = element.width === width;
      observer.disconnect();
    }).observe(element.parentElement!);
    return answer;
  });
  await isDrawnLater;
  await page.setViewportSize({ width: 800, height: 600 });
  const isFitted = () =>
    canvas.evaluate(
      (element: HTMLCanvasElement) =>
        element.getBoundingClientRect().right < innerWidth &&
        Math.abs(element.width - element.clientWidth * devicePixelRatio) <= 1,
    );
  await expect.poll(async () => (await isDrawnLater).jsonValue()).toEqual({ isOld: true });
  await expect.poll(isFitted).toBe(true);
  await page.mouse.move(1, 1);
  await studio.settled();
  const resized = await canvas.screenshot();
  await page.evaluate(() => {
    for (let i = 0; i < 3; i++) window.limber!.viewport!.render();
  });
  expect((await canvas.screenshot()).equals(resized)).toBe(true);
});

test('the viewport keeps its size through other sizes of the window, and names are whole @all', async ({ studio }) => {
  const { page } = studio;
  const canvas = page.locator('.viewport-canvas');
  const size = () => canvas.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]);
  const before = await size();
  const rescale = (scale: number) =>
    page.evaluate((to) => {
      const { studio: state } = window.limber!;
      const { session } = state.getState();
      state.setState({ session: { ...session, settings: { ...session.settings, scale: to } } });
    }, scale);
  // From two columns to one, and back to two by way of a larger window and other scales, four times.
  for (const [width, height, scale] of Array.from({ length: 4 }, () => [
    [960, 540, 2] as const,
    [1920, 1080, 1.5] as const,
  ]).flat()) {
    await page.setViewportSize({ width, height });
    await rescale(scale);
    await expect
      .poll(() =>
        page.locator('.panel.inspector').evaluate((panel) => Math.abs(innerWidth - panel.getBoundingClientRect().right)),
      )
      .toBeLessThan(20);
    await expect.poll(async () => (await size())[0]! > 0.5 * width).toBe(true);
  }
  await page.setViewportSize({ width: 1120, height: 700 });
  await rescale(1);
  // The gaps between panels are rounded.
  await expect.poll(async () => Math.hypot(...(await size()).map((value, i) => value - before[i]!))).toBeLessThan(6);
  const cut = () =>
    page
      .locator('.row-label, .field > label, .tab-list [role="tab"], .panel h2, .panel h3')
      .evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent));
  for (const row of ['Left upper arm', 'Right upper leg', 'Neck']) {
    await page.getByRole('row', { name: row, exact: true }).click();
    await expect(page.getByRole('heading', { name: row })).toBeVisible();
    expect(await cut()).toEqual([]);
  }
});

test('a small window at 200 % shows the line of keys, the picture and what the solver view says @all', async ({ studio }) => {
  const { page } = studio;
  await page.setViewportSize({ width: 900, height: 700 });
  await page.evaluate(() => {
    const { studio: state } = window.limber!;
    const { session } = state.getState();
    state.setState({ session: { ...session, settings: { ...session.settings, scale: 2 } } });
  });
  await expect.poll(() => page.locator('.panel.inspector').evaluate((panel) => panel.clientWidth)).toBeGreaterThan(300);
  await studio.run('prop.add.chair');
  await expect(page.locator('.track-name', { hasText: 'Chair' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'All joints' })).toBeInViewport({ ratio: 0.9 });
  await studio.run('camera.add');
  const buttons = page.locator('.panel.inspector .button');
  await expect(buttons.filter({ hasText: 'Cut to the camera' })).toHaveCount(1);
  const cut = await buttons.evaluateAll((all) =>
    all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
  await studio.run('view.panel.solver');
  const words = page.locator('.nothing-solved p').first();
  await expect.poll(() => words.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(300);
  const share = () =>
    page.evaluate(() => {
      const [panel, all] = ['.panel.viewport', '.workspace'].map((each) => document.querySelector(each)!.clientHeight);
      return panel! / all!;
    });
  await expect.poll(share).toBeGreaterThan(0.25);
});

test('the palette finds by other words, and selects what it finds of the body @all', async ({ studio }) => {
  const { page } = studio;
  const find = async (typed: string) => {
    await page.keyboard.press('F3');
    await page
      .getByRole('searchbox', { name: 'Find a command' })
      .or(page.getByRole('textbox', { name: 'Find a command' }))
      .first()
      .fill(typed);
  };
  const lines = page.getByRole('menu', { name: 'Commands' }).getByRole('menuitem');
  await find('fit');
  await expect(lines.first()).toContainText('Frame selection');
  await page.keyboard.press('Escape');
  await find('left kn');
  await expect(lines.first()).toContainText('Select left knee');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Left knee' })).toBeVisible();
});

test('the first line of the window holds all its buttons at every width and scale @all', async ({ studio }) => {
  const { page } = studio;
  const folded = page.getByRole('button', { name: 'Menu', exact: true });
  for (const scale of [1, 2]) {
    await page.evaluate((changed) => {
      const { studio: state } = window.limber!;
      const { session } = state.getState();
      state.setState({ session: { ...session, settings: { ...session.settings, scale: changed } } });
    }, scale);
    for (const share of [560, 620, 640, 660, 700, 1000, 640, 560]) {
      const width = scale * share;
      await page.setViewportSize({ width, height: 700 });
      await expect
        .poll(() => page.locator('.top-actions').evaluate((bar) => bar.getBoundingClientRect().right))
        .toBeLessThanOrEqual(width);
      if (share === 560) await expect(folded).toHaveCount(1);
      if (share === 1000) await expect(folded).toHaveCount(0);
    }
  }
});
