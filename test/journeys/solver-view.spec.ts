import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { rotationOf } from '../../core/skeleton/pose.ts';
import { expect, test, type StudioDriver } from './studio.ts';

/** Pulls the left hand up, to where the solve needs steps, and solves that again in the solver view. */
async function solveAgain(studio: StudioDriver): Promise<void> {
  await studio.pull('leftHand', { x: -60, y: -100 });
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
  // A named order walks to its target; the usual one starts from a pose that is built there.
  await page.locator('[data-panel="inspector"]').getByRole('tab', { name: 'Pulling' }).click();
  await page.locator('[data-panel="inspector"]').getByRole('button', { name: /Order/ }).click();
  await page.getByRole('option', { name: 'Backward' }).click();
  await solveAgain(studio);
  const reached = await studio.drawn('leftHand');
  const pose = (await studio.shown()).pose;
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
    await expect(status).toContainText(now!.held ? 'held by a limit' : 'free');
  }
  expect(places.size).toBeGreaterThan(1);
  await slider.focus();
  await page.keyboard.press('PageUp');
  expect(await studio.drawn('leftHand')).not.toEqual(began);
  // What is replayed is the very solve that was seen: it ends in the pose on screen, to the last bit.
  await page.keyboard.press('End');
  expect(await stepped(page)).not.toBeNull();
  expect((await studio.shown()).pose).toEqual(pose);
  await page.getByRole('button', { name: 'Back to the pose' }).click();
  expect(await stepped(page)).toBeNull();
  expect(await studio.drawn('leftHand')).toEqual(reached);
  // The order and the pull: stepping is no edit.
  expect((await studio.shown()).past).toBe(2);
});

