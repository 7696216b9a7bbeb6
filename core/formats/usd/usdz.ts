import { unzipSync, zipSync, type Zippable } from 'fflate';
import { encodeUtf8 } from '../text/utf8.ts';

/** Every file in the archive begins at a multiple of so many bytes, so that programs can use it where it lies. */
const ALIGNMENT = 64;
/** Bytes of a local header before the name, and of an extra field before its data. */
const HEADER = 30;
const EXTRA_HEAD = 4;
/** An id that no program gives a meaning. */
const EXTRA_ID = 0x1986;
/** Zip knows no earlier day; the archive is the same whenever it is made. */
const EPOCH = new Date(1980, 0, 1);

/** Files as a USDZ archive: uncompressed, aligned, the first one is the scene. */
export function writeUsdz(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  let offset = 0;
  for (const [name, bytes] of files) {
    const plain = offset + HEADER + encodeUtf8(name).byteLength + EXTRA_HEAD;
    const padding = (ALIGNMENT - (plain % ALIGNMENT)) % ALIGNMENT;
    entries[name] = [bytes, { level: 0, mtime: EPOCH, extra: { [EXTRA_ID]: new Uint8Array(padding) } }];
    offset = plain + padding + bytes.byteLength;
  }
  return zipSync(entries, { level: 0 });
}

/** The bytes of the scene in an archive that {@link writeUsdz} made. */
export function sceneInUsdz(bytes: Uint8Array): Uint8Array {
  const [scene] = Object.values(unzipSync(bytes, { filter: ({ name }) => name.endsWith('.usda') }));
  if (!scene) throw new Error('the exported archive holds no scene');
  return scene;
}
