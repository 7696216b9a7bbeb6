import type { Page } from '@playwright/test';
import { bend, confirm, cornerOf, expect, titleOf, test, type Desktop } from './desktop.ts';
import type { Area } from './display.ts';
import { childOf, parametersOf, processesAt } from './processes.ts';

test('the character is whole again after the graphics process was lost, and a window whose process was killed comes back with its work @all', async ({
  desktop,
}) => {
  const program = await desktop.start();
  const { page } = program;
  await bend(program);
  await page.mouse.move(5, 5);
  await page.evaluate(() => window.limber!.viewport!.settled());
  const area = await viewportOn(desktop, page);
  const look = () => desktop.display.look(area);
  const seen = await restingPicture(look);
  await page.evaluate(() => {
    const canvas = document.querySelector('.viewport-canvas')!;
    canvas.addEventListener('webglcontextrestored', () => canvas.setAttribute('data-restored', ''));
  });
  const killed = performance.now();
  process.kill(childOf(program.process.pid!, '--type=gpu-process'), 'SIGKILL');
  await page.locator('.viewport-canvas[data-restored]').waitFor();
  // What is drawn is drawn by the processor here. Without its shadows it would differ by 0.4, without its reflections by 0.1.
  await expect.poll(() => difference(seen, look()), { timeout: 60_000, intervals: [50] }).toBeLessThan(0.05);
  console.log(`The character was seen whole ${Math.round(performance.now() - killed)} ms after its graphics process was killed.`);

  const lost = childOf(program.process.pid!, '--type=renderer');
  process.kill(lost, 'SIGKILL');
  await expect.poll(() => [0, lost].includes(childOf(program.process.pid!, '--type=renderer'))).toBe(false);
  await program.reconnect();
  const question = program.page.getByRole('alertdialog', { name: 'Bring back unsaved work?' });
  await expect(question).toContainText('One edit was kept');
  await question.getByRole('button', { name: 'Bring it back' }).click();
  await expect.poll(() => titleOf(desktop)).toBe('• mannequin — Limber');
});

test('where the graphics process keeps ending, the program starts again without it, and offers its work @all', async ({
  desktop,
}) => {
  const { display } = desktop;
  const program = await desktop.start();
  await bend(program);
  const graphics = () => childOf(program.process.pid!, '--type=gpu-process');
  for (let time = 0, killed = 0; time < 3; time++) {
    await expect.poll(() => [0, killed].includes(graphics())).toBe(false);
    killed = graphics();
    process.kill(killed, 'SIGKILL');
  }
  // The question of the system has “Start again without it” as its answer to Return.
  await expect.poll(() => display.hasDialog()).toBe(true);
  await confirm(desktop);
  expect(await program.ended).toBe(0);
  const page = await desktop.attach();
  const question = page.getByRole('alertdialog', { name: 'Bring back unsaved work?' });
  await question.getByRole('button', { name: 'Bring it back' }).click();
  await expect.poll(() => titleOf(desktop)).toBe('• mannequin — Limber');
  const switches = processesAt(desktop.home).map(parametersOf);
  expect(switches).toContainEqual(expect.arrayContaining(['--disable-gpu', '--enable-unsafe-swiftshader']));
  await page.evaluate(() => window.limber!.viewport!.settled());
  const canvas = page.locator('.viewport-canvas');
  expect(await canvas.evaluate((each: HTMLCanvasElement) => each.getContext('webgl2')!.isContextLost())).toBe(false);
});

/** What is seen once nothing changes any more. */
async function restingPicture(look: () => Uint8Array): Promise<Uint8Array> {
  let seen = look();
  const isResting = () => {
    const before = seen;
    seen = look();
    return difference(before, seen) === 0;
  };
  await expect.poll(isResting, { intervals: [1000] }).toBe(true);
  return seen;
}

/** Where the viewport is on the display, without its rim. */
async function viewportOn(desktop: Desktop, page: Page): Promise<Area> {
  const [left, top] = cornerOf(desktop);
  const { x, y, width, height } = (await page.locator('.viewport-canvas').boundingBox())!;
  return { x: left + Math.ceil(x) + 2, y: top + Math.ceil(y) + 2, width: Math.floor(width) - 4, height: Math.floor(height) - 4 };
}

/** How far two pictures are apart: the mean difference of their bytes, 0..255. */
function difference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
}
