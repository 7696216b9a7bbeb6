import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import gifenc from 'gifenc';
// Declares `gifenc`.
import type {} from '../../renderer/encoding/gif.ts';

/** Frames of a round, and hundredths of a second of each. */
const FRAMES = 24;
const DELAY = 8;
/** Colours of the whole picture, and pixels of its width. */
const COLOURS = 96;
const WIDTH = 400;

/** What a round goes through: called with its share, 0 to 1, before each frame. */
export type Move = (share: number) => Promise<void>;

/** Writes a GIF that repeats of a part of the page, while `move` goes through a round. */
export async function writeMovingPicture(page: Page, selector: string, path: string, move: Move): Promise<void> {
  const { GIFEncoder, quantize, applyPalette } = gifenc;
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`nothing on the page is ${selector}`);
  // A square about the middle, where the figure stands.
  const side = Math.min(box.width, box.height);
  const clip = { x: box.x + (box.width - side) / 2, y: box.y + (box.height - side) / 2, width: side, height: side };
  const frames: Uint8Array[] = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    await move(frame / FRAMES);
    await page.waitForTimeout(120);
    frames.push(await pixelsOf(page, await page.screenshot({ clip, type: 'png' })));
  }
  const palette = quantize(frames[0]!, COLOURS);
  const gif = GIFEncoder();
  for (const pixels of frames)
    gif.writeFrame(applyPalette(pixels, palette), WIDTH, WIDTH, { palette, delay: 10 * DELAY, repeat: 0 });
  gif.finish();
  writeFileSync(path, gif.bytes());
}

/** The pixels of a PNG at the picture's size, as the page decodes it: RGBA. */
async function pixelsOf(page: Page, png: Buffer): Promise<Uint8Array> {
  const text = await page.evaluate(
    async ([data, width]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.codePointAt(0)!);
      const image = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(width, width);
      const context = canvas.getContext('2d')!;
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, width, width);
      const { data: pixels } = context.getImageData(0, 0, width, width);
      let binary = '';
      for (let at = 0; at < pixels.length; at += 0x8000) binary += String.fromCodePoint(...pixels.subarray(at, at + 0x8000));
      return btoa(binary);
    },
    [png.toString('base64'), WIDTH] as const,
  );
  return new Uint8Array(Buffer.from(text, 'base64'));
}
