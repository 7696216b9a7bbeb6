import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readWholeFile } from '../files/storage/read-file.ts';
import { joinFrames } from '../../core/formats/captures/join-frames.ts';

/** Files that a folder of landmarks may hold, an hour and a half at 60 a second, and bytes of all of them: 1 GiB. */
const MOST_FRAMES = 400_000;
const MOST_BYTES = 2 ** 30;

/** The bytes of a file; of a folder, the JSON files in it as one list, in the order of their names. Throws an `Error` with one sentence. */
export async function readMotionOrFrames(path: string): Promise<Uint8Array> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) return readWholeFile(path);
  const names = (await readdir(path)).filter((name) => /\.json$/i.test(name));
  if (names.length === 0 || names.length > MOST_FRAMES) {
    throw new Error(
      `expected a folder with 1 to ${MOST_FRAMES} frames of landmarks, but "${basename(path)}" has ${names.length} .json files`,
    );
  }
  let left = MOST_BYTES;
  const frames = [];
  for (const name of names) {
    const bytes = await readWholeFile(join(path, name), left);
    left -= bytes.byteLength;
    frames.push({ name, bytes });
  }
  return joinFrames(frames).bytes;
}
