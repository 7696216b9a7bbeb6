import { readPicture } from '../files/project/read-parts.ts';
import { openFolder } from '../files/storage/folder-access.ts';
import { inParallel } from '../files/storage/in-parallel.ts';

/** The pictures that lie beside saved poses of a folder, by their ids; null where there is none that can be shown. */
export async function readPosePictures(folder: string, ids: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
  const access = await openFolder(folder).catch(() => null);
  if (!access) return ids.map(() => null);
  return inParallel(ids, (id) => readPicture(access, id));
}
