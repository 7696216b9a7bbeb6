import { zipSync } from 'fflate';
import type { DroppedFile } from './dropped-files.ts';

/** As much as an archive may hold that is opened. */
const MOST_BYTES = 2 ** 30;

/** Files as one zip archive, not compressed, each at its path. Throws an `Error` with one sentence when they are too much. */
export async function packFiles(files: readonly DroppedFile[]): Promise<Uint8Array> {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  if (total > MOST_BYTES)
    throw new Error(
      `The files beside the character have ${Math.round(total / 2 ** 20)} MB together, more than the 1024 MB that can be read.`,
    );
  const contents = await Promise.all(
    files.map(async ({ path, file }): Promise<[string, Uint8Array]> => [path, new Uint8Array(await file.arrayBuffer())]),
  );
  return zipSync(Object.fromEntries(contents), { level: 0 });
}
