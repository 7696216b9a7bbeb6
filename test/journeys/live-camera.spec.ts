import { writeFileSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pose } from '../../core/skeleton/pose.ts';
import { BROWSER_FLAGS, findBrowser } from '../../build/scripts/browser.ts';
import { limbsOff, takePicture } from './seen-limbs.ts';
import { expect, test, type StudioDriver } from './studio.ts';

/** What the browser takes for a camera: a film, which is opened when the camera is. */
const FILM = join(tmpdir(), `limber-camera-${process.pid}.y4m`);
const browser = findBrowser();

test.use({
  launchOptions: {
    ...(browser === null ? {} : { executablePath: browser }),
    args: [
      ...BROWSER_FLAGS,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${FILM}`,
    ],
  },
});

test.afterAll(() => rm(FILM, { force: true }));

test('a person before the camera moves the character, is recorded, and is let go by a button in view @all', async ({
  studio,
}) => {
  const { page } = studio;
  const rig = await studio.rig();
  await studio.look('front');
  await studio.pull('leftHand', { x: -40, y: -90 });
  await studio.pull('rightHand', { x: 20, y: 60 });
  const wanted = Float64Array.from((await studio.shown()).pose) as Pose;
  const picture = join(studio.folder, 'person.png');
  await takePicture(studio, picture);
  writeFileSync(FILM, await stillFilm(studio, picture));
  await studio.run('pose.resetAll');
  const { past } = await studio.shown();

  // It is asked about once, and not before it is wanted.
  await page.getByRole('tab', { name: 'Character' }).click();
  const toggle = page.locator('section', { has: page.getByRole('heading', { name: 'Live' }) }).getByText('Follow me by camera');
  await toggle.click();
  const question = page.getByRole('alertdialog', { name: 'Use the camera?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('region', { name: 'Camera' })).toBeHidden();
  await toggle.click();
  await question.getByRole('button', { name: 'Use camera' }).click();
  const card = page.getByRole('region', { name: 'Camera' });
  await expect(card.getByText(/^Following you: \d+ a second\.$/)).toBeVisible({ timeout: 120_000 });
  const off = async () => limbsOff(rig, wanted, Float64Array.from((await studio.shown()).pose) as Pose)[4]!;
  await expect.poll(off, { timeout: 60_000 }).toBeLessThan(16);
  expect((await studio.shown()).past).toBe(past);

  await studio.run('live.record');
  await expect(page.getByRole('button', { name: /^Stop recording \(/ })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('live-camera.png') });
  await card.getByRole('button', { name: 'Stop the camera' }).click();
  await expect(card).toBeHidden();
  expect((await studio.shown()).lastLabel).toBe('Record “Live 1”');
  await studio.run('edit.undo');
  expect((await studio.shown()).past).toBe(past);
});

const SIZE = { width: 640, height: 480 };

/** A picture as a film of one frame in YUV4MPEG2: the brightness of each pixel, then the two colours of each square of four (BT.601). */
async function stillFilm({ page }: StudioDriver, picture: string): Promise<Buffer> {
  const pixels = await page.evaluate(
    async ({ bytes, width, height }) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (sign) => sign.codePointAt(0)!)]));
      const context = new OffscreenCanvas(width, height).getContext('2d')!;
      const scale = Math.min(width / bitmap.width, height / bitmap.height);
      const [w, h] = [scale * bitmap.width, scale * bitmap.height];
      context.drawImage(bitmap, (width - w) / 2, (height - h) / 2, w, h);
      return [...context.getImageData(0, 0, width, height).data];
    },
    { bytes: readFileSync(picture).toString('base64'), ...SIZE },
  );
  const { width, height } = SIZE;
  const of = (weights: readonly [number, number, number], at: number, pixel: number) =>
    at + weights.reduce((sum, weight, c) => sum + (weight * pixels[4 * pixel + c]!) / 256, 0);
  const squares = Array.from({ length: (width * height) / 4 }, (_, i) => {
    const row = Math.floor(i / (width / 2));
    return 2 * row * width + 2 * (i % (width / 2));
  });
  const frame = Buffer.from([
    ...Array.from({ length: width * height }, (_, pixel) => of([66, 129, 25], 16, pixel)),
    ...squares.map((pixel) => of([-38, -74, 112], 128, pixel)),
    ...squares.map((pixel) => of([112, -94, -18], 128, pixel)),
  ]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420\nFRAME\n`), frame]);
}
