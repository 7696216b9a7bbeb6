import { lstat, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { quote } from '../../../core/formats/text/quote.ts';
import { folderLockPath, takeFolderLock } from './folder-lock.ts';

/** What runs or waits for each folder, by its real path: the folders of all parts of this process. */
const turns = new Map<string, Promise<unknown>>();

/** Attempts to take a folder's lock, 20 to 60 milliseconds apart: longer than a lock counts as held that a killed process left elsewhere. */
const LOCK_ATTEMPTS = 400;

/** Runs tasks of one folder one after another, whatever path names it. */
export async function inFolderTurn<Result>(folder: string, task: () => Promise<Result>): Promise<Result> {
  const root = await realpath(folder);
  const result = (turns.get(root) ?? Promise.resolve()).then(task);
  const settled = result.catch(() => {});
  turns.set(root, settled);
  try {
    return await result;
  } finally {
    if (turns.get(root) === settled) turns.delete(root);
  }
}

/** A folder that is this process's own for a while. */
export interface HeldFolder {
  /** Throws an `Error` with one sentence when the lock was lost meanwhile. */
  readonly check: () => void;
  /** Sentences about from whom the lock was taken. */
  readonly notes: readonly string[];
}

/**
 * The same while no other process that asks for it does so. Throws an `Error` with one
 * sentence when another process keeps the folder for too long, or when the folder may not be written to.
 */
export function whileFolderIsMine<Result>(folder: string, task: (held: HeldFolder) => Promise<Result>): Promise<Result> {
  return inFolderTurn(folder, async () => {
    let isLost = false;
    const lock = await waitForLock(folder, () => {
      isLost = true;
    });
    try {
      return await task({
        check: () => {
          if (isLost) throw new Error(`the save into "${basename(folder)}" was interrupted by another program: save again`);
        },
        notes: lock.wasAhead ? [takenOver(folder)] : [],
      });
    } finally {
      await lock.release();
    }
  });
}

/** What is told of a folder whose lock was dated ahead. */
export function takenOver(folder: string): string {
  const name = quote(basename(folder));
  return `a lock of ${name} dated in the future gave no sign of life and was taken over: check the clock`;
}

async function waitForLock(folder: string, onLost: () => void) {
  const path = folderLockPath(folder);
  if (await isLink(path)) throw new Error(`"${basename(path)}" in "${basename(folder)}" is a link to another place`);
  for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
    const lock = await takeFolderLock(folder, onLost).catch((error: unknown) => {
      throw new Error(`"${folder}" may not be written to`, { cause: error });
    });
    if (lock) return lock;
    // Different processes ask at different times, so that none of them always comes second.
    await new Promise((resolve) => setTimeout(resolve, 20 + ((attempt * 7 + process.pid) % 40)));
  }
  throw new Error(`somebody else is saving "${basename(folder)}" at the moment: try again soon`);
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}
