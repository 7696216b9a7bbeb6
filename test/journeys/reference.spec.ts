import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { seededRandom } from '../../core/math/random.ts';
import { LOOKED_AT, numberedFilm, readNumber } from '../helpers/numbered-film.ts';
import { expect, test, type StudioDriver } from './studio.ts';

const PICTURE = join(import.meta.dirname, '..', '..', 'docs', 'handbook', 'pictures', 'pose-arabesque.jpg');
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const FPS = 24;
const FRAMES = 40;

const reference = async ({ project }: StudioDriver) => (await project()).reference;

/** Where the film stands in the view, so that nothing is before it. */
const PLACE = { opacity: 1, size: 0.16, offset: [-0.48, 0.4] } as const;

/** Brings the reference aside of the character, by the sliders of the inspector. */
async function layAside(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Character' }).click();
  const values = { Opacity: PLACE.opacity, Size: PLACE.size, Right: PLACE.offset[0], Up: PLACE.offset[1] };
  for (const [name, value] of Object.entries(values)) {
    const slider = page.getByRole('slider', { name, exact: true });
    await slider.fill(String(value));
    await slider.press('Enter');
  }
}

/** The number of the frame that is seen in the viewport; null while there is none. */
async function seen(page: Page): Promise<number | null> {
  const picture = (await page.locator('.viewport-canvas').screenshot()).toString('base64');
  const brightness = await page.evaluate(
    async ({ data, points, place }) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const size = { width: (place.size * height * 16) / 9, height: place.size * height };
      const corner = {
        x: width / 2 + place.offset[0] * height - size.width / 2,
        y: height / 2 - place.offset[1] * height - size.height / 2,
      };
      return points.map(({ x, y }) => {
        const [r, g, b] = context.getImageData(corner.x + x * size.width, corner.y + y * size.height, 1, 1).data;
        return (r! + g! + b!) / 3;
      });
    },
    { data: picture, points: LOOKED_AT, place: PLACE },
  );
  return readNumber(brightness);
}

async function goTo(page: Page, frame: number): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Frame', exact: true });
  await field.fill(String(frame));
  await field.press('Enter');
}

/** Drops a film that shows its numbers, and brings it aside. */
async function dropFilm({ page, folder, drop }: StudioDriver, container: 'webm' | 'mp4'): Promise<string> {
  const path = join(folder, `numbers.${container}`);
  writeFileSync(path, await numberedFilm(page, { frames: FRAMES, fps: FPS, every: 15, container }));
  await drop(path);
  await expect(page.getByText('The film goes along with the playhead.')).toBeVisible();
  await layAside(page);
  return path;
}

/** The frame of the film that shows at a frame of the clip, which has 30 a second. */
const expected = (frame: number, { at = 0, speed = 1 } = {}) =>
  Math.min(Math.max(0, Math.floor((frame / 30 - at) * speed * FPS + 1e-6)), FRAMES - 1);

test('a film is dropped, scrubbed to exact frames, timed, kept as it came, and opened again', async ({ studio }) => {
  const { page, folder, run, drop } = studio;
  const path = await dropFilm(studio, 'webm');
  const random = seededRandom(51);
  const asked = Array.from({ length: 6 }, () => Math.floor(random() * 50));
  // Back, forth, the next one and the same again.
  for (const frame of [...asked, 20, 21, 22, 22, 0, 49]) {
    await goTo(page, frame);
    await expect.poll(() => seen(page), { message: `frame ${frame}` }).toBe(expected(frame));
  }
  if (process.env['LIMBER_PICTURES'] !== undefined)
    await page.screenshot({ path: `${process.env['LIMBER_PICTURES']}/reference.png` });

  const speed = page
    .getByRole('spinbutton', { name: 'Speed', exact: true })
    .or(page.getByRole('textbox', { name: 'Speed', exact: true }));
  await speed.first().fill('0.5');
  await speed.first().press('Enter');
  await goTo(page, 6);
  await run('view.reference.here');
  for (const frame of [0, 31, 14]) {
    await goTo(page, frame);
    await expect.poll(() => seen(page)).toBe(expected(frame, { at: 0.2, speed: 0.5 }));
  }
  await page.keyboard.press('Control+z');
  expect(await reference(studio)).toMatchObject({ at: 0, speed: 0.5 });
  await expect.poll(() => seen(page)).toBe(expected(14, { speed: 0.5 }));

  const files = page.getByRole('dialog');
  await page.keyboard.press('Control+s');
  await files.getByRole('textbox', { name: 'Folder', exact: true }).fill(folder);
  await files.getByRole('textbox', { name: 'Folder', exact: true }).press('Enter');
  await files.getByRole('textbox', { name: 'Project folder' }).fill('Rotoscoped');
  await files.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved in Rotoscoped.')).toBeVisible();
  const media = join(folder, 'Rotoscoped', 'media');
  const [kept] = readdirSync(media);
  expect(readFileSync(join(media, kept!)).equals(readFileSync(path))).toBe(true);

  const before = await reference(studio);
  await page.reload();
  await studio.settled();
  await page.keyboard.press('Control+o');
  await files.getByRole('textbox', { name: 'Folder', exact: true }).fill(join(folder, 'Rotoscoped'));
  await files.getByRole('textbox', { name: 'Folder', exact: true }).press('Enter');
  await files.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => seen(page)).toBe(expected(14, { speed: 0.5 }));
  expect(await reference(studio)).toEqual(before);

  // What is no film, or one in an encoding of which nothing is known, is refused.
  const broken = join(folder, 'broken.mp4');
  writeFileSync(broken, 'no film');
  await drop(broken);
  await expect(page.getByText('it is no film that can be read: expected MP4, MOV, WebM or MKV', { exact: false })).toBeVisible();
  const unknown = Buffer.from(await numberedFilm(page, { frames: 2, fps: FPS, every: 1, container: 'mp4' }));
  for (let i = unknown.indexOf('vp09'); i >= 0; i = unknown.indexOf('vp09', i + 4)) unknown.write('xyz1', i);
  writeFileSync(broken, unknown);
  await drop(broken);
  await expect(
    page.getByText(
      'It holds an encoding that is not known (xyz1), which cannot be decoded here: expected H.264, VP8, VP9 or AV1',
      {
        exact: false,
      },
    ),
  ).toBeVisible();
  expect(await reference(studio)).toEqual(before);
});

