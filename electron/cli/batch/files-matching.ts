import { readdir, stat } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';

/**
 * The files below `folder` whose paths from there match a glob, as `fs.glob` finds them, which the Node of some Electrons does not have. Links
 * to files count as files; links to folders are followed where the glob names them, never by `**`. What cannot be read is left out.
 */
export async function filesMatching(folder: string, pattern: string): Promise<readonly string[]> {
  const parts = pattern.split('/');
  const deep = parts.findIndex(isDeep);
  const found: string[] = [];
  await walk(folder, '', 0);
  return found;

  async function walk(at: string, path: string, depth: number): Promise<void> {
    const isAnyDepth = deep >= 0 && depth >= deep;
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      const place = join(at, entry.name);
      const isLink = entry.isSymbolicLink();
      const kind = isLink ? await stat(place).catch(() => entry) : entry;
      if (kind.isFile()) {
        if (matchesGlob(inside, pattern)) found.push(place);
      } else if (kind.isDirectory() && mayHold(entry.name, depth, isAnyDepth, isLink)) {
        await walk(place, inside, depth + 1);
      }
    }
  }

  /** Whether a folder of this name, so deep in the glob's own folder, can hold a match. */
  function mayHold(name: string, depth: number, isAnyDepth: boolean, isLink: boolean): boolean {
    if (isAnyDepth) return !isLink && !name.startsWith('.');
    return depth < parts.length - 1 && matchesGlob(name, parts[depth]!);
  }
}

/** Whether a part of a glob stands for any number of folders: `**`, or the beginning of alternatives with folders in them. */
function isDeep(part: string): boolean {
  return part === '**' || part.split('{').length !== part.split('}').length;
}