test('compares two orders side by side: plotted per iteration, counted, and either one replayed @all', async ({ studio }) => {
  const { page } = studio;
  await solveAgain(studio);
  const table = page.getByRole('table', { name: 'The pull in two orders' });
  await expect(table.getByRole('columnheader')).toHaveText(['Order', 'Smart bounce', 'Backward']);
  await expect(table.getByRole('rowheader')).toHaveText(['End', 'Left', 'Iterations', 'Updates', 'Joints moved']);
  await expect(page.getByRole('img', { name: 'millimetres left after each iteration' }).locator('canvas')).toBeVisible();
  await page.getByRole('button', { name: /Beside/ }).click();
  await page.getByRole('option', { name: 'Forward' }).click();
  await expect(table.getByRole('columnheader')).toHaveText(['Order', 'Smart bounce', 'Forward']);
  const updates = await table
    .getByRole('row', { name: /Updates/ })
    .getByRole('cell')
    .allTextContents();
  const output = page.locator('.step-replay output');
  await expect(output).toHaveText(`${updates[0]} / ${updates[0]}`);
  await page.getByRole('button', { name: /Replay/ }).click();
  await page.getByRole('option', { name: 'Forward (beside)' }).click();
  await expect(output).toHaveText(`${updates[1]} / ${updates[1]}`);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('offers order, stiffness and balance with sane defaults, and each changes the same pull @all', async ({ studio }) => {
  const { page } = studio;
  const inspector = page.locator('[data-panel="inspector"]');
  const pulled = async (by = { x: 60, y: 60 }): Promise<readonly number[]> => {
    await studio.pull('leftHand', by);
    const { pose } = await studio.shown();
    await expect(page.locator('.status-solve')).toContainText(/Left hand (reached|.* short)/);
    await expect(page.locator('.status-solve strong')).toHaveAttribute('title', /iterations?, .* ms/);
    await studio.run('edit.undo');
    await inspector.getByRole('tab', { name: 'Pulling' }).click();
    return pose;
  };
  const asIs = await pulled();
  const order = inspector.getByRole('button', { name: /Order/ });
  await expect(order).toContainText('Smart bounce');
  for (const title of [/order the joints/, /hips move/, /hips go back/]) {
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
  const aside = { x: 300, y: 0 };
  const balanced = await pulled(aside);
  await inspector.getByRole('slider', { name: 'Keep balance' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  expect(await pulled(aside)).not.toEqual(balanced);
  await studio.run('edit.undo');
  expect(await pulled()).toEqual(asIs);
});

test('a tolerance of centimetres, in the solver view, leaves the trunk where it is for a hand that is out of reach by less @all', async ({
  studio,
}) => {
  const { page } = studio;
  await studio.run('view.panel.solver');
  const panel = page.locator('[data-panel="solver"]');
  await panel.getByRole('tab', { name: 'Precision' }).click();
  const tolerance = panel.getByRole('textbox', { name: 'Tolerance' });
  await expect(tolerance).toHaveValue('1');
  for (const title of [/count as reached/, /Sweeps over the joints/, /Random starts/]) {
    await expect(panel.getByTitle(title)).toHaveCount(1);
  }
  const pulledOut = async (): Promise<readonly number[]> => {
    await studio.pull('leftHand', { x: 30, y: 0 });
    const { pose } = await studio.shown();
    await studio.run('edit.undo');
    return pose;
  };
  const leaning = await pulledOut();
  await tolerance.fill('50');
  await tolerance.press('Enter');
  expect(await pulledOut()).not.toEqual(leaning);
});

test('a soft reach keeps the elbow of an arm that is pulled far out bent, more the softer; it can be taken back @all', async ({
  studio,
}) => {
  const { page } = studio;
  const inspector = page.locator('[data-panel="inspector"]');
  const soft = inspector.getByRole('slider', { name: 'Soft reach' });
  const setting = async (): Promise<number> => (await studio.project()).solver.softReach;
  const setTo = async (key: 'Home' | 'End'): Promise<void> => {
    await inspector.getByRole('tab', { name: 'Pulling' }).click();
    await soft.focus();
    await page.keyboard.press(key);
    await page.keyboard.press('Enter');
  };
  /** Degrees by which the elbow is bent when the hand has been pulled out. */
  const elbowPulledOut = async (): Promise<number> => {
    await studio.pull('leftHand', { x: 260, y: 0 });
    await expect(page.locator('.status-solve')).toContainText(/Left hand (reached|.* short)/);
    const { pose } = await studio.shown();
    const { humanoid } = await studio.rig();
    await studio.run('edit.undo');
    return (2 * Math.acos(Math.min(1, Math.abs(rotationOf(Float64Array.from(pose), humanoid.leftLowerArm!)[3]))) * 180) / Math.PI;
  };
  // An arm that was straight when it was grabbed may be straight again: this one is bent first.
  await studio.pull('leftHand', { x: -90, y: 40 });
  await inspector.getByRole('tab', { name: 'Pulling' }).click();
  await expect(soft).toHaveValue('0.05');
  await expect(inspector.getByTitle(/used last.*0 % straightens at once/)).toHaveCount(1);
  const elbows: number[] = [];
  for (const key of ['Home', 'End'] as const) {
    await setTo(key);
    elbows.push(await elbowPulledOut());
    await studio.run('edit.undo');
    expect(await setting()).toBe(0.05);
  }
  expect(elbows[1]! - elbows[0]!).toBeGreaterThan(10);
  await studio.run('edit.redo');
  expect(await setting()).toBe(0.25);
});

test('replays the whole pull from the grab as well, and says how that differs from the drag @all', async ({ studio }) => {
  const { page } = studio;
  const panel = page.locator('[data-panel="solver"]');
  const standing = (await studio.shown()).pose;
  await studio.run('view.panel.solver');
  await expect(panel).toContainText('Drag a hand, a foot or the hips in the viewport');
  await expect(panel).not.toContainText('The last move of the drag');
  await expect(page.getByRole('button', { name: 'Solve the last pull again' })).toBeDisabled();
  await solveAgain(studio);
  await expect(panel).toContainText('It ends in the very pose that it gave.');
  await panel.getByRole('button', { name: /Last move/ }).click();
  await page.getByRole('option', { name: 'Whole pull' }).click();
  await expect(panel).toContainText('from the grabbed pose to the target in one solve');
  await page.getByRole('slider', { name: 'Step' }).focus();
  await page.keyboard.press('Home');
  const began = (await studio.shown()).pose;
  const { skeleton } = await studio.rig();
  const right = skeleton.names.indexOf('rightLowerArm');
  expect(right).toBeGreaterThan(0);
  expect(began.slice(0, 3)).toEqual(standing.slice(0, 3));
  // Out of sight a replay ends.
  await page.getByText('Timeline', { exact: true }).click();
  await expect.poll(() => page.evaluate(() => window.limber!.studio.getState().transient.preview)).toBeNull();
  await studio.run('view.panel.solver');
  await page.getByRole('button', { name: 'One step back' }).click();
  await panel.getByRole('tab', { name: 'In the plane' }).click();
  await expect.poll(() => page.evaluate(() => window.limber!.studio.getState().transient.preview)).toBeNull();
});

test('lets a stiff joint turn less for the same pull, and a locked one not at all @all', async ({ studio }) => {
  const { page } = studio;
  const elbow = (await studio.rig()).humanoid.leftLowerArm!;
  const turned = async (): Promise<number> => {
    const at = 3 + 4 * elbow;
    const before = (await studio.shown()).pose.slice(at, at + 4);
    await studio.pull('leftHand', { x: -50, y: 40 });
    const after = (await studio.shown()).pose.slice(at, at + 4);
    await studio.run('edit.undo');
    return 2 * Math.acos(Math.min(1, Math.abs(before.reduce((sum, value, i) => sum + value * after[i]!, 0))));
  };
  const asIs = await turned();
  const stiffen = async (key: string): Promise<void> => {
    await page.getByRole('row', { name: /^Left lower arm/ }).click();
    await page.locator('[data-panel="inspector"]').getByRole('slider', { name: 'Stiffness' }).focus();
    await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    // The rings of a selected joint lie over its hand.
    await page.getByLabel('The character in 3D').focus();
    await page.keyboard.press('Escape');
  };
  expect(asIs).toBeGreaterThan(0.1);
  await stiffen('End');
  expect((await studio.shown()).lastLabel).toBe('Stiffness of left lower arm');
  expect(await turned()).toBe(0);
  await stiffen('ArrowLeft');
  const stiff = await turned();
  expect(stiff).toBeGreaterThan(0);
  expect(stiff).toBeLessThan(asIs / 2);
});

test('is worked by the keyboard alone, and the focus is never lost @all', async ({ studio }) => {
  const { page } = studio;
  await studio.pull('leftHand', { x: -60, y: -60 });
  await studio.run('view.panel.solver');
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent || '');
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let i = 0; i < 12 && !name.test(await focused()); i++) await page.keyboard.press('Tab');
    expect(await focused()).toMatch(name);
  };
  const chooseNext = async (from: RegExp, to: RegExp): Promise<void> => {
    await tabTo(from);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toMatch(to);
  };
  // The last move alone may set out from a pose that is there already, and then has no steps.
  await chooseNext(/^Last move/, /^Whole pull/);
  await chooseNext(/^Backward/, /^Forward/);
  await tabTo(/Solve the last pull again/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'The pull in two orders' })).toBeVisible();
  const slider = page.getByRole('slider', { name: 'Step' });
  await tabTo(/One step back/);
  await page.keyboard.press('Enter');
  expect(await stepped(page)).not.toBeNull();
  await tabTo(/One step on/);
  await page.keyboard.press('Enter');
  // The last step disables the button: the focus goes on to the slider.
  await expect(slider).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  expect(await stepped(page)).not.toBeNull();
  await page.keyboard.press('Escape');
  expect(await stepped(page)).toBeNull();
  await page.keyboard.press('ArrowLeft');
  await tabTo(/Back to the pose/);
  await page.keyboard.press('Enter');
  expect(await stepped(page)).toBeNull();
  await expect(slider).toBeFocused();
});

