import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ktx2, paintedGlb } from '../helpers/ktx2.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { meshoptGlb } from '../helpers/meshopt-glb.ts';
import { expect, test } from './studio.ts';

test('a character that was compressed for KHR_meshopt_compression is drawn and posed @all', async ({ studio }) => {
  const path = join(studio.folder, 'packed.glb');
  writeFileSync(path, meshoptGlb(new Uint8Array(readFileSync(MANNEQUIN)), 'KHR_meshopt_compression'));
  await studio.drop(path);
  await expect(studio.page).toHaveTitle(/packed/);
  await studio.settled();
  await expect(studio.page.getByText(/cannot be shown/)).toHaveCount(0);
  const before = await studio.drawn('leftHand');
  await studio.pull('leftHand', { x: 0, y: -60 });
  expect((await studio.drawn('leftHand'))[1]).toBeGreaterThan(before[1] + 0.05);
});

test('the KTX2 picture of a character is drawn @all', async ({ studio }) => {
  const path = join(studio.folder, 'painted.glb');
  writeFileSync(path, paintedGlb(new Uint8Array(readFileSync(MANNEQUIN)), ktx2(64, [20, 230, 30, 255])));
  await studio.drop(path);
  await expect(studio.page).toHaveTitle(/painted/);
  await studio.settled();
  await expect(studio.page.getByText(/shown/)).toHaveCount(0);
  const picture = (await studio.page.locator('.viewport-canvas').screenshot()).toString('base64');
  const green = await studio.page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let count = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      const [r, g, b] = pixels.subarray(at, at + 3) as unknown as [number, number, number];
      if (g > 60 && g > 2 * r && g > 2 * b) count++;
    }
    return count;
  }, picture);
  expect(green).toBeGreaterThan(500);
});
