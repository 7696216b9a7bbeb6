import { isAbsolute, relative } from 'node:path';

/** Whether `path` is the folder `root` or below it, going by the names alone: links are not followed. Both are absolute. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way));
}