test('a line over the plot follows the replayed step, and a click on the plot goes to that iteration @all', async ({
  studio,
}) => {
  const { page } = studio;
  await solveAgain(studio);
  await page.getByRole('button', { name: /Last move/ }).click();
  await page.getByRole('option', { name: 'Whole pull' }).click();
  const line = page.locator('.replay-line');
  const plot = page.locator('.residual-plot .u-over');
  const status = page.getByRole('status', { name: 'Step' });
  const along = async (): Promise<number> => {
    const [mark, ground] = [await line.boundingBox(), await plot.boundingBox()];
    return (mark!.x + mark!.width / 2 - ground!.x) / ground!.width;
  };
  await expect(line).toBeHidden();
  await page.getByRole('slider', { name: 'Step' }).focus();
  await page.keyboard.press('Home');
  await expect(line).toBeHidden();
  // The joints that are set before the first step come first: the solve sets out from the pose that was built for the target.
  const isFirstStep = async (): Promise<boolean> => /(Sweep|Step) 1\b/.test(await status.innerText());
  for (let presses = 0; presses < 80 && !(await isFirstStep()); presses++) await page.keyboard.press('ArrowRight');
  await expect(status).toContainText(/(Sweep|Step) 1\b/);
  await expect(line).toBeVisible();
  expect(await along()).toBeCloseTo(0, 2);
  await plot.click({ position: { x: (await plot.boundingBox())!.width - 2, y: 20 } });
  await expect(page.locator('.step-replay output')).toHaveText(/^(\d+) \/ \1$/);
  const words = await status.innerText();
  expect(await along()).toBeGreaterThan(0.1);
  await plot.click({ position: { x: 2, y: 20 } });
  await expect(status).toContainText(/(Sweep|Step) 1\b/);
  expect(await along()).toBeCloseTo(0, 2);
  expect(await status.innerText()).not.toBe(words);
  // The mark belongs to the solve that is replayed.
  await expect(line).toHaveClass(/first/);
  await page.getByRole('button', { name: /Replay/ }).click();
  await page.getByRole('option', { name: /beside/ }).click();
  await expect(line).toBeHidden();
  await plot.click({ position: { x: 2, y: 20 } });
  await expect(line).toHaveClass(/second/);
  await page.keyboard.press('Escape');
  await expect(line).toBeHidden();
});

