import { expect, onScreen, test } from './studio.ts';

test('context menus open on what is meant, by the right button and by key, and their commands work', async ({ studio }) => {
  const { page } = studio;
  const item = (name: string) => page.getByRole('menuitem', { name });
  const hand = await onScreen(page, 'leftHand');
  await page.mouse.click(hand.x, hand.y, { button: 'right' });
  await item('Pin handle').click();
  expect(Object.keys((await studio.project()).pins)).toContain('leftHand');
  await expect(page.getByLabel('The character in 3D')).toBeFocused();
  await page.keyboard.press('ContextMenu');
  await expect(page.getByRole('menu', { name: 'Handle' })).toBeVisible();
  await page.keyboard.press('Escape');

  await studio.run('view.panel.outliner');
  await page.getByRole('row', { name: 'Spine' }).click({ button: 'right' });
  await item('Lock spine').click();
  expect((await studio.shown()).lastLabel).toBe('Lock spine');

  // By key the menu stands beside the row, and all of it is seen.
  await page.keyboard.press('ContextMenu');
  const menu = page.getByRole('menu', { name: 'Joint' });
  await expect(menu).toBeVisible();
  const row = (await page.getByRole('row', { name: 'Spine' }).boundingBox())!;
  expect((await menu.boundingBox())!.x).toBeGreaterThanOrEqual(row.x + row.width);
  const isWhole = await menu.evaluate(({ parentElement }) => parentElement!.scrollHeight <= parentElement!.clientHeight);
  expect(isWhole).toBe(true);
  await page.keyboard.press('Escape');

  await studio.run('pose.save');
  await page.getByRole('row', { name: 'Pose 1' }).click({ button: 'right' });
  await item('Rename library pose').click();
  await page.keyboard.type('Stand');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'Stand' })).toBeVisible();
  await page.keyboard.press('ContextMenu');
  await expect(page.getByRole('menu', { name: 'Pose', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Clip: Clip 1' }).click({ button: 'right' });
  await item('New clip').click();
  await page.getByRole('button', { name: 'Clip: Clip 2' }).click({ button: 'right' });
  await item('Rename clip').click();
  await page.keyboard.type('Walk');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Clip: Walk' })).toBeVisible();

  // The ruler's menu is about time, that of empty lanes about keys, and all of both is seen.
  const whole = async (name: string) => {
    const shown = page.getByRole('menu', { name, exact: true });
    await expect(shown).toBeVisible();
    expect(await shown.evaluate(({ parentElement }) => parentElement!.scrollHeight <= parentElement!.clientHeight)).toBe(true);
  };
  await page.getByRole('slider', { name: 'Playhead' }).click({ button: 'right' });
  await whole('Time');
  await item('Add a marker at the playhead').click();
  await page.keyboard.type('Start');
  await page.keyboard.press('Enter');
  const markers = (await page.locator('.marker-row').boundingBox())!;
  await page.mouse.click(markers.x + markers.width / 2, markers.y + markers.height / 2, { button: 'right' });
  await whole('Time');
  await page.keyboard.press('Escape');
  await page.getByRole('slider', { name: 'Marker Start' }).click({ button: 'right' });
  await whole('Marker');
  await page.keyboard.press('Escape');
  const lanes = (await page.locator('.lanes').boundingBox())!;
  await page.mouse.click(lanes.x + lanes.width / 2, lanes.y + lanes.height - 4, { button: 'right' });
  await whole('Keys');
  await page.keyboard.press('Escape');
  await expect(page.getByText('No keys yet. Pose the character and set a key')).toBeVisible();

  const canvas = (await page.locator('.viewport-canvas').boundingBox())!;
  await page.mouse.click(canvas.x + canvas.width - 30, canvas.y + canvas.height - 30, { button: 'right' });
  await item('Legend').click();
  await expect(page.getByRole('dialog', { name: 'Legend' })).toContainText('A pinned handle.');
});

test('the sample opens as a project of one’s own, and the handbook is found from the palette @all', async ({ studio }) => {
  const { page } = studio;
  await studio.run('file.openSample');
  await expect.poll(async () => (await studio.project()).poses.length).toBe(20);
  await expect(page.getByRole('button', { name: 'Clip: Walk' })).toBeVisible();
  expect(await page.evaluate(() => window.limber!.studio.getState().document!.folder)).toBeNull();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Clip: Walk' }).click();
  const clips = page.getByRole('menu', { name: /^Clip/ });
  // Every line of it is in sight, without scrolling.
  const outOfSight = (menu: HTMLElement) => {
    const box = menu.closest('.popover')!.getBoundingClientRect();
    const lines = [...menu.querySelectorAll('[role^=menuitem]')].map((line) => line.getBoundingClientRect());
    return lines.filter(({ top, bottom }) => top < box.top || bottom > Math.min(box.bottom, innerHeight)).length;
  };
  await expect.poll(() => clips.evaluate(outOfSight)).toBe(0);
  await page.keyboard.press('Escape');

  // Over a button that can be pressed, and over one that cannot: name, key, and what it does.
  await page.mouse.move(600, 300, { steps: 3 });
  await page.getByRole('button', { name: 'Set key', exact: true }).first().hover();
  await expect(page.getByRole('tooltip')).toHaveText(/^Set key\s*K\s*Keeps the pose on screen at the playhead\.$/);
  await expect(page.getByRole('button', { name: 'Redo' })).toHaveAttribute(
    'title',
    'Redo (Ctrl+Shift+Z). Does again what was undone last. Nothing has been undone.',
  );

  await page.keyboard.press('F3');
  await page
    .getByRole('searchbox', { name: 'Find a command' })
    .or(page.getByRole('textbox', { name: 'Find a command' }))
    .first()
    .fill('mixamo handbook');
  const lines = page.getByRole('menu', { name: 'Commands' }).getByRole('menuitem');
  await expect(lines.first()).toContainText('Motion from other files');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Motion from other files' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('F1');
  await page.getByRole('tab', { name: 'First pull' }).click();
  const picture = page.getByRole('img', { name: 'A hand is pulled up and the body follows' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
});
