import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './disk.ts';
import { makeFolder } from './make-folder.ts';
import { isTemporaryName } from './staged-write.ts';
import { forgetTemporary, removeTemporaryOnExit } from './temporary-files.ts';

/** A folder in the making: it comes to its place as a whole. */
export interface StagedFolder {
  /** Where to make it meanwhile, under its own name. */
  readonly temporary: string;
  /** Puts it in its place; what is there is replaced only where `mayReplace` says so, else `refusal` is thrown as an `Error`. */
  commit(mayReplace: boolean, refusal: string): Promise<void>;
  discard(): Promise<void>;
}

/** Prepares to make a folder; the folders above it are made. */
export async function stageFolder(path: string): Promise<StagedFolder> {
  await makeFolder(dirname(path));
  const around = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  const temporary = join(around, basename(path));
  removeTemporaryOnExit(around);
  const discard = async () => {
    await rm(around, { recursive: true, force: true });
    forgetTemporary(around);
  };
  return {
    temporary,
    async commit(mayReplace, refusal) {
      if (await isFull(path)) {
        if (!mayReplace) throw new Error(refusal);
        await rename(path, join(around, `earlier ${basename(path)}`));
      } else await rmdir(path).catch(() => {});
      await rename(temporary, path);
      await discard();
    },
    discard,
  };
}

async function isFull(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw new Error(`"${folder}" is not a folder`, { cause: error });
  }
}

/**
 * Removes what a program that was killed left beside these places. Only whoever holds their lock may do that: others may be
 * writing there.
 */
export async function removeLeftovers(places: readonly string[]): Promise<void> {
  const names = new Map<string, Set<string>>();
  for (const place of places) {
    const inFolder = names.get(dirname(place)) ?? new Set();
    names.set(dirname(place), inFolder.add(basename(place)));
  }
  for (const [folder, own] of names) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (isTemporaryName(name) && own.has(name.replace(/^\.|\.[^.]*$/g, ''))) {
        await rm(join(folder, name), { recursive: true, force: true });
      }
    }
  }
}
