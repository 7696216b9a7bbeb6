import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { readGif, readMp4, readPng } from '../helpers/picture-files.ts';
import { keyTwoPoses } from './key-two-poses.ts';
import { expect, test } from './studio.ts';

/** Chooses an entry of one of the dialog's lists. */
async function choose(page: Page, list: string, entry: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: list }).click();
  await page.getByRole('option', { name: entry, exact: true }).click();
}

async function fill(dialog: Locator, field: string, value: string): Promise<void> {
  const box = dialog.getByRole('textbox', { name: field });
  await box.fill(value);
  await box.press('Tab');
}

async function write(dialog: Locator, path: string): Promise<Uint8Array> {
  await fill(dialog, 'File', path);
  await dialog.getByRole('button', { name: /^Export( again)?$/ }).click();
  await expect(dialog.getByText('Written.')).toBeVisible({ timeout: 60_000 });
  await expect(dialog.locator('.export-result')).toContainText(path);
  return new Uint8Array(readFileSync(path));
}

/** What the browser's own decoder makes of a picture file: its frames, and red, green, blue, alpha at shares of the last one. */
function decoded(page: Page, bytes: Uint8Array, type: string, places: readonly (readonly [x: number, y: number])[]) {
  return page.evaluate(
    async ({ text, mime, at }) => {
      const data = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0)!);
      const decoder = new ImageDecoder({ data, type: mime });
      await decoder.tracks.ready;
      await decoder.completed;
      const frames = decoder.tracks.selectedTrack!.frameCount;
      const { image } = await decoder.decode({ frameIndex: frames - 1 });
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const pixels = at.map(([x, y]) => [...context.getImageData(x * canvas.width, y * canvas.height, 1, 1).data]);
      return { frames, width: canvas.width, height: canvas.height, pixels };
    },
    { text: Buffer.from(bytes).toString('base64'), mime: type, at: places },
  );
}

test('exports the clip as films from the menu, with every frame, and stops when told to @all', async ({ studio }) => {
  const { page, folder } = studio;
  await keyTwoPoses(studio);
  await studio.run('key.loop');
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export picture or film…' }).click();
  const dialog = page.getByRole('dialog');
  await fill(dialog, 'Width', '161');
  await fill(dialog, 'Height', '90');
  await expect(dialog.getByRole('alert')).toHaveText('An MP4 has an even number of pixels either way, got 161 × 90.');
  await fill(dialog, 'Width', '160');
  await expect(dialog.getByText('160 × 90 · 60 frames')).toBeVisible();

  await fill(dialog, 'File', join(folder, 'never.mp4'));
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const bar = dialog.getByRole('progressbar', { name: 'Drawing and writing' });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(1);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByText('Stopped: nothing was written.')).toBeVisible();
  expect(readdirSync(folder).filter((name) => name.includes('never'))).toEqual([]);

  await fill(dialog, 'To frame', '8');
  expect(readMp4(await write(dialog, join(folder, 'wave.mp4')))).toMatchObject({ width: 160, height: 90, frames: 9 });
  await choose(page, 'Format', /^GIF/);
  const gif = await write(dialog, join(folder, 'wave.gif'));
  expect(readGif(gif)).toMatchObject({ width: 160, height: 90, frames: 9, isEndless: true });
  expect(await decoded(page, gif, 'image/gif', [])).toMatchObject({ frames: 9, width: 160, height: 90 });

  await choose(page, 'Format', /^APNG/);
  await choose(page, 'Background', 'Transparent');
  await choose(page, 'Camera', 'From the front');
  await dialog.getByRole('checkbox', { name: 'Grid' }).press('Space');
  await dialog.getByRole('checkbox', { name: 'Shadow' }).press('Space');
  const apng = await write(dialog, join(folder, 'wave.apng'));
  expect(readPng(apng)).toMatchObject({ width: 160, height: 90, frames: 9, hasAlpha: true });
  const { frames, pixels } = await decoded(page, apng, 'image/png', [
    [0.02, 0.05],
    [0.5, 0.42],
  ]);
  expect(frames).toBe(9);
  expect([pixels[0]![3], pixels[1]![3]]).toEqual([0, 255]);

  await choose(page, 'What', /^Turntable/);
  await choose(page, 'Format', /^Folder/);
  await fill(dialog, 'Length', '0.2 s');
  const turning = join(folder, 'turning');
  await fill(dialog, 'Folder', turning);
  await dialog.getByRole('button', { name: /^Export/ }).click();
  await expect(dialog.locator('.export-result')).toContainText('in 6 files', { timeout: 60_000 });
  expect(readdirSync(turning).toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((i) => `turning-000${i}.png`));
  // The figure was cut out of nothing, seen from six sides: no two alike.
  const sides = readdirSync(turning).map((name) => readFileSync(join(turning, name)).toString('base64'));
  expect(new Set(sides).size).toBe(6);
});

