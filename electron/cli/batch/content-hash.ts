import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** SHA-256 of files and folders, each worked out once. */
export type HashOf = (path: string) => Promise<string | null>;

/** Null for what is not there or cannot be read. */
export function createHashes(): HashOf {
  const known = new Map<string, Promise<string | null>>();
  return (path) => {
    const present = known.get(path) ?? hashPath(path).catch(() => null);
    known.set(path, present);
    return present;
  };
}

async function hashPath(path: string): Promise<string> {
  const stats = await stat(path);
  if (stats.isDirectory()) return hashFolder(path);
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
  return hash.digest('hex');
}

/** Where a project keeps what was made of it. */
const MADE = 'exports';

/** Of a folder the names and contents of all files in it, without what was made of it, and without locks and files in the making. */
async function hashFolder(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === MADE || !(entry.isFile() || entry.isDirectory())) continue;
    hash.update(`${JSON.stringify(entry.name)} ${await hashPath(join(folder, entry.name))}\n`);
  }
  return hash.digest('hex');
}