test('a film is scrubbed to exact frames where there are no WebCodecs @all', async ({ studio }) => {
  const { page } = studio;
  const film = await numberedFilm(page, { frames: FRAMES, fps: FPS, every: 15, container: 'mp4' });
  await page.evaluate(() => Reflect.deleteProperty(window, 'VideoDecoder'));
  const path = join(studio.folder, 'numbers.mp4');
  writeFileSync(path, film);
  await studio.drop(path);
  await layAside(page);
  for (const frame of [13, 40, 2, 3, 4, 49, 0]) {
    await goTo(page, frame);
    await expect.poll(() => seen(page), { message: `frame ${frame}` }).toBe(expected(frame));
  }
});

test('pictures that follow each other are paced, and one among them that is none is named @all', async ({ studio }) => {
  const { page, folder, drop } = studio;
  const paths = Array.from({ length: 12 }, (_, i) => join(folder, `run-${i + 1}.png`));
  for (const path of paths) writeFileSync(path, Buffer.from(DOT, 'base64'));
  await drop(...paths.toReversed());
  await expect(page.getByText('The pictures go along with the playhead.')).toBeVisible();
  const shown = (await reference(studio))!;
  expect(shown.files.map(({ fileName }) => fileName).slice(8)).toEqual(['run-9.png', 'run-10.png', 'run-11.png', 'run-12.png']);
  await page.getByRole('tab', { name: 'Character' }).click();
  const pace = page.getByRole('textbox', { name: 'Pictures a second' });
  await pace.fill('12');
  await pace.press('Enter');
  expect((await reference(studio))!.fps).toBe(12);
  writeFileSync(paths[4]!, 'no picture');
  await drop(...paths);
  await expect(page.getByText('“run-5.png” was not shown.', { exact: false })).toBeVisible();
  expect((await reference(studio))!.fps).toBe(12);
});

test('a picture is chosen, shown behind the character, placed, hidden, dropped anew and removed @all', async ({ studio }) => {
  const { page } = studio;
  const shown = async () => (await page.locator('.viewport-canvas').screenshot()).toString('base64');
  const before = await shown();
  await page.getByRole('tab', { name: 'Character' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a picture or film…', exact: true }).click();
  await (await chooser).setFiles(PICTURE);
  await expect
    .poll(() => reference(studio))
    .toMatchObject({ name: 'pose-arabesque.jpg', isShown: true, opacity: 0.5, size: 1, offset: [0, 0] });
  await expect.poll(async () => (await shown()) === before).toBe(false);

  const opacity = page.getByRole('slider', { name: 'Opacity' });
  await opacity.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  expect((await reference(studio))!.opacity).toBe(1);
  await page
    .getByRole('checkbox', { name: 'Shown' })
    .or(page.getByRole('switch', { name: 'Shown' }))
    .first()
    .press('Space');
  expect((await reference(studio))!.isShown).toBe(false);

  const dropped = await page.evaluateHandle((dot) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(dot), (c) => c.charCodeAt(0));
    transfer.items.add(new File([bytes], 'dot.png', { type: 'image/png' }));
    return transfer;
  }, DOT);
  await page.dispatchEvent('.window', 'drop', { dataTransfer: dropped });
  await expect.poll(async () => (await reference(studio))?.name).toBe('dot.png');
  expect(await reference(studio)).toMatchObject({ isShown: true, opacity: 1 });
  await page.getByRole('button', { name: 'Remove' }).click();
  expect(await reference(studio)).toBeNull();
  expect((await studio.shown()).lastLabel).toBe('Remove dot.png');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  expect(await reference(studio)).toMatchObject({ name: 'dot.png', opacity: 1 });
});
