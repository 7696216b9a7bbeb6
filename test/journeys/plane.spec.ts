import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './studio.ts';

interface Plane {
  readonly result: Locator;
  readonly target: Locator;
  readonly button: (name: string) => Locator;
  readonly choose: (example: string) => Promise<void>;
}

async function openPlane(page: Page): Promise<Plane> {
  const panel = page.locator('[data-panel="solver"]');
  await page.evaluate(() => window.limber!.run('view.panel.solver'));
  await page.getByRole('tab', { name: 'In the plane' }).click();
  return {
    result: panel.getByRole('status', { name: 'Result' }),
    target: panel.getByRole('slider', { name: 'Target' }),
    button: (name) => panel.getByRole('button', { name, exact: true }),
    choose: async (example) => {
      await panel.getByRole('button', { name: /Example/ }).click();
      await page.getByRole('option', { name: example }).click();
    },
  };
}

// A run plays by itself.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('plays the two-bone lock: stepped into, told, left by a bend, and run to its end again', async ({ studio }) => {
  const { result, button, choose } = await openPlane(studio.page);
  await choose('Two-bone lock');
  await expect(result).toContainText('Ready');
  await button('One joint').click();
  await expect(result).toContainText('Joint 2 rotated by 180.0°');
  await button('One sweep').click();
  await button('One sweep').click();
  await expect(result).toContainText('Failure: locked');
  await button('One sweep').click();
  await expect(result).toContainText('left by bending');
  await button('Reset').click();
  await expect(result).toContainText('Ready');
  await button('Run').click();
  await expect(result).toContainText('Failure: locked');
  await expect(result).toContainText('Success: reached');
  await expect(result).toContainText('A lock was found, and left by bending the chain.');
  await expect(button('Run')).toBeDisabled();
});

test('lets the chain follow a target that is dragged, clicked or moved by the keyboard @all', async ({ studio }) => {
  const { page } = studio;
  const { result, target } = await openPlane(page);
  const end = page.locator('.plane-chain .plane-end');
  const gap = async (): Promise<number> => {
    const [a, b] = [await end.boundingBox(), await target.locator('.plane-target-ring').boundingBox()];
    return Math.hypot(a!.x + a!.width / 2 - b!.x - b!.width / 2, a!.y + a!.height / 2 - b!.y - b!.height / 2);
  };
  expect(await gap()).toBeGreaterThan(20);
  const from = (await target.boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 50, { steps: 8 });
  await page.mouse.up();
  await expect(result).toContainText('Success');
  expect(await gap()).toBeLessThan(2);
  await target.focus();
  await page.keyboard.press('Home');
  const told = await target.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowDown');
  expect(await target.getAttribute('aria-valuetext')).not.toBe(told);
  await expect(result).toContainText('Success');
  await expect.poll(gap).toBeLessThan(2);
  const picture = (await page.locator('.plane-drawing').boundingBox())!;
  await page.mouse.click(picture.x + picture.width / 2 + 30, picture.y + picture.height / 2 + 60);
  await expect(result).toContainText('Success');
});

test('shows what full stretch, a target on a joint and one out of reach do, with as many bones as wanted @all', async ({
  studio,
}) => {
  const { page } = studio;
  const { result, button, choose } = await openPlane(page);
  await choose('Target on a joint');
  await button('One joint').click();
  await button('One joint').click();
  await expect(result).toContainText('the target lies on it');
  await choose('Out of reach');
  await button('Run').click();
  await expect(result).toContainText('Failure: out of reach', { timeout: 15_000 });
  await choose('Full stretch');
  const bones = page.locator('[data-panel="solver"]').getByRole('slider', { name: 'Bones' });
  await bones.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.plane-chain .plane-bone')).toHaveCount(4);
  await page.keyboard.press('End');
  await expect(page.locator('.plane-chain .plane-bone')).toHaveCount(12);
  await choose('Target behind the root');
  await button('Run').click();
  await expect(result).toContainText('Success: reached', { timeout: 15_000 });
});

test('is worked by the keyboard alone and has no accessibility problem that axe can find @all', async ({ studio }) => {
  const { page } = studio;
  await studio.run('view.panel.solver');
  await expect(page.locator('[data-panel="solver"]')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'In the plane' })).toHaveAttribute('aria-selected', 'true');
  const reached: (string | null)[] = [];
  for (let i = 0; i < 10; i++) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent || null,
      ),
    );
  }
  expect(reached.join('|')).toContain('Target|Run|Reset|One joint|One sweep');
  await page.locator('.plane').getByRole('button', { name: 'One sweep' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('1 sweep');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
});

test('runs to its end at once for who asked for less motion @all', async ({ studio }) => {
  const { page } = studio;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { result, target, button, choose } = await openPlane(page);
  await choose('Two-bone lock');
  const told = await result.evaluateHandle((element) => {
    const seen: string[] = [];
    new MutationObserver(() => seen.push(element.querySelector('strong')?.textContent ?? '')).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return seen;
  });
  await button('Run').click();
  await expect(result).toContainText('Success: reached');
  expect(new Set(await told.jsonValue())).toEqual(new Set(['Success: reached']));
  await choose('Full stretch');
  await target.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(button('Pause')).toHaveCount(0);
  await expect(result).toContainText('Failure: out of reach');
});

test('keeps the keyboard in the page when a run has ended @all', async ({ studio }) => {
  const { page } = studio;
  const { result, target, button } = await openPlane(page);
  await button('Run').focus();
  await page.keyboard.press('Enter');
  await expect(result).toContainText('Success: reached');
  await expect(button('Run')).toBeDisabled();
  await expect(target).toBeFocused();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('the target follows the first finger, whatever a second one does @all', async ({ studio }) => {
    const { page } = studio;
    const { result, target } = await openPlane(page);
    const ring = target.locator('.plane-target-ring');
    const place = async () => {
      const box = (await ring.boundingBox())!;
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const from = await place();
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly (readonly [x: number, y: number])[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await touch('touchStart', [[from.x, from.y]]);
    for (let i = 1; i <= 6; i++) await touch('touchMove', [[from.x + 10 * i, from.y + 6 * i]]);
    await expect.poll(async () => Math.hypot((await place()).x - from.x - 60, (await place()).y - from.y - 36)).toBeLessThan(2);
    const to = await place();
    await touch('touchStart', [
      [from.x + 60, from.y + 36],
      [from.x - 40, from.y - 20],
    ]);
    await touch('touchMove', [
      [from.x + 60, from.y + 36],
      [from.x - 60, from.y - 40],
    ]);
    expect(await place()).toEqual(to);
    await touch('touchEnd', []);
    await expect(result).toContainText('Success');
    expect(await page.evaluate(() => window.scrollY + document.documentElement.scrollTop)).toBe(0);
  });
});
