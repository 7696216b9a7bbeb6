import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileUri, thumbnailFolder, withTexts, writeThumbnails } from '../../../electron/services/desktop-thumbnails.ts';

let base: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'limber thumbnails ü-'));
});

afterEach(() => rm(base, { recursive: true }));

/** A grey square, as small as a PNG can be. */
function png(pixels: number): Buffer {
  const chunk = (kind: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.byteLength);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  const rows = deflateSync(Buffer.alloc(pixels * (pixels + 1), 0));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The chunks of a PNG by their kinds, every checksum compared. */
function chunks(bytes: Buffer): readonly (readonly [kind: string, content: string])[] {
  const found: [string, string][] = [];
  for (let at = 8; at < bytes.byteLength;) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    found.push([body.toString('latin1', 0, 4), body.toString('latin1', 4)]);
    at += 12 + length;
  }
  return found;
}

test('a picture of a project lies where file managers look for it, and holds for the file as it is', async () => {
  const file = join(base, 'project.limber');
  await writeFile(file, '{}');
  await utimes(file, 1_700_000_000.75, 1_700_000_000.75);
  await writeThumbnails(join(base, 'cache'), file, { normal: png(128), large: png(256) });

  const name = `${createHash('md5').update(fileUri(file)).digest('hex')}.png`;
  for (const [kind, pixels] of [
    ['normal', 128],
    ['large', 256],
  ] as const) {
    const path = join(base, 'cache', kind, name);
    const bytes = await readFile(path);
    expect(bytes.readUInt32BE(16)).toBe(pixels);
    const found = chunks(bytes);
    expect(found.map(([chunk]) => chunk)).toEqual(['IHDR', 'tEXt', 'tEXt', 'tEXt', 'tEXt', 'IDAT', 'IEND']);
    expect(found.flatMap(([chunk, content]) => (chunk === 'tEXt' ? [content] : []))).toEqual([
      `Thumb::URI\0${fileUri(file)}`,
      'Thumb::MTime\x001700000000',
      'Thumb::Size\x002',
      'Software\0Limber',
    ]);
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  }
});

test('addresses are written as GLib writes them', () => {
  expect(fileUri('/home/jens/photos/me.png')).toBe('file:///home/jens/photos/me.png');
  expect(fileUri("/a b/ü;#?%[1]/!$&'()*+,-.:=@_~")).toBe("file:///a%20b/%C3%BC%3B%23%3F%25%5B1%5D/!$&'()*+,-.:=@_~");
});

test('what is no PNG of its size is refused', () => {
  for (const wrong of [Buffer.alloc(0), Buffer.alloc(100), png(64), png(128).subarray(0, 20)])
    expect(() => withTexts(wrong, 128, {})).toThrow('expected a PNG of 128 × 128 pixels');
});

test('only Linux shares pictures of files, in the folder of caches', () => {
  expect(thumbnailFolder('linux', {}, '/home/a')).toBe('/home/a/.cache/thumbnails');
  expect(thumbnailFolder('linux', { XDG_CACHE_HOME: '/c' }, '/home/a')).toBe('/c/thumbnails');
  expect(thumbnailFolder('linux', { XDG_CACHE_HOME: 'here' }, '/home/a')).toBe('/home/a/.cache/thumbnails');
  for (const platform of ['win32', 'darwin'] as const) expect(thumbnailFolder(platform, {}, '/home/a')).toBeNull();
});
