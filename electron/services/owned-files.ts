import { createHash, randomBytes } from 'node:crypto';
import { chmod, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { PRIVATE_FOLDER } from '../files/storage/disk.ts';
import { makeFolder } from '../files/storage/make-folder.ts';
import { takeLock, type HeldLock } from '../files/storage/lock.ts';

/**
 * Files of one kind in a folder, each written by one process. Each has a number in the order in which they were begun, and beside it the
 * lock of its writer: a file whose lock is held is somebody's, any other was left behind.
 */
export interface OwnedFiles {
  /** All of them, the latest first. */
  list(): Promise<string[]>;
  /** Takes the lock of a file; null when its writer, or somebody who takes it over, has it. */
  claim(path: string): Promise<HeldLock | null>;
  /** A path for a new file with its lock, later than every other. */
  begin(onLost: () => void): Promise<{ readonly path: string; readonly lock: HeldLock }>;
}

/** Kind, then number, process, machine and run of the writer. */
const NAME = /^[a-z]+-(\d+)-(\d+)-([0-9a-f]{8})-([0-9a-f]{8})\.jsonl$/;
/** As Limber called journals before they were numbered; nobody writes to those any more. */
const OLD_NAME = /^\d+-[0-9a-z-]+\.jsonl$/;

const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
/** Tells this process from an earlier one with the same number. */
const RUN = randomBytes(4).toString('hex');

/** `isRunning` tells of a process of this machine, by its number, whether there is one now. */
export function createOwnedFiles(
  folder: string,
  kind: 'journal' | 'temporary',
  isRunning: (process: number) => boolean = isAlive,
): OwnedFiles {
  /** A process that is no more holds no lock, however fresh that looks. A number that is in use proves nothing: the lock decides. */
  function hasEnded(name: string): boolean {
    const [, , writer, machine, run] = NAME.exec(name) ?? [];
    if (machine !== MACHINE) return false;
    return Number(writer) === process.pid ? run !== RUN : !isRunning(Number(writer));
  }

  async function claim(path: string): Promise<HeldLock | null> {
    const held = await takeLock(lockOf(path));
    if (held || !hasEnded(path.slice(folder.length + 1))) return held;
    await rm(lockOf(path), { recursive: true, force: true });
    return takeLock(lockOf(path));
  }

  const names = async () => readdir(folder).catch(() => []);
  return {
    claim,
    async list() {
      const isKind = (name: string) => NAME.test(name) && name.startsWith(`${kind}-`);
      const all = (await names()).filter((name) => isKind(name) || (kind === 'journal' && OLD_NAME.test(name)));
      return all.toSorted((a, b) => sequenceOf(b) - sequenceOf(a)).map((name) => join(folder, name));
    },
    async begin(onLost) {
      await makeFolder(folder, PRIVATE_FOLDER);
      await chmod(folder, PRIVATE_FOLDER);
      for (let sequence = 1 + Math.max(0, ...(await names()).map(sequenceOf)); ; sequence++) {
        const path = join(folder, `${kind}-${sequence}-${process.pid}-${MACHINE}-${RUN}.jsonl`);
        const lock = await takeLock(lockOf(path), { onLost });
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

function isAlive(writer: number): boolean {
  try {
    process.kill(writer, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
