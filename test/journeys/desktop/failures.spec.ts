import type { Page } from '@playwright/test';
import { bend, confirm, expect, titleOf, test } from './desktop.ts';
import { childOf, parametersOf, processesAt } from './processes.ts';

test('the character is whole again after the graphics process was lost, without a pointer moving', async ({ desktop }) => {
  const program = await desktop.start();
  const { page } = program;
  await bend(program);
  await page.mouse.move(5, 5);
  const seen = await picture(page);
  await page.evaluate(() => {
    const canvas = document.querySelector('.viewport-canvas')!;
    canvas.addEventListener('webglcontextrestored', () => canvas.setAttribute('data-restored', ''));
  });
  const killed = performance.now();
  process.kill(childOf(program.process.pid!, '--type=gpu-process'), 'SIGKILL');
  await page.locator('.viewport-canvas[data-restored]').waitFor();
  // What is drawn is drawn by the processor here.
  const patience = { timeout: 120_000 };
  await expect.poll(async () => difference(page, seen, await picture(page)), patience).toBeLessThan(2);
  console.log(`The character was seen whole ${Math.round(performance.now() - killed)} ms after its graphics process was killed.`);
});

test('a window whose process was killed comes back by itself with its work', async ({ desktop }) => {
  const program = await desktop.start();
  await bend(program);
  const killed = childOf(program.process.pid!, '--type=renderer');
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => [0, killed].includes(childOf(program.process.pid!, '--type=renderer'))).toBe(false);
  await program.reconnect();
  const question = program.page.getByRole('alertdialog', { name: 'Bring back unsaved work?' });
  await expect(question).toContainText('One edit was kept');
  await question.getByRole('button', { name: 'Bring it back' }).click();
  await expect.poll(() => titleOf(desktop)).toBe('• mannequin — Limber');
});

test('where the graphics process keeps ending, the program starts again without it, and offers its work', async ({ desktop }) => {
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

/** What the viewport shows, a PNG in base64. */
async function picture(page: Page): Promise<string> {
  return (await page.locator('.viewport-canvas').screenshot()).toString('base64');
}

/** How far two pictures are apart: the mean difference of their channels, 0..255. */
function difference(page: Page, a: string, b: string): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const pixels = await Promise.all(
        pictures.map(async (text) => {
          const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
        }),
      );
      const [first, second] = pixels as [Uint8ClampedArray, Uint8ClampedArray];
      return first.reduce((sum, value, i) => sum + Math.abs(value - second[i]!), 0) / first.length;
    },
    [a, b],
  );
}