test.describe('in a window of 1280 × 800', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('shows all of the comparison and of the step count, also with the longest names and numbers @all', async ({ studio }) => {
    const { page } = studio;
    await studio.pull('leftHand', { x: 330, y: -420 });
    await studio.run('view.panel.solver');
    await page.getByRole('button', { name: 'Solve the last pull again' }).click();
    const panel = page.locator('[data-panel="solver"]');
    await panel
      .getByRole('button', { name: /^Smart bounce/ })
      .first()
      .click();
    await page.getByRole('option', { name: 'Bounce from the root' }).click();
    await panel.getByRole('button', { name: /Beside/ }).click();
    await page.getByRole('option', { name: 'Largest error first' }).click();
    const column = await panel.locator('.solver-controls').first().boundingBox();
    const last = await panel.getByRole('row', { name: /Joints moved/ }).boundingBox();
    expect(last!.y + last!.height).toBeLessThanOrEqual(column!.y + column!.height);
    const output = page.locator('.step-replay output');
    await expect(output).toHaveText(/^\d+ \/ \d+$/);
    // However many steps this pull has taken: a long one takes thousands.
    await output.evaluate((element) => {
      element.textContent = '8888 / 8888';
    });
    expect((await output.boundingBox())!.height).toBeLessThan(20);
  });
});
