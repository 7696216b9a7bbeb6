import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { filmSound } from '../helpers/film-sound.ts';
import { wavFile } from '../helpers/wav-file.ts';
import { keyTwoPoses } from './key-two-poses.ts';
import { expect, test, type StudioDriver } from './studio.ts';

const BEATS = [0, 0.5, 1, 1.5];

/** Two seconds with four beats, dropped onto the window at frame 0. */
async function dropBeats({ page, folder, drop }: StudioDriver): Promise<{ readonly path: string; readonly bar: Locator }> {
  const path = join(folder, 'Beats.wav');
  writeFileSync(path, wavFile(2, BEATS));
  await drop(path);
  const bar = page.getByRole('slider', { name: 'Sound Beats' });
  await expect(bar).toBeVisible();
  return { path, bar };
}

const only = async ({ project }: StudioDriver) => (await project()).sounds[0];

/** How far the outline of a channel goes from the middle of its lane, in heights of a half. */
function height(lane: string, middle: number): number {
  return Math.max(...lane.split(/[LZ]/).map((pair) => middle - Number(pair.split(' ')[1] ?? middle)));
}

test('a sound is dropped, drawn, moved, trimmed, muted, kept as it came, and opened again', async ({ studio }) => {
  const { page, folder, run } = studio;
  const { path, bar } = await dropBeats(studio);
  expect(await only(studio)).toMatchObject({ name: 'Beats', fileName: 'Beats.wav', clip: 'clip-1', at: 0, from: 0, volume: 1 });
  // Of two channels the left one is half as high.
  const [left, right] = (await bar.locator('.waveform path').getAttribute('d'))!.split('M').slice(1);
  expect(height(left!, 1)).toBeCloseTo(0.43, 1);
  expect(height(right!, 3)).toBeCloseTo(0.83, 1);
  if (process.env['LIMBER_PICTURES'] !== undefined) {
    await page.screenshot({ path: join(process.env['LIMBER_PICTURES'], 'sound.png') });
  }

  await bar.focus();
  await page.keyboard.press('ArrowRight');
  expect((await only(studio))!.at).toBeCloseTo(1 / 30, 9);
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Control+ArrowRight');
  const trimmed = (await only(studio))!;
  expect([trimmed.at, trimmed.from, trimmed.to].map((value) => Math.round(30 * value!))).toEqual([2, 1, 59]);
  await run('sound.mute');
  await expect(bar.getByText('Beats, muted')).toBeVisible();
  for (let i = 0; i < 4; i++) await run('edit.undo');
  expect(await only(studio)).not.toHaveProperty('to');

  // Dragged near a marker, it begins there.
  await page.getByRole('textbox', { name: 'Frame', exact: true }).fill('13');
  await page.keyboard.press('Enter');
  await run('marker.tap');
  const [box, marker] = [(await bar.boundingBox())!, (await page.getByRole('slider', { name: 'Marker Beat 1' }).boundingBox())!];
  await page.mouse.move(box.x + 40, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(marker.x + 40 + 4, box.y + 20, { steps: 5 });
  await page.mouse.up();
  expect((await only(studio))!.at).toBeCloseTo(13 / 30, 9);

  await page.keyboard.press('Control+s');
  const files = page.getByRole('dialog');
  await files.getByRole('textbox', { name: 'Folder', exact: true }).fill(folder);
  await files.getByRole('textbox', { name: 'Folder', exact: true }).press('Enter');
  await files.getByRole('textbox', { name: 'Project folder' }).fill('Danced');
  await files.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved in Danced.')).toBeVisible();
  const media = join(folder, 'Danced', 'media');
  const [kept] = readdirSync(media);
  expect(readFileSync(join(media, kept!)).equals(readFileSync(path))).toBe(true);

  const before = await only(studio);
  await page.reload();
  await studio.settled();
  await page.keyboard.press('Control+o');
  await files.getByRole('textbox', { name: 'Folder', exact: true }).fill(join(folder, 'Danced'));
  await files.getByRole('textbox', { name: 'Folder', exact: true }).press('Enter');
  await files.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(bar.locator('.waveform path')).toBeVisible();
  expect(await only(studio)).toEqual(before);
});

test('what plays follows the sound, and beats are tapped meanwhile @all', async ({ studio }) => {
  const { page } = studio;
  await dropBeats(studio);
  const heard = () =>
    page.evaluate(() => {
      const { studio: window_ } = window.limber!;
      return window_.parts.sound!.playhead() !== null;
    });
  expect(await heard()).toBe(false);
  await studio.run('key.loop');
  await page.locator('.viewport-canvas').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('Space');
  await expect.poll(heard).toBe(true);
  await page.waitForFunction(() => window.limber!.studio.getState().session.playback.time > 0.2);
  await page.keyboard.press('n');
  expect(await page.evaluate(() => window.limber!.studio.getState().session.playback.playing)).toBe(true);
  const [beat] = (await studio.project()).clips[0]!.markers!;
  expect(beat!.name).toBe('Beat 1');
  expect(beat!.time).toBeGreaterThan(0.15);
  await page.keyboard.press('Space');
  expect(await page.evaluate(() => window.limber!.studio.getState().session.playback.playing)).toBe(false);
  expect(await heard()).toBe(false);
});

test('films carry the sound where their container can, and say where not @all', async ({ studio }) => {
  const { page, folder } = studio;
  await keyTwoPoses(studio);
  await page.getByRole('textbox', { name: 'Frame', exact: true }).fill('0');
  await page.keyboard.press('Enter');
  await dropBeats(studio);
  await studio.run('file.exportPictures');
  const dialog = page.getByRole('dialog');
  const fill = async (field: string, value: string) => {
    await dialog.getByRole('textbox', { name: field }).fill(value);
    await dialog.getByRole('textbox', { name: field }).press('Tab');
  };
  const write = async (name: string) => {
    await fill('File', join(folder, name));
    await dialog.getByRole('button', { name: /^Export( again)?$/ }).click();
    await expect(dialog.getByText('Written.')).toBeVisible({ timeout: 60_000 });
    await expect(dialog.locator('.export-result')).toContainText(name);
    return new Uint8Array(readFileSync(join(folder, name)));
  };
  await fill('Width', '96');
  await fill('Height', '54');
  await fill('To frame', '29');
  const mp4 = await filmSound(await write('danced.mp4'));
  expect(mp4).toMatchObject({ channels: 2 });
  expect(mp4!.seconds).toBeCloseTo(1, 1);
  await dialog.getByRole('button', { name: 'Format' }).click();
  await page.getByRole('option', { name: /^WebM/ }).click();
  const webm = await filmSound(await write('danced.webm'));
  expect(webm).toMatchObject({ codec: 'opus', channels: 2 });
  expect(webm!.seconds).toBeCloseTo(1, 1);
  await dialog.getByRole('button', { name: 'Format' }).click();
  await page.getByRole('option', { name: /^GIF/ }).click();
  await write('danced.gif');
  await expect(dialog.getByText('Only WebM and MP4 carry the sound: this film is silent.')).toBeVisible();
});

test('what is no sound is refused in a sentence @all', async ({ studio }) => {
  const { page, folder, drop } = studio;
  const path = join(folder, 'noise.mp3');
  writeFileSync(path, Buffer.from('this is no music at all'.repeat(100)));
  await drop(path);
  await expect(page.getByText(/“?noise\.mp3”? was not added.*no sound that this browser can decode/)).toBeVisible();
  expect(await only(studio)).toBeUndefined();
});
