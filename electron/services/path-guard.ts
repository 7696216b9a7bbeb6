import { refusePath } from '../files/storage/file-names.ts';
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isInside } from '../files/storage/is-inside.ts';

/** Which files the window may name: what lies in the folders that were allowed, and nothing else. */
export interface PathGuard {
  /** Lets the window use this path and everything below it. */
  allow(path: string): void;
  /** The path, absolute and normal. Throws an `Error` with one sentence when it is not below an allowed one. */
  check(path: string): string;
  /** Whether {@link PathGuard.check} would accept the path. */
  allows(path: string): boolean;
}

/** A guard that allows `roots` from the beginning. Links are followed before paths are compared. */
export function createPathGuard(roots: readonly string[], platform: NodeJS.Platform = process.platform): PathGuard {
  const allowed = new Set<string>(roots.map(realPath));
  const allows = (path: string) => {
    const real = realPath(path);
    return [...allowed].some((root) => isInside(root, real));
  };
  return {
    allow(path) {
      allowed.add(realPath(path));
    },
    allows,
    check(path) {
      if (path.includes('\0') || !isAbsolute(path))
        throw new Error(`expected an absolute path, got ${JSON.stringify(path.slice(0, 200))}`);
      const refusal = refusePath(path, platform);
      if (refusal !== null) throw new Error(refusal);
      if (!allows(path)) throw new Error(`"${path}" is outside the folders that were opened to Limber`);
      return resolve(path);
    },
  };
}

/** The path with the links of its existing part followed. */
function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    // The system's own answer has the letters as they are on the disk, where it does not tell large ones from small.
    return realpathSync.native(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
  }
}
