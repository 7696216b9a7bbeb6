import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, type BigIntStats } from 'node:fs';
import { lstat, open, readdir, realpath, truncate } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeAtomically } from './atomic-write.ts';
import { DISK, flushFolder, removeFile, writeFlushed } from './disk.ts';
import { whyItFailed } from './explain-failure.ts';

/** A file as it lay there when it was read. */
export interface FoundFile {
  readonly bytes: Buffer;
  /** Changes whenever the file does: a file with the same stamp need not be read again. */
  readonly stamp: string;
}

/**
 * One folder's files, and never one outside it: every part of every path is looked at without following links. Paths are relative, with
 * `/`, at most one folder deep. Each function throws an `Error` with one sentence where a link, or something that is no file, is in the way.
 */
export interface FolderAccess {
  /** The folder itself, with the links on the way to it followed. */
  readonly root: string;
  /** The file's content; null when there is none. */
  read(path: string): Promise<FoundFile | null>;
  /** The stamp of a file without reading it; null when there is none. */
  stamp(path: string): Promise<string | null>;
  /** Names in a folder inside this one, '' for this one itself; empty when there is none. */
  list(folder: string): Promise<readonly string[]>;
  /** Writes a file as a whole. It is sure to be found after a power cut once {@link FolderAccess.flush} has followed. */
  write(path: string, content: Uint8Array | string): Promise<void>;
  /** Adds to the end of a file that is there, and flushes it; what cannot be added as a whole is not there afterwards. */
  append(path: string, content: string): Promise<void>;
  /** Flushes the lists of names of the folders in which these files lie, each once. */
  flush(paths: readonly string[]): Promise<void>;
  /** Removes a file; one that is not there is no error. */
  remove(path: string): Promise<void>;
}

/** Larger files in a project folder are refused: no pose, clip or picture comes near 256 MiB. */
export const LARGEST_PART = 2 ** 28;