test('a picture of the pose is what the viewport shows without its handles @all', async ({ studio }) => {
  const { page, folder } = studio;
  await studio.pull('leftHand', { x: -40, y: 90 });
  const size = await page.evaluate(() => {
    const { studio: store } = window.limber!;
    const { session } = store.getState();
    const view = { ...session.view, bones: false, handles: false, gizmo: false, limits: false };
    store.setState({ session: { ...session, view, selection: { joint: null, handle: null } } });
    const { width, height } = document.querySelector<HTMLCanvasElement>('.viewport-canvas')!;
    return { width, height };
  });
  await studio.run('file.exportPictures');
  const dialog = page.getByRole('dialog');
  await fill(dialog, 'Width', String(size.width));
  await fill(dialog, 'Height', String(size.height));
  const png = await write(dialog, join(folder, 'pose.png'));
  expect(readPng(png)).toMatchObject({ ...size, frames: 1 });
  const difference = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0)!);
    const drawn = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const shown = document.querySelector<HTMLCanvasElement>('.viewport-canvas')!;
    window.limber!.viewport!.render();
    const [a, b] = [shown, drawn].map((image) => {
      const context = new OffscreenCanvas(drawn.width, drawn.height).getContext('2d')!;
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, drawn.width, drawn.height).data;
    });
    const wrong = a!.reduce((count, value, i) => count + (Math.abs(value - b![i]!) > 6 ? 1 : 0), 0);
    return wrong / a!.length;
  }, Buffer.from(png).toString('base64'));
  expect(difference).toBeLessThan(0.002);

  await choose(page, 'What', /^Turntable/);
  await choose(page, 'Format', /^MP4/);
  await page.evaluate(() => {
    const isSupported = VideoEncoder.isConfigSupported.bind(VideoEncoder);
    VideoEncoder.isConfigSupported = async (config) =>
      config.codec.startsWith('avc') ? { config, supported: false } : isSupported(config);
  });
  await fill(dialog, 'Width', '128');
  await fill(dialog, 'Height', '96');
  await fill(dialog, 'Length', '0.2 s');
  await expect(dialog.getByText(/^This browser has no H\.264 encoder, so the MP4 holds (AV1|VP9)/)).toBeVisible();
  const film = readMp4(await write(dialog, join(folder, 'turning.mp4')));
  expect(film).toMatchObject({ width: 128, height: 96, frames: 6, codec: expect.stringMatching(/^(av01|vp09)$/) });
  await page.evaluate(() => Reflect.deleteProperty(window, 'VideoEncoder'));
  await fill(dialog, 'Width', '64');
  await expect(dialog.getByText('MP4 cannot be made here')).toBeVisible();
  await expect(dialog.getByText('WebM cannot be made here')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Export again' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Format' }).click();
  await expect(page.getByRole('option')).toHaveText([/^GIF/, /^APNG/, /^Zip/, /^Folder/]);
});
