import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, type StudioDriver } from './studio.ts';

/** Pulls the left hand up and solves that again in the solver view. */
async function solveAgain(studio: StudioDriver): Promise<void> {
  await studio.pull('leftHand', { x: -60, y: -120 });
  await studio.run('view.panel.solver');
  await studio.page.getByRole('button', { name: 'Solve the last pull again' }).click();
}

function stepped(page: Page): Promise<{ readonly joint: number; readonly held: boolean } | null> {
  return page.evaluate(() => window.limber!.studio.getState().transient.preview?.stepped ?? null);
}

test('steps a recorded solve through joint by joint: the body moves, the joint stands out, held or free is told', async ({
  studio,
}) => {
  const { page } = studio;
  await solveAgain(studio);
  const reached = await studio.drawn('leftHand');
  const back = page.getByRole('button', { name: 'One step back' });
  const slider = page.getByRole('slider', { name: 'Step' });
  const status = page.getByRole('status', { name: 'Step' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(status).toContainText('Where the solve began');
  const began = await studio.drawn('leftHand');
  expect(began).not.toEqual(reached);
  await expect(back).toBeDisabled();
  const on = page.getByRole('button', { name: 'One step on' });
  const places = new Set<string>();
  const rig = await studio.rig();
  for (let i = 0; i < 6; i++) {
    await on.click();
    places.add(JSON.stringify((await studio.shown()).pose));
    const now = await stepped(page);
    expect(rig.skeleton.names[now!.joint]).toBeDefined();
    await expect(status).toContainText(now!.held ? 'held by its limit' : 'free');
  }
  expect(places.size).toBeGreaterThan(1);
  await slider.focus();
  await page.keyboard.press('PageUp');
  expect(await studio.drawn('leftHand')).not.toEqual(began);
  await page.getByRole('button', { name: 'Back to the pose' }).click();
  expect(await stepped(page)).toBeNull();
  expect(await studio.drawn('leftHand')).toEqual(reached);
  expect((await studio.shown()).past).toBe(1);
});

test('compares two orders side by side: plotted per sweep, counted, and either one replayed', async ({ studio }) => {
  const { page } = studio;
  await solveAgain(studio);
  const table = page.getByRole('table', { name: 'The pull in two orders' });
  await expect(table.getByRole('columnheader')).toHaveText(['Order', 'Smart bounce', 'Backward']);
  await expect(table.getByRole('rowheader')).toHaveText(['End', 'Left', 'Sweeps', 'Updates', 'Joints moved']);
  await expect(page.getByRole('img', { name: 'Millimetres left after each sweep' }).locator('canvas')).toBeVisible();
  await page.getByRole('button', { name: /Beside/ }).click();
  await page.getByRole('option', { name: 'Forward' }).click();
  await page.getByRole('button', { name: 'Solve the last pull again' }).click();
  await expect(table.getByRole('columnheader')).toHaveText(['Order', 'Smart bounce', 'Forward']);
  const updates = await table
    .getByRole('row', { name: /Updates/ })
    .getByRole('cell')
    .allTextContents();
  const output = page.locator('.step-replay output');
  await expect(output).toHaveText(`${updates[0]} / ${updates[0]}`);
  await page.getByRole('button', { name: /Replay/ }).click();
  await page.getByRole('option', { name: 'Forward' }).click();
  await expect(output).toHaveText(`${updates[1]} / ${updates[1]}`);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('offers order, stiffness, balance and tolerance with sane defaults, and each changes the same pull', async ({ studio }) => {
  const { page } = studio;
  const inspector = page.locator('[data-panel="inspector"]');
  const pulled = async (): Promise<readonly number[]> => {
    await studio.pull('leftHand', { x: 60, y: 60 });
    const { pose } = await studio.shown();
    await expect(page.locator('.status-solve')).toContainText(/Left hand (reached|missed by)/);
    await expect(page.locator('.status-solve')).toContainText(/iterations?, .* ms/);
    await studio.run('edit.undo');
    await inspector.getByRole('tab', { name: 'Solver' }).click();
    return pose;
  };
  const asIs = await pulled();
  const order = inspector.getByRole('button', { name: /Order/ });
  await expect(order).toContainText('Smart bounce');
  await expect(inspector.getByRole('textbox', { name: 'Tolerance' })).toHaveValue('1');
  for (const title of [/order the joints/, /hips move/, /centre of mass/, /count as reached/]) {
    await expect(inspector.getByTitle(title)).toHaveCount(1);
  }
  await order.click();
  await page.getByRole('option', { name: 'Forward' }).click();
  expect(await pulled()).not.toEqual(asIs);
  await studio.run('edit.undo');
  const hips = inspector.getByRole('slider', { name: 'Hips follow' });
  await hips.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  expect(await pulled()).not.toEqual(asIs);
  await studio.run('edit.undo');
  await inspector.getByText('Keep balance over the feet').click();
  expect(await pulled()).not.toEqual(asIs);
  await studio.run('edit.undo');
  await inspector.getByRole('textbox', { name: 'Tolerance' }).fill('50');
  await page.keyboard.press('Enter');
  expect(await pulled()).not.toEqual(asIs);
  await studio.run('edit.undo');
  expect(await pulled()).toEqual(asIs);
});