/** A name, or a folder and a name. A name may begin with one dot, so that nothing leads out of the folder. */
const RELATIVE_PATH = /^(?:[a-z]+\/)?\.?[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/** What may still be read from a folder, in bytes; below zero, more was asked for than may be read here, and nothing more is looked at. */
export interface ReadBudget {
  left: number;
}

/** How often a file is looked at that others put a new one in the place of meanwhile. */
const MOST_LOOKS = 20;

/** A file that became another one between looking at it and opening it. */
class ReplacedError extends Error {}

/** Bytes that looking at a name counts as. */
const ENTRY = 64;

/** How the system is asked what lies in a folder. */
interface SystemCalls {
  status(path: string): Promise<BigIntStats> | BigIntStats;
  names(path: string): Promise<string[]> | string[];
  /** Reads the file whose status was taken; refuses another one that was put in its place since. */
  content(path: string, looked: BigIntStats): Promise<Buffer> | Buffer;
}

/** Throws what the system says when the folder is not there. What is read and listed is taken from `budget`; beyond it, all is refused. */
export function openFolder(where: string, budget?: ReadBudget): Promise<FolderAccess> {
  return accessTo(where, budget, WAITING);
}

/**
 * The same on a thread that has nothing else to do: it waits for the disk in each call, with which ten thousand files are read five times as
 * quickly.
 */
export function openFolderOnThread(where: string): Promise<FolderAccess> {
  return accessTo(where, undefined, BLOCKING);
}

async function accessTo(where: string, budget: ReadBudget = { left: Infinity }, calls: SystemCalls): Promise<FolderAccess> {
  const root = await realpath(where);
  /** Folders on the way that were looked at already. */
  const plain = new Set<string>();

  async function statusOf(path: string) {
    const stats = await attempt(() => calls.status(join(root, path)));
    if (stats?.isSymbolicLink()) throw new Error(`"${path}" in "${basename(root)}" is a link to another place`);
    return stats;
  }

  /** Whether the folder that a path lies in is there. */
  async function hasParent(path: string): Promise<boolean> {
    if (!RELATIVE_PATH.test(path)) throw new Error(`${JSON.stringify(path)} is no path in a project`);
    const [parent, name] = path.split('/');
    return name === undefined || isFolder(parent!);
  }

  async function isFolder(path: string): Promise<boolean> {
    if (plain.has(path)) return true;
    const stats = await statusOf(path);
    if (!stats) return false;
    if (!stats.isDirectory()) throw new Error(`"${path}" in "${basename(root)}" is not a folder`);
    plain.add(path);
    return true;
  }

  async function fileStatus(path: string) {
    if (!(await hasParent(path))) return null;
    const stats = await statusOf(path);
    if (stats && !stats.isFile()) throw new Error(`"${path}" in "${basename(root)}" is not a file`);
    return stats;
  }

  function spend(bytes: number): void {
    budget.left -= bytes;
    if (budget.left < 0) throw new Error(`there is more in "${basename(root)}" than may be read at once`);
  }

  return {
    root,
    async read(path) {
      // Who saves puts a new file in the place of the old one: then it is looked at again.
      for (let look = 1; ; look++) {
        spend(0);
        const stats = await fileStatus(path);
        if (!stats) return null;
        if (stats.size > LARGEST_PART)
          throw new Error(`"${path}" has ${stats.size} bytes, more than the ${LARGEST_PART} that can be opened`);
        spend(Number(stats.size) + ENTRY);
        try {
          const bytes = await calls.content(join(root, path), stats);
          return { bytes, stamp: stampOf(stats) };
        } catch (error) {
          if (!(error instanceof ReplacedError)) missing(error);
          if (look === MOST_LOOKS) throw error;
        }
      }
    },
    async stamp(path) {
      spend(ENTRY);
      const stats = await fileStatus(path);
      return stats && stampOf(stats);
    },
    async list(folder) {
      spend(0);
      if (folder !== '' && !(await isFolder(folder))) return [];
      const names = (await attempt(() => calls.names(join(root, folder)))) ?? [];
      spend(names.length * ENTRY);
      return names;
    },
    async write(path, content) {
      await fileStatus(path);
      await writeAtomically(join(root, path), content, { flushesFolder: false });
    },
    async append(path, content) {
      const stats = await fileStatus(path);
      if (!stats) throw new Error(`"${path}" in "${basename(root)}" is not there`);
      try {
        await writeFlushed(DISK, join(root, path), Buffer.from(content), APPEND_PLAIN);
      } catch (error) {
        await truncate(join(root, path), Number(stats.size)).catch(() => {});
        throw new Error(`"${path}" could not be written: ${whyItFailed(error)}`, { cause: error });
      }
    },
    async flush(paths) {
      const folders = new Set(paths.map((path) => dirname(join(root, path))));
      for (const folder of folders) await flushFolder(DISK, folder);
    },
    async remove(path) {
      if (await fileStatus(path)) await removeFile(DISK, join(root, path));
    },
  };
}

/** Without following a link that was put there since the file was looked at, and without waiting for what is no file any more. */
const READ_PLAIN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const APPEND_PLAIN = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const WAITING: SystemCalls = {
  status: (path) => lstat(path, { bigint: true }),
  names: (path) => readdir(path),
  async content(path, looked) {
    const file = await open(path, READ_PLAIN);
    try {
      checkSame(path, looked, await file.stat({ bigint: true }));
      return await file.readFile();
    } finally {
      await file.close();
    }
  },
};

const BLOCKING: SystemCalls = {
  status: (path) => lstatSync(path, { bigint: true }),
  names: (path) => readdirSync(path),
  content(path, looked) {
    const file = openSync(path, READ_PLAIN);
    try {
      checkSame(path, looked, fstatSync(file, { bigint: true }));
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  },
};

function checkSame(path: string, looked: BigIntStats, opened: BigIntStats): void {
  if (!opened.isFile() || opened.ino !== looked.ino || opened.dev !== looked.dev) {
    throw new ReplacedError(`"${basename(path)}" was replaced while it was read`);
  }
}

function stampOf({ ino, size, mtimeNs, ctimeNs }: { ino: bigint; size: bigint; mtimeNs: bigint; ctimeNs: bigint }): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

/** What the system answers; null for what is not there. */
async function attempt<Answer>(call: () => Promise<Answer> | Answer): Promise<Answer | null> {
  try {
    return await call();
  } catch (error) {
    return missing(error);
  }
}

/** Null for what is not there; every other refusal of the system is passed on. */
function missing(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  if (error instanceof Error) throw new Error('it may not be read', { cause: error });
  throw error;
}
