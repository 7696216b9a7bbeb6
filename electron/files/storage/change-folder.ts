import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from './atomic-write.ts';
import { inParallel } from './in-parallel.ts';
import { readWholeFile } from './read-file.ts';

/** Several files of one folder that change as one step. Paths are relative to the folder, with `/`, at most one folder deep. */
export interface FolderChange {
  readonly writes: ReadonlyMap<string, Uint8Array | string>;
  readonly removals: readonly string[];
}

const STAGING = '.limber-saving';
const COMMIT = 'commit.json';

/** A name, or a folder and a name; names begin with a letter, a digit or `_`, so nothing leads out of the folder. */
const relativePath = z.string().regex(/^(?:[a-z]+\/)?[A-Za-z0-9_][A-Za-z0-9._-]*$/);

const commitSchema = z.strictObject({
  version: z.literal(1),
  /** `moves[i]` is where the staged file `i` belongs. */
  moves: z.array(relativePath),
  removals: z.array(relativePath),
});

type Commit = z.infer<typeof commitSchema>;

const RENAME_ATTEMPTS = 10;

/**
 * Writes and removes files of a folder so that it holds either all old or all new content, whatever happens meanwhile: the new files are
 * written and flushed beside the old ones, then a commit file says where they belong, then they are moved. A change that was interrupted
 * before the commit is forgotten by {@link finishChange}, one interrupted after it is completed. Files that already hold the wanted
 * content are left alone. Throws an `Error` with one sentence.
 */
export async function changeFolder(folder: string, change: FolderChange): Promise<void> {
  await finishChange(folder);
  const staging = join(folder, STAGING);
  try {
    const files = [...change.writes].map(([path, content]) => ({
      path,
      bytes: typeof content === 'string' ? Buffer.from(content) : content,
    }));
    const isThere = await inParallel(files, ({ path, bytes }) => holds(join(folder, path), bytes));
    const changed = files.filter((_, i) => !isThere[i]);
    const moves = changed.map(({ path }) => path);
    const commit = commitSchema.parse({ version: 1, moves, removals: [...change.removals] });
    await mkdir(staging, { recursive: true });
    await inParallel(changed, ({ bytes }, i) => writeFlushed(join(staging, String(i)), bytes));
    await writeAtomically(join(staging, COMMIT), JSON.stringify(commit));
    await flushFolder(staging);
    await apply(folder, commit);
  } catch (error) {
    if (!(await isCommitted(folder))) await rm(staging, { recursive: true, force: true }).catch(() => {});
    throw new Error(`"${folder}" could not be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Completes a change of the folder that was interrupted after its commit, and forgets one that was interrupted before. */
export async function finishChange(folder: string): Promise<void> {
  const staging = join(folder, STAGING);
  const names = await readdir(staging).catch(() => null);
  if (!names) return;
  if (!names.includes(COMMIT)) {
    await rm(staging, { recursive: true, force: true });
    return;
  }
  await apply(folder, await readCommit(staging));
}

/** The commit file is written atomically, so only something else can have damaged it. */
async function readCommit(staging: string): Promise<Commit> {
  try {
    return commitSchema.parse(JSON.parse(new TextDecoder().decode(await readWholeFile(join(staging, COMMIT)))));
  } catch (error) {
    throw new Error(`an interrupted save left "${staging}" damaged: move that folder away to open the project as it was`, {
      cause: error,
    });
  }
}

async function apply(folder: string, commit: Commit): Promise<void> {
  const staging = join(folder, STAGING);
  const touched = new Set<string>([folder]);
  for (const [i, path] of commit.moves.entries()) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    touched.add(dirname(target));
    await moveIfThere(join(staging, String(i)), target);
  }
  for (const path of commit.removals) await rm(join(folder, path), { force: true });
  for (const path of touched) await flushFolder(path);
  await rm(staging, { recursive: true, force: true });
}

async function isCommitted(folder: string): Promise<boolean> {
  return readFile(join(folder, STAGING, COMMIT)).then(
    () => true,
    () => false,
  );
}

async function holds(path: string, bytes: Uint8Array): Promise<boolean> {
  return readFile(path).then(
    (present) => present.equals(bytes),
    () => false,
  );
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes a folder's list of names; Windows cannot and need not. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** A staged file that is gone was moved before the interruption. Windows refuses while another program reads the target: try again. */
async function moveIfThere(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ENOENT') return;
      if (attempt === RENAME_ATTEMPTS || !['EPERM', 'EACCES', 'EBUSY'].includes(String(code))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt));
    }
  }
}
