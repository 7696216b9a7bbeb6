import { chmod, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { PRIVATE_FOLDER } from '../files/storage/disk.ts';
import { makeFolder } from '../files/storage/make-folder.ts';
import { removeLock, type HeldLock } from '../files/storage/lock.ts';
import { isHeld, isHeldByRunning, takeOwnedLock } from '../files/storage/owned-lock.ts';
import { hasEnded, thisProcess } from '../files/storage/process-identity.ts';

/**
 * Files of one kind in a folder, each written by one process. Each has a number in the order in which they were begun, and beside it the
 * lock of its writer: a file whose lock is held is somebody's, any other was left behind.
 */
export interface OwnedFiles {
  /** All of them, the latest first. */
  list(): Promise<string[]>;
  /** Whether its writer, or somebody who takes it over, has a file. */
  isHeld(path: string): Promise<boolean>;
  /** Takes the lock of a file; null when its writer, or somebody who takes it over, has it. */
  claim(path: string): Promise<HeldLock | null>;
  /** Takes a file from a program that runs, and leaves it to whoever claims it first. */
  seize(path: string): Promise<void>;
  /** A path for a new file with its lock, later than every other. */
  begin(onLost: () => void): Promise<{ readonly path: string; readonly lock: HeldLock }>;
}

/** Kind, then number, process, machine and run of the writer. */
const NAME = /^[a-z]+-(\d+)-(\d+)-([0-9a-f]{8})-([0-9a-f]{8})\.jsonl$/;
/** As Limber called journals before they were numbered; nobody writes to those any more. */
const OLD_NAME = /^\d+-[0-9a-z-]+\.jsonl$/;

/** The data folder is this machine's own. */
const HERE = thisProcess(hostname());

/** `isRunning` tells of a process of this machine, by its number, whether there is one now. */
export function createOwnedFiles(
  folder: string,
  kind: 'journal' | 'temporary',
  isRunning?: (process: number) => boolean,
): OwnedFiles {
  /** A process that is no more holds no lock, however fresh that looks. */
  function isLeft(name: string): boolean {
    const [, , writer, machine = '', run = ''] = NAME.exec(name) ?? [];
    return hasEnded({ process: Number(writer), machine, run }, HERE, isRunning);
  }

  async function claim(path: string): Promise<HeldLock | null> {
    const lock = lockOf(path);
    const held = await takeOwnedLock(lock, () => {});
    if (held || !isLeft(path.slice(folder.length + 1))) return held;
    // Its writer is no more and had not said that the lock is its own. Somebody else who claimed it has.
    const isItsOwn = async () => !(await isHeldByRunning(lock));
    return (await isItsOwn()) && (await removeLock(lock, isItsOwn)) ? takeOwnedLock(lock, () => {}) : null;
  }

  async function isTaken(path: string): Promise<boolean> {
    const lock = lockOf(path);
    if (!(await isHeld(lock))) return false;
    return !isLeft(path.slice(folder.length + 1)) || isHeldByRunning(lock);
  }

  const names = async () => readdir(folder).catch(() => []);
  return {
    isHeld: isTaken,
    claim,
    async list() {
      const isKind = (name: string) => NAME.test(name) && name.startsWith(`${kind}-`);
      const all = (await names()).filter((name) => isKind(name) || (kind === 'journal' && OLD_NAME.test(name)));
      return all.toSorted((a, b) => sequenceOf(b) - sequenceOf(a)).map((name) => join(folder, name));
    },
    async seize(path) {
      await removeLock(lockOf(path), async () => true);
    },
    async begin(onLost) {
      await makeFolder(folder, PRIVATE_FOLDER);
      await chmod(folder, PRIVATE_FOLDER);
      for (let sequence = 1 + Math.max(0, ...(await names()).map(sequenceOf)); ; sequence++) {
        const path = join(folder, `${kind}-${sequence}-${HERE.process}-${HERE.machine}-${HERE.run}.jsonl`);
        const lock = await takeOwnedLock(lockOf(path), onLost);
        if (lock) return { path, lock };
      }
    },
  };
}

function lockOf(path: string): string {
  return `${path}.lock`;
}

/** Files without a number are older than those with one. */
function sequenceOf(name: string): number {
  return Number(NAME.exec(name)?.[1] ?? 0);
}
