import { bend, closeWindow, cornerOf, expect, steps, test } from './desktop.ts';
import type { Packed } from './packed.ts';

/** Where the window is, in points. */
function placeOf({ page }: Packed) {
  return page.evaluate(() => ({ x: screenX, y: screenY, width: innerWidth, height: innerHeight, scale: devicePixelRatio }));
}

test('the window remembers its place, also on a display at scale 2, where everything is twice as fine @all', async ({
  desktop,
}) => {
  const { display } = desktop;
  const first = await desktop.start();
  const id = display.window('Limber$');
  display.run('windowsize', '--sync', id, '860', '640');
  display.run('windowmove', '--sync', id, '130', '90');
  await expect.poll(() => placeOf(first)).toMatchObject({ width: 860, height: 640, scale: 1 });
  const place = await placeOf(first);
  closeWindow(desktop);
  expect(await first.ended).toBe(0);

  const second = await desktop.start();
  await expect.poll(() => placeOf(second)).toEqual(place);
  closeWindow(desktop);
  expect(await second.ended).toBe(0);

  const fine = await desktop.start('--force-device-scale-factor=2');
  await expect.poll(() => placeOf(fine)).toMatchObject({ width: 860, height: 640, scale: 2 });
  const { page } = fine;
  const canvas = page.locator('.viewport-canvas');
  const pixels = await canvas.evaluate((element: HTMLCanvasElement) => element.width / element.clientWidth);
  expect(pixels).toBeCloseTo(2, 1);
  await bend(fine);

  // The pointer of the display, in its own pixels: it grabs what is under it.
  const box = (await canvas.boundingBox())!;
  const handle = await page.evaluate(() => window.limber!.viewport!.handleOnScreen('rightHand'));
  const [left, top] = cornerOf(desktop);
  const at = [left + 2 * (box.x + handle!.x), top + 2 * (box.y + handle!.y)].map((value) => String(Math.round(value)));
  display.run('mousemove', '--sync', ...at);
  display.run(
    'mousedown',
    '1',
    'mousemove_relative',
    '--',
    '-30',
    '-40',
    'mousemove_relative',
    '--',
    '-30',
    '-40',
    'mouseup',
    '1',
  );
  await expect.poll(() => steps(fine)).toBe(2);
  expect(await page.evaluate(() => window.limber!.studio.getState().document!.history.past.at(-1)!.label)).toMatch(/right hand/i);
});
