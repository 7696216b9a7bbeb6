import { deflateSync, crc32, inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeApng } from '../../../renderer/encoding/apng.ts';
import { encodeArchive } from '../../../renderer/encoding/archive.ts';
import type { Encoder, Film, Write } from '../../../renderer/encoding/encoder.ts';
import { encodeGif, hundredths } from '../../../renderer/encoding/gif.ts';
import { encodeSequence } from '../../../renderer/encoding/sequence.ts';
import { readGif, readPng } from '../../helpers/picture-files.ts';

const FILM: Film = { width: 20, height: 12, fps: 24, count: 3, hasAlpha: true, name: 'walk' };

type Rgba = readonly [number, number, number, number];

/** A canvas without a browser: RGBA rows, and a PNG of them. */
class FakeCanvas {
  readonly pixels: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8ClampedArray(4 * width * height);
  }
  paint(x: number, y: number, colour: Rgba): this {
    this.pixels.set(colour, 4 * (y * this.width + x));
    return this;
  }
  getContext() {
    return {
      getImageData: () => ({ data: this.pixels.slice() }),
      drawImage: (from: FakeCanvas, x: number, y: number, width: number, height: number) => {
        for (let row = 0; row < height; row++) {
          const at = 4 * ((y + row) * from.width + x);
          this.pixels.set(from.pixels.subarray(at, at + 4 * width), 4 * row * this.width);
        }
      },
    };
  }
  async convertToBlob() {
    return new Blob([new Uint8Array(plainPng(this))]);
  }
}

/** A PNG of 8 bits a channel without filters, as its specification lays it out. */
function plainPng({ width, height, pixels }: FakeCanvas): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + 4 * width));
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(4 * width * y, 4 * width * (y + 1)), y * (1 + 4 * width) + 1);
  // Two pieces: browsers cut large pictures up as well.
  const data = deflateSync(rows);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', data.subarray(0, 9)),
    chunk('IDAT', data.subarray(9)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

beforeEach(() => vi.stubGlobal('OffscreenCanvas', FakeCanvas));
afterEach(() => vi.unstubAllGlobals());

const RED: Rgba = [255, 0, 0, 255];
const BLUE: Rgba = [0, 0, 255, 128];

/** Three frames: a red pixel, one more that is blue, and the second frame again. */
function frames(): OffscreenCanvas[] {
  const canvases = [
    new FakeCanvas(20, 12).paint(3, 2, RED),
    new FakeCanvas(20, 12).paint(3, 2, RED).paint(10, 7, BLUE),
    new FakeCanvas(20, 12).paint(3, 2, RED).paint(10, 7, BLUE),
  ];
  return canvases as unknown as OffscreenCanvas[];
}

async function encoded(start: (film: Film, write: Write) => Encoder, film = FILM) {
  const files = new Map<string, Uint8Array>();
  const parts: Uint8Array[] = [];
  const encoder = start(film, async (bytes, name) => void (name === undefined ? parts.push(bytes) : files.set(name, bytes)));
  for (const canvas of frames()) await encoder.add(canvas);
  await encoder.finish();
  return { bytes: new Uint8Array(Buffer.concat(parts)), files, notes: encoder.notes };
}

test('an animated PNG has every frame for its exact time, and of each what changed', async () => {
  const { bytes } = await encoded(encodeApng);
  const film = readPng(bytes);
  expect(film).toMatchObject({ width: 20, height: 12, frames: 3, hasAlpha: true });
  expect(film.delays).toEqual([1 / 24, 1 / 24, 1 / 24]);
  expect(film.parts.map(({ x, y, width, height }) => [x, y, width, height])).toEqual([
    [0, 0, 20, 12],
    [10, 7, 1, 1],
    [0, 0, 1, 1],
  ]);
  const pixel = inflateSync(Buffer.concat(film.parts[1]!.data));
  expect([...pixel.subarray(1)]).toEqual([...BLUE]);
  const odd = readPng((await encoded(encodeApng, { ...FILM, fps: 30_000 / 1001 })).bytes);
  expect(odd.delays[0]! * (30_000 / 1001)).toBeCloseTo(1, 4);
});

test('a GIF has every frame, goes on for ever, and loses no time', async () => {
  const { bytes, notes } = await encoded(encodeGif);
  const film = readGif(bytes);
  expect(film).toMatchObject({ width: 20, height: 12, frames: 3, isEndless: true });
  expect(film.delays).toEqual([0.04, 0.04, 0.05]);
  expect(notes).toHaveLength(1);
  expect((await encoded(encodeGif, { ...FILM, hasAlpha: false })).notes).toEqual([]);
  for (const fps of [7, 24, 30, 50]) {
    let total = 0;
    for (let i = 0; i < 500; i++) {
      expect(Math.abs(total - (100 * i) / fps)).toBeLessThanOrEqual(0.5);
      total += hundredths(i, fps);
    }
  }
});

test('a sequence is numbered from 0, in names of equal length; an archive holds the same, each time the same bytes', async () => {
  const { files } = await encoded(encodeSequence);
  expect([...files.keys()]).toEqual(['walk-0000.png', 'walk-0001.png', 'walk-0002.png']);
  const { bytes } = await encoded(encodeArchive);
  const unpacked = unzipSync(bytes);
  expect(Object.keys(unpacked)).toEqual([...files.keys()]);
  for (const [name, png] of files) expect(Buffer.compare(unpacked[name]!, png)).toBe(0);
  expect(Buffer.compare((await encoded(encodeArchive)).bytes, bytes)).toBe(0);
  const long = await encoded(encodeSequence, { ...FILM, count: 20_001 });
  expect([...long.files.keys()][0]).toBe('walk-00000.png');
});
