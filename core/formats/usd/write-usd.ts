import { checkWritten, type WrittenMotion } from '../clips/write-clip.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { compareUsd } from './compare-usd.ts';
import { glbToUsd } from './glb-to-usd.ts';
import { zipSync, type Zippable } from 'fflate';

export const USD_FORMATS = ['usda', 'usdz'] as const;

export type UsdFormat = (typeof USD_FORMATS)[number];

/**
 * `moves`: the last animation of the file is played. What was written as GLB (a clip or a pose on its character, or a scene of several) as USD: the text alone, or an archive with the pictures. Its comparison
 * adds what the GLB is off and what the USD file is off from that, and refuses other bytes than were written.
 */
export function asUsd(glb: WrittenMotion, format: UsdFormat, fps: number, moves: boolean): WrittenMotion {
  const { text, pictures, warnings, scene, animation, skeletons } = glbToUsd(glb.bytes, {
    fps,
    hasPictures: format === 'usdz',
    moves,
  });
  const layer = encodeUtf8(text);
  const bytes = format === 'usda' ? layer : writeUsdz(new Map([['scene.usda', layer], ...pictures]));
  return {
    bytes,
    warnings: [...glb.warnings, ...warnings],
    compare(reread, tell) {
      checkWritten(bytes, reread);
      const own = compareUsd(skeletons, scene, animation, fps);
      const errors = glb.compare(glb.bytes, tell);
      return { distance: errors.distance + own.distance, angle: errors.angle + own.angle };
    },
  };
}

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
function writeUsdz(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
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
