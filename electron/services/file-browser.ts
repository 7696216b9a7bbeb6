import type { Dirent } from 'node:fs';
import { mkdir, opendir, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { quote } from '../../core/formats/text/quote.ts';
import type { FolderListing } from '../contract.ts';
import { PROJECT_FILE } from '../files/project/project-file.ts';
import type { PathGuard } from './path-guard.ts';

/** More entries than this are not listed: nobody reads so long a list. */
const MOST_ENTRIES = 5000;
/** Names are counted up to here; a folder may hold millions. */
const MOST_COUNTED = 100_000;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Folders, and the files with one of `extensions` (`glb` or `.glb`), of a folder inside the allowed ones; hidden ones are left out. Of a large folder only a part is looked at. */
export async function listFolder(paths: PathGuard, path: string, extensions: readonly string[]): Promise<FolderListing> {
  const folder = paths.check(path);
  const wanted = new Set(extensions.map((extension) => `.${extension.replace(/^\./, '').toLowerCase()}`));
  const { entries, more } = await read(folder);
  const folders: string[] = [];
  const files: string[] = [];
  for (const entry of entries) {
    const kind = await kindOf(paths, folder, entry);
    if (kind === 'folder') folders.push(entry.name);
    else if (kind === 'file' && wanted.has(extname(entry.name).toLowerCase())) files.push(entry.name);
  }
  const parent = dirname(folder);
  return {
    folder,
    parent: parent !== folder && paths.allows(parent) ? parent : null,
    folders: folders.toSorted(collator.compare),
    files: files.toSorted(collator.compare),
    more,
    isProject: await isThere(join(folder, PROJECT_FILE)),
  };
}

export async function createFolder(paths: PathGuard, path: string): Promise<void> {
  const folder = paths.check(path);
  try {
    await mkdir(folder);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new Error(`"${folder}" exists already`, { cause: error });
    throw new Error(`the folder "${folder}" could not be made: ${messageOf(error)}`, { cause: error });
  }
}

/** The path of a regular file. Rejects with one sentence when there is none. */
export async function existingFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new Error(`${quote(path)} is not there any more`);
  return path;
}

/** The first entries of a folder, and how many more it has. */
async function read(folder: string): Promise<{ readonly entries: readonly Dirent[]; readonly more: number }> {
  const entries: Dirent[] = [];
  let count = 0;
  try {
    for await (const entry of await opendir(folder, { bufferSize: 1000 })) {
      if (++count > MOST_COUNTED) break;
      if (!entry.name.startsWith('.') && entries.length <= MOST_ENTRIES) entries.push(entry);
    }
    const listed = entries.slice(0, MOST_ENTRIES);
    return { entries: listed, more: entries.length > MOST_ENTRIES ? Math.min(count, MOST_COUNTED) - MOST_ENTRIES : 0 };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') throw new Error(`the folder "${folder}" does not exist`, { cause: error });
    if (code === 'ENOTDIR') throw new Error(`"${folder}" is not a folder`, { cause: error });
    throw new Error(`the folder "${folder}" could not be read: ${messageOf(error)}`, { cause: error });
  }
}

/** What an entry is, links followed; null for what the window may not use. */
async function kindOf(paths: PathGuard, folder: string, entry: Dirent): Promise<'folder' | 'file' | null> {
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'file';
  const path = join(folder, entry.name);
  if (!entry.isSymbolicLink() || !paths.allows(path)) return null;
  const target = await stat(path).catch(() => null);
  if (target?.isDirectory()) return 'folder';
  return target?.isFile() ? 'file' : null;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
