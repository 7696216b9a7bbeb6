import type { ListKind } from './list-kinds.ts';

/**
 * Stands for the revision of a file that is there and cannot be used: no content has it, so that nothing is made from such a file, and its id is
 * taken.
 */
export const LEFT_OUT = '0'.repeat(32);

/** Where the file of a part lies in a project's folder. */
export function partPath(kind: ListKind, id: string): string {
  return `${kind}/${id}.json`;
}

/** The revisions of a folder's files after some have changed; null for those that are gone. */
export function withRevisions(
  known: Readonly<Record<string, string>>,
  changed: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  const revisions: Record<string, string> = { ...known };
  for (const [path, revision] of Object.entries(changed)) {
    if (revision === null) delete revisions[path];
    else revisions[path] = revision;
  }
  return revisions;
}
