import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { parseBvh, type Bvh } from '../../core/formats/bvh/bvh.ts';
import { chooseReading, type BvhReading } from '../../core/formats/bvh/bvh-reading.ts';
import { looksLikeBvh } from '../../core/formats/bvh/bvh-text.ts';
import { haveSameSkeleton, readingOfTakes } from '../../core/formats/bvh/reading-of-takes.ts';
import type { NamedRest } from '../../core/formats/clips/named-rest.ts';
import { restOfTakes, sharesSkeleton, takeFile, tellsItsRest, type TakeFile } from '../../core/formats/clips/rest-of-takes.ts';
import type { CharacterFile } from '../../core/formats/read-character.ts';
import { openCharacterFile } from '../../core/formats/open-character.ts';
import { siblingsOf } from './siblings.ts';
import { readWholeFileSync } from './storage/read-file.ts';

/** Files of a folder that are looked into, the first by their names, and the bytes that one of them has at most. */
const MOST_FILES = 24;
const MOST_BYTES = 2 ** 24;
/** Bytes of all files together that are opened whole for that. */
const MOST_BYTES_OF_FOLDER = 2 ** 26;
/** Files that hold a skeleton with its motion and may come as many takes. BVH files are read alike by {@link readingBeside}. */
const TAKE_EXTENSIONS: ReadonlySet<string> = new Set(['.fbx', '.glb', '.gltf']);

/**
 * How a BVH file is read alike with the takes beside it, where its skeleton does not tell how it stands: its zero pose is none to stand in. The takes are the
 * files of its folder that hold the same skeleton. `known` is what was decided; where that tells the rest, nothing is looked for. What is no BVH file, or cannot
 * be read, is left to whoever reads it.
 */
export function readingBeside(path: string, bytes: Uint8Array, known: Partial<BvhReading> = {}): Partial<BvhReading> {
  if (known.rest !== undefined || extname(path).toLowerCase() !== '.bvh' || !looksLikeBvh(bytes)) return {};
  const own = parsed(bytes);
  if (!own || own.frameCount === 0 || chooseReading(own, known).reading.rest === 'zero') return {};
  const takes = takesBeside(path, own);
  const hasOthers = takes.some(({ name }) => name !== basename(path));
  return hasOthers ? readingOfTakes(takes.map(({ bvh }) => bvh)) : {};
}

/**
 * How the skeleton of a file of another format rests as the takes beside it tell: the files of its folder with its extension that hold the same bones. Null where it holds no motion, where its own skin tells how it rests, and where no take beside it does. What cannot be read is no take.
 */
export function restBeside(path: string, { bytes, scene }: Pick<CharacterFile, 'bytes' | 'scene'>): NamedRest | null {
  const extension = extname(path).toLowerCase();
  if (!TAKE_EXTENSIONS.has(extension) || scene.turningNodes === undefined) return null;
  const folder = dirname(path);
  const names = filesIn(folder, extension).slice(0, MOST_FILES);
  if (names.length < 2) return null;
  const own = takeFile(basename(path), bytes, scene);
  if (!own || tellsItsRest(own)) return null;
  const stamp = `${folder}\n${stampOfTakes(path)}`;
  if (lastFolder?.stamp !== stamp) lastFolder = { stamp, takes: takesIn(folder, names), known: [] };
  const { takes, known } = lastFolder;
  const before = known.find(({ of }) => sharesSkeleton(of, own));
  if (before) return before.rest;
  const rest = restOfTakes(own, takes);
  known.push({ of: own, rest });
  return rest;
}

/** The takes of a folder, and what was found of the skeletons in them: a batch asks for one of its files after the other. */
interface FolderOfTakes {
  readonly stamp: string;
  readonly takes: readonly TakeFile[];
  readonly known: { readonly of: TakeFile; readonly rest: NamedRest | null }[];
}

let lastFolder: FolderOfTakes | null = null;

function takesIn(folder: string, names: readonly string[]): TakeFile[] {
  let left = MOST_BYTES_OF_FOLDER;
  return names.flatMap((name): TakeFile[] => {
    const path = join(folder, name);
    left -= statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const take = left < 0 ? null : openedTake(path, name);
    return take ? [take] : [];
  });
}

function openedTake(path: string, name: string): TakeFile | null {
  try {
    return statSync(path).size > MOST_BYTES
      ? null
      : takeFile(name, openCharacterFile(name, readWholeFileSync(path, MOST_BYTES), siblingsOf(path)).bytes);
  } catch {
    // Another file that cannot be read is no take.
    return null;
  }
}

/** What tells whether the takes beside a file are still those that were read: their names, sizes and times. Empty for what can have none. */
export function stampOfTakes(path: string): string {
  const extension = extname(path).toLowerCase();
  if (extension !== '.bvh' && !TAKE_EXTENSIONS.has(extension)) return '';
  const folder = dirname(path);
  const stamps = filesIn(folder, extension)
    .slice(0, MOST_FILES)
    .map((name) => {
      const { size = 0, mtimeMs = 0 } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {};
      return `${name} ${size} ${mtimeMs}`;
    });
  return stamps.join('\n');
}

/** The takes of a folder that have the skeleton of `own`, itself among them, in the order of their names: the same whichever of them is read. */
function takesBeside(path: string, own: Bvh): { readonly name: string; readonly bvh: Bvh }[] {
  const folder = dirname(path);
  const names = filesIn(folder, '.bvh').slice(0, MOST_FILES);
  return names.flatMap((name) => {
    if (name === basename(path)) return [{ name, bvh: own }];
    const bvh = takeIn(join(folder, name));
    return bvh && haveSameSkeleton(bvh, own) ? [{ name, bvh }] : [];
  });
}

function filesIn(folder: string, extension: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => extname(name).toLowerCase() === extension)
      .sort();
  } catch {
    // A folder that cannot be listed holds no takes that could be read.
    return [];
  }
}

function takeIn(path: string): Bvh | null {
  try {
    return statSync(path).size > MOST_BYTES ? null : parsed(readWholeFileSync(path, MOST_BYTES));
  } catch {
    // Another file that cannot be read is no take.
    return null;
  }
}

function parsed(bytes: Uint8Array): Bvh | null {
  try {
    return parseBvh(bytes);
  } catch {
    // Whoever reads the file says what is wrong with it.
    return null;
  }
}
