import { fileOfPicture, type SavedPose } from '../../../../core/library/saved-pose.ts';
import type { Studio } from '../../studio.ts';
import { encodeBase64 } from '../../../../core/formats/text/base64.ts';

/** Pictures asked for in one message. */
const AT_ONCE = 100;

/** Poses of a library in `folder` with their pictures in themselves, for where those files will not lie. */
export async function withPictures(
  studio: Studio,
  folder: string | null,
  poses: readonly SavedPose[],
): Promise<readonly SavedPose[]> {
  const ids = poses.flatMap(({ thumbnail }) => fileOfPicture(thumbnail) ?? []);
  const addresses = new Map<string, string>();
  for (let from = 0; folder !== null && from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const found = await studio.desktop.call('pose.pictures', folder, some);
    some.forEach((id, i) => addresses.set(id, pngAddress(found[i] ?? null)));
  }
  return poses.map((saved) => {
    const id = fileOfPicture(saved.thumbnail);
    return id === null ? saved : { ...saved, thumbnail: addresses.get(id) ?? '' };
  });
}

/** Empty for a picture that is not there. */
function pngAddress(bytes: Uint8Array | null): string {
  return bytes === null ? '' : `data:image/png;base64,${encodeBase64(bytes)}`;
}
