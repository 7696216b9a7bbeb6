import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { download, type Fetch } from '../../../../electron/services/updates/download.ts';
import { releaseOf, startSite, type ReleaseSite } from './release-site.ts';

const NAME = 'limber-2.0.0-linux-x86_64.AppImage';
const BYTES = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 251));
const KEPT = 'it could not be fetched whole, and what came is kept';

let site: ReleaseSite;
let folder: string;
let destination: string;

beforeEach(async () => {
  site = await startSite();
  site.files.set(NAME, BYTES);
  folder = await mkdtemp(join(tmpdir(), 'limber-download-'));
  destination = join(folder, 'whole');
});

afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

function fetchIt(door: Fetch = fetch, onProgress: (share: number) => void = () => {}, published: Uint8Array = BYTES) {
  const file = releaseOf('2.0.0', { [NAME]: published }).files[0]!;
  return download({ address: `${site.address}/${NAME}`, file, folder, fetch: door, onProgress }, destination);
}

test('a download that breaks off asks for the rest at once, as long as something comes', async () => {
  // The first answer ends in the middle, the second one is whole.
  site.cut.add(NAME);
  const door: Fetch = async (address, options) => {
    if (site.asked.length > 0) site.cut.clear();
    return fetch(address, options);
  };
  const shares: number[] = [];
  await fetchIt(door, (share) => void shares.push(share));
  expect(site.asked).toEqual([`/${NAME}`, `/${NAME} bytes=50000-`]);
  expect((await readFile(destination)).equals(BYTES)).toBe(true);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  expect(await readdir(folder)).toEqual(['whole']);
});

test('what came is kept where nothing comes any more, and taken up by the next download', async () => {
  site.cut.add(NAME);
  await expect(fetchIt()).rejects.toThrow(KEPT);
  expect(await readdir(folder)).toEqual([`${NAME}.part`]);
  await writeFile(join(folder, 'limber-1.9.0-linux-x86_64.AppImage.part'), 'of an earlier version');
  site.cut.clear();
  await fetchIt();
  expect(site.asked.at(-1)).toBe(`/${NAME} bytes=50000-`);
  expect((await readFile(destination)).equals(BYTES)).toBe(true);
  expect(await readdir(folder)).toEqual(['whole']);
});

test('a site that cannot send the rest alone sends all of it anew', async () => {
  await writeFile(join(folder, `${NAME}.part`), BYTES.subarray(0, 30_000));
  await fetchIt((address, { signal }) => fetch(address, { signal }));
  expect((await readFile(destination)).equals(BYTES)).toBe(true);
});

test('what is other, longer or there already is not the file that was published', async () => {
  const thrownAway = 'what was fetched is not what was published, so it was thrown away';
  await writeFile(join(folder, `${NAME}.part`), Buffer.alloc(30_000));
  await expect(fetchIt()).rejects.toThrow(thrownAway);
  expect(await readdir(folder)).toEqual([]);
  await expect(fetchIt(fetch, () => {}, BYTES.subarray(0, 99_999))).rejects.toThrow(thrownAway);
  expect(await readdir(folder)).toEqual([]);
  site.files.delete(NAME);
  await expect(fetchIt()).rejects.toThrow(KEPT);
});
