import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { renderPictures } from '../../../electron/browser/render-pictures.ts';
import type { PictureRequest } from '../../../electron/contract.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { emptyFolder, limber } from './fake-terminal.ts';

const REQUEST: PictureRequest = {
  subject: 'pose',
  format: 'png',
  path: 'hero.png',
  width: 64,
  height: 64,
  background: 'studio',
  camera: 'front',
  follows: false,
  turns: 0,
  shows: { grid: true, shadow: true, bones: false, trails: false, springs: false },
};

test('a machine without a browser is told what to install, before anything is opened', async () => {
  await expect(renderPictures({ source: MANNEQUIN, request: REQUEST }, { browser: null })).rejects.toThrow(
    'pictures are drawn in a browser, and none was found: install Chromium, Chrome or Edge, or name one in LIMBER_CHROMIUM',
  );
});

test('a browser that is named and not there is told of, and no other is taken', async () => {
  vi.stubEnv('LIMBER_CHROMIUM', '/nowhere/chromium');
  const drawn = renderPictures({ source: MANNEQUIN, request: REQUEST });
  await expect(drawn).rejects.toThrow('LIMBER_CHROMIUM names "/nowhere/chromium", and there is no such program');
  vi.unstubAllEnvs();
});

test.each<{ readonly sentence: string; readonly flags: readonly string[] }>([
  { sentence: "required option '--out <path>' not specified", flags: [] },
  { sentence: '"walk.avi" ends in none of .png, .mp4, .webm, .gif, .apng, .zip', flags: ['--out', 'walk.avi'] },
  { sentence: 'expected WIDTHxHEIGHT in pixels, such as 1280x720, got "big"', flags: ['--out', 'a.png', '--size', 'big'] },
  {
    sentence: 'expected view, front, back, left, right, top, three-quarter, cuts or the name of a camera',
    flags: ['--out', 'a.png', '--camera', ' '],
  },
  { sentence: '--turntable and --library cannot be given together', flags: ['--out', 'a.png', '--turntable', '--library'] },
  { sentence: '--time is for one picture: a film has --from and --to', flags: ['--out', 'a.gif', '--time', '1'] },
])('is refused with 2: $sentence', async ({ sentence, flags }) => {
  const ran = await limber('render', MANNEQUIN, ...flags);
  expect(ran.exitCode).toBe(2);
  expect(ran.noted).toContain(sentence);
});

test('help shows examples and the codes', async () => {
  const { exitCode, printed } = await limber('render', '--help');
  expect(exitCode).toBe(0);
  for (const part of ['--follow', '--contact-sheet', '--turn [rounds]', 'Examples:', 'Exit codes:'])
    expect(printed).toContain(part);
});

test('a browser that ends at once is told of, and leaves nothing', async () => {
  const folder = await emptyFolder();
  const request = { ...REQUEST, path: join(folder, 'hero.png') };
  await expect(renderPictures({ source: MANNEQUIN, request }, { browser: process.execPath })).rejects.toThrow(
    /^the browser ended before it had drawn anything/,
  );
});
