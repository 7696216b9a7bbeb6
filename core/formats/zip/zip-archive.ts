import { unzipSync, type UnzipFileInfo } from 'fflate';
import type { ReadSibling } from '../gltf/gltf-asset.ts';
import { joinFrames } from '../captures/join-frames.ts';
import { decodeAddress } from '../gltf/gltf-asset.ts';
import { checkBytes } from '../text/json-text.ts';

/** Files of characters and motions, those that hold the most first. */
const KINDS = ['vrm', 'glb', 'gltf', 'fbx', 'vrma', 'bvh', 'obj'] as const;

/** An archive may hold so many files, and so many bytes when it is unpacked: 1 GiB. */
const MOST_FILES = 10_000;
const MOST_UNPACKED = 0x4000_0000;
const LONGEST_NAME = 1000;

/** The file of an archive that is opened, and the others, which it may refer to. */
export interface ArchivedFile {
  /** Without its folder. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly readSibling: ReadSibling;
}

export function looksLikeZip(bytes: Uint8Array): boolean {
  const [p, k, first, second] = bytes;
  return p === 0x50 && k === 0x4b && ((first === 3 && second === 4) || (first === 5 && second === 6));
}

/**
 * The character or motion inside a zip archive. Nothing is written anywhere: files that it refers to are found inside the archive alone. Throws
 * an `Error` with one sentence when there is none, or several of the same kind, or the archive asks for too much.
 */
export function openArchive(bytes: Uint8Array): ArchivedFile {
  const files = unpack(bytes);
  const landmarks = joinedLandmarks(files);
  if (landmarks) return landmarks;
  const chosen = chooseFile([...files.keys()]);
  const folder = chosen.split('/').slice(0, -1);
  return {
    name: chosen.split('/').at(-1)!,
    bytes: files.get(chosen)!,
    readSibling(uri) {
      const address = decodeAddress(uri);
      const path = inside(folder, address);
      const found = path === null ? undefined : files.get(path);
      if (!found)
        throw new Error(`the archive does not hold "${address.slice(0, 100)}", which "${chosen.slice(-100)}" refers to`);
      return found;
    },
  };
}

/** The arrays of an .npz file by their names; null for any other archive. */
export function openNpz(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | null {
  const isArray = (name: string) => /^[^/]+\.npy$/i.test(name);
  let isNpz = false;
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        isNpz ||= isArray(name);
        return false;
      },
    });
  } catch {
    return null;
  }
  if (!isNpz) return null;
  return new Map([...unpack(bytes)].filter(([name]) => isArray(name)).map(([name, content]) => [name.slice(0, -4), content]));
}

/** Where an archive holds nothing but frames of landmarks, a file each: one file with all of them, in the order of their names. */
function joinedLandmarks(files: ReadonlyMap<string, Uint8Array>): ArchivedFile | null {
  const frames = [...files]
    .filter(([path]) => /\.json$/i.test(path))
    .map(([path, bytes]) => ({ name: path.split('/').at(-1)!, bytes }));
  const hasOther = [...files.keys()].some((path) => KINDS.some((kind) => path.toLowerCase().endsWith(`.${kind}`)));
  if (frames.length === 0 || hasOther) return null;
  const refuse: ReadSibling = (uri) => {
    throw new Error(`landmarks refer to no other file, but these name "${uri.slice(0, 100)}"`);
  };
  return { ...joinFrames(frames), readSibling: refuse };
}

function unpack(bytes: Uint8Array): Map<string, Uint8Array> {
  let count = 0;
  let total = 0;
  const tooMany = { sentence: '' };
  const take = ({ name, originalSize }: UnzipFileInfo) => {
    if (name.endsWith('/') || !isWanted(name)) return false;
    count++;
    total += originalSize;
    if (count > MOST_FILES) tooMany.sentence = `the archive holds more than the ${MOST_FILES} files that can be opened`;
    else if (name.length > LONGEST_NAME) tooMany.sentence = 'the archive is damaged: a name in it has no end';
    // What the archive states is what is set aside: more than that is never unpacked.
    return tooMany.sentence === '' && total <= MOST_UNPACKED;
  };
  let unpacked: Readonly<Record<string, Uint8Array>>;
  try {
    unpacked = unzipSync(bytes, { filter: take });
  } catch (error) {
    throw new Error('the zip archive is damaged, or packed in a way that cannot be read', { cause: error });
  }
  if (tooMany.sentence !== '') throw new Error(tooMany.sentence);
  checkBytes(total, MOST_UNPACKED, 'what the archive holds');
  const files = new Map<string, Uint8Array>();
  for (const [name, content] of Object.entries(unpacked)) {
    const path = inside([], name.replaceAll('\\', '/'));
    if (path === null) throw new Error(`the archive names a file outside of itself, "${name.slice(0, 100)}"`);
    files.set(path, content);
  }
  return files;
}

/** Not what systems put into archives for themselves. */
function isWanted(name: string): boolean {
  return !/(^|\/)(__MACOSX\/|\.)/.test(name) || name.includes('..');
}

function chooseFile(paths: readonly string[]): string {
  for (const kind of KINDS) {
    const found = paths.filter((path) => path.toLowerCase().endsWith(`.${kind}`));
    if (found.length === 1) return found[0]!;
    if (found.length > 1) {
      const names = found.slice(0, 5).map((path) => `"${path.slice(-60)}"`);
      throw new Error(
        `the archive holds ${found.length} .${kind} files, ${names.join(', ')}${found.length > 5 ? '…' : ''}: unpack it and open one of them`,
      );
    }
  }
  throw new Error('the archive holds no GLB, glTF, VRM, FBX or BVH file and no landmarks');
}

/** A path inside the archive, from one of its folders; null for one that leads out of it. */
function inside(folder: readonly string[], address: string): string | null {
  if (/^([a-z][a-z0-9+.-]*:|\/)/i.test(address) || address.includes('\0')) return null;
  const parts = [...folder];
  for (const part of address.replaceAll('\\', '/').split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
