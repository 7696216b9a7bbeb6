import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { writeAtomically } from '../files/storage/atomic-write.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../files/storage/disk.ts';

/** The sizes in which file managers look for a picture, in pixels a side, and their folders. */
const FOLDERS = { normal: 128, large: 256 } as const;

export type ThumbnailSize = keyof typeof FOLDERS;

/** Where file managers of Linux share pictures of files (freedesktop.org, Thumbnail Managing Standard); null on other systems. */
export function thumbnailFolder(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  home: string = homedir(),
): string | null {
  if (platform !== 'linux') return null;
  const named = environment['XDG_CACHE_HOME'] ?? '';
  return join(isAbsolute(named) ? named : join(home, '.cache'), 'thumbnails');
}

/** Leaves a picture of a file for file managers. It holds for the file as it is now: once that is changed by others, they ignore it. */
export async function writeThumbnails(
  folder: string,
  file: string,
  pictures: Readonly<Record<ThumbnailSize, Uint8Array>>,
): Promise<void> {
  const path = await realpath(file);
  const uri = fileUri(path);
  const { mtimeMs, size } = await stat(path);
  const texts = {
    'Thumb::URI': uri,
    'Thumb::MTime': String(Math.floor(mtimeMs / 1000)),
    'Thumb::Size': String(size),
    Software: 'Limber',
  };
  const name = `${createHash('md5').update(uri).digest('hex')}.png`;
  for (const [kind, pixels] of Object.entries(FOLDERS)) {
    const picture = withTexts(pictures[kind as ThumbnailSize], pixels, texts);
    await writeAtomically(join(folder, kind, name), picture, { mode: PRIVATE_FILE, folderMode: PRIVATE_FOLDER });
  }
}

/** The address of a file as GLib writes it, by which file managers look for its picture: it leaves `!$&'()*+,-./:=@_~` as they are. */
export function fileUri(path: string): string {
  const kept: Readonly<Record<string, string>> = {
    '%24': '$',
    '%26': '&',
    '%2B': '+',
    '%2C': ',',
    '%2F': '/',
    '%3A': ':',
    '%3D': '=',
    '%40': '@',
  };
  return `file://${encodeURIComponent(path).replaceAll(/%(?:24|26|2B|2C|2F|3A|3D|40)/g, (code) => kept[code]!)}`;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes of the signature and of the header behind it, which comes first in every PNG. */
const HEADER_END = 8 + 25;

/** A PNG with texts behind its header. Throws an `Error` with one sentence for what is no square PNG of that size. */
export function withTexts(png: Uint8Array, pixels: number, texts: Readonly<Record<string, string>>): Buffer {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const isSquare =
    bytes.byteLength > HEADER_END &&
    bytes.subarray(0, 8).equals(SIGNATURE) &&
    bytes.readUInt32BE(16) === pixels &&
    bytes.readUInt32BE(20) === pixels;
  if (!isSquare) throw new Error(`expected a PNG of ${pixels} × ${pixels} pixels`);
  const chunks = Object.entries(texts).map(([key, text]) => chunk('tEXt', Buffer.from(`${key}\0${text}`, 'latin1')));
  return Buffer.concat([bytes.subarray(0, HEADER_END), ...chunks, bytes.subarray(HEADER_END)]);
}

/** Length, kind, content, and the CRC-32 of kind and content (PNG, section 5.3). */
function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'ascii'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.byteLength, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
