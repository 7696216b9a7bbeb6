import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseFile } from './release.ts';

/** A door to the network. */
export type Fetch = (address: string, options: FetchOptions) => Promise<Response>;

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly headers?: Record<string, string>;
  /** What is fetched is checked and kept by ourselves. */
  readonly cache?: 'no-store';
}

export interface Download {
  readonly address: string;
  readonly file: ReleaseFile;
  /** Where what came so far is kept until the file is whole, also over the end of the program. */
  readonly folder: string;
  readonly fetch: Fetch;
  /** Hears what share of the file is there, 0..1. */
  readonly onProgress?: (share: number) => void;
}

/** Milliseconds in which some byte must come. */
const PATIENCE = 60_000;
/** Attempts on end that may bring nothing. */
const MOST_FRUITLESS = 2;

/**
 * Fetches a file to `destination`. Where the network breaks off, the rest is asked for until two attempts on end bring nothing; what came is
 * kept, and the next call takes it up. The destination gets the file only when its size and SHA-512 are those of the release. Rejects with an
 * `Error`, whose message is the end of a sentence.
 */
export async function download(wanted: Download, destination: string): Promise<void> {
  const { file, folder } = wanted;
  const part = join(folder, `${file.name}.part`);
  await mkdir(folder, { recursive: true });
  await removeOtherParts(folder, file);
  let present = await sizeOf(part);
  let fruitless = 0;
  while (present < file.bytes) {
    const before = present;
    const trouble = await fetchRest(wanted, part, present).then(
      () => null,
      (error: unknown) => error,
    );
    present = await sizeOf(part);
    fruitless = present > before ? 0 : fruitless + 1;
    if (fruitless === MOST_FRUITLESS)
      throw new Error('it could not be fetched whole, and what came is kept; check network, proxy and room on the disk', {
        cause: trouble,
      });
  }
  if (present !== file.bytes || (await sha512Of(part)) !== file.sha512) {
    await rm(part, { force: true });
    throw new Error('what was fetched is not what was published, so it was thrown away');
  }
  await rename(part, destination);
}

/** Adds to the part what is not there of the file. A site that cannot send the rest alone sends all of it. */
async function fetchRest({ address, file, fetch, onProgress }: Download, part: string, present: number): Promise<void> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  let kept: FileHandle | null = null;
  try {
    const headers = present > 0 ? { range: `bytes=${present}-` } : {};
    const response = await fetch(address, { signal: stop.signal, headers, cache: 'no-store' });
    const isRest = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${present}-`) === true;
    if (!isRest && response.status !== 200) throw new Error(`${address} answered with status ${response.status}`);
    kept = await open(part, isRest ? 'a' : 'w');
    let size = isRest ? present : 0;
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      await kept.appendFile(chunk);
      size += chunk.byteLength;
      onProgress?.(Math.min(1, size / file.bytes));
      // More than was published is no such file.
      if (size > file.bytes) return;
    }
  } finally {
    await kept?.close();
    clearTimeout(timer);
    stop.abort();
  }
}

/** What was begun of earlier versions is not needed any more. */
async function removeOtherParts(folder: string, { name }: ReleaseFile): Promise<void> {
  const others = (await readdir(folder)).filter((each) => each.endsWith('.part') && each !== `${name}.part`);
  for (const each of others) await rm(join(folder, each), { force: true });
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

async function sha512Of(path: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('base64');
}
