import { pixelsOf, pngOf, type Encoder, type Film, type Write } from './encoder.ts';
import { PNG_SIGNATURE, readPngChunks, writePngChunk } from './png-chunks.ts';

/** What of a picture differs from the one before it, pixels. */
export interface ChangedPart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The frame takes the place of what is below it, holes too. */
const REPLACE = 0;
/** What was shown stays for the next frame. */
const STAY = 0;

/**
 * An animated PNG (third edition of the PNG specification) that goes on for ever. The browser compresses each frame as a PNG of its own, of
 * which the data goes into the film: nothing has to be kept, and nothing is compressed twice.
 */
export function encodeApng(film: Film, write: Write): Encoder {
  const { width, height, fps, count } = film;
  let before: Uint8ClampedArray | null = null;
  let index = 0;
  let sequence = 0;
  return {
    codec: null,
    notes: [],
    async add(canvas) {
      const pixels = pixelsOf(canvas);
      const part = before ? changedPart(before, pixels, width, height) : { x: 0, y: 0, width, height };
      const chunks = readPngChunks(await pngOf(cutOut(canvas, part)));
      const out: Uint8Array[] = [];
      if (index === 0) {
        out.push(PNG_SIGNATURE, ...chunks.filter(({ type }) => type === 'IHDR').map(writePngChunk));
        out.push(writePngChunk({ type: 'acTL', data: numbers(count, 0) }));
      }
      out.push(writePngChunk({ type: 'fcTL', data: frameControl(sequence++, part, fps) }));
      for (const { type, data } of chunks) {
        if (type !== 'IDAT') continue;
        if (index === 0) out.push(writePngChunk({ type, data }));
        else out.push(writePngChunk({ type: 'fdAT', data: joined([numbers(sequence++), data]) }));
      }
      before = pixels;
      index += 1;
      await write(joined(out));
    },
    finish: () => write(writePngChunk({ type: 'IEND', data: new Uint8Array(0) })),
    cancel: async () => {},
  };
}

/** The smallest part that holds all that changed; one pixel where nothing did. */
export function changedPart(before: Uint8ClampedArray, after: Uint8ClampedArray, width: number, height: number): ChangedPart {
  const [a, b] = [before, after].map((pixels) => new Uint32Array(pixels.buffer, pixels.byteOffset, width * height)) as [
    Uint32Array,
    Uint32Array,
  ];
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (a[y * width + x] === b[y * width + x]) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Each frame is shown for 1/fps: a fraction, so that no time is lost. */
function frameControl(sequence: number, { x, y, width, height }: ChangedPart, fps: number): Uint8Array {
  const [numerator, denominator] = Number.isInteger(fps) ? [1, fps] : [1000, Math.round(1000 * fps)];
  const head = numbers(sequence, width, height, x, y);
  const [over, under] = denominator > 65_535 ? [100, Math.round(100 * fps)] : [numerator, denominator];
  return joined([head, Uint8Array.of(over >> 8, over & 255, under >> 8, under & 255, STAY, REPLACE)]);
}

function cutOut(canvas: OffscreenCanvas, { x, y, width, height }: ChangedPart): OffscreenCanvas {
  if (width === canvas.width && height === canvas.height) return canvas;
  const part = new OffscreenCanvas(width, height);
  const context = part.getContext('2d');
  if (!context) throw new Error('Pictures cannot be cut out here.');
  context.drawImage(canvas, x, y, width, height, 0, 0, width, height);
  return part;
}

/** Big-endian 32-bit numbers. */
function numbers(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => view.setUint32(4 * i, value));
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
