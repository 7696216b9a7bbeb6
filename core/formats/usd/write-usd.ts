import type { WrittenMotion } from '../clips/write-clip.ts';
import { readAnimations } from '../gltf/gltf-animation.ts';
import { readGltf } from '../gltf/gltf-asset.ts';
import { readCharacterScene } from '../gltf/gltf-scene.ts';
import { decodeUtf8, encodeUtf8 } from '../text/utf8.ts';
import { compareUsd } from './compare-usd.ts';
import { glbToUsd } from './glb-to-usd.ts';
import { readUsda } from './read-usd.ts';
import { nodeIdentifiers } from './usd-skeleton.ts';
import { unzipSync, zipSync, type Zippable } from 'fflate';

export const USD_FORMATS = ['usda', 'usdz'] as const;

export type UsdFormat = (typeof USD_FORMATS)[number];

/**
 * `moves`: the last animation of the file is played. What was written as GLB (a clip or a pose on its character, or a scene of several) as USD: the text alone, or an archive with the pictures. Its comparison
 * adds what the GLB is off and what the USD file is off from that.
 */
export function asUsd(glb: WrittenMotion, format: UsdFormat, fps: number, moves: boolean): WrittenMotion {
  const { text, pictures, warnings } = glbToUsd(glb.bytes, { fps, hasPictures: format === 'usdz', moves });
  const layer = encodeUtf8(text);
  return {
    bytes: format === 'usda' ? layer : writeUsdz(new Map([['scene.usda', layer], ...pictures])),
    warnings: [...glb.warnings, ...warnings],
    compare(reread, tell) {
      const asset = readGltf(glb.bytes);
      const scene = readCharacterScene(asset);
      const prims = readUsda(decodeUtf8(format === 'usda' ? reread : sceneInUsdz(reread)));
      const animation = moves ? (readAnimations(asset).animations.at(-1) ?? null) : null;
      const places = new Map(nodeIdentifiers(scene).map((name, node) => [name, node]));
      const nodesOf = (joints: readonly string[]) => joints.map((path) => places.get(path.slice(path.lastIndexOf('/') + 1))!);
      const own = compareUsd(prims, { scene, animation, fps, nodesOf });
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

/** The bytes of the scene in an archive that {@link writeUsdz} made. */
function sceneInUsdz(bytes: Uint8Array): Uint8Array {
  const [scene] = Object.values(unzipSync(bytes, { filter: ({ name }) => name.endsWith('.usda') }));
  if (!scene) throw new Error('the exported archive holds no scene');
  return scene;
}
