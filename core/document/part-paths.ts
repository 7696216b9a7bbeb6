import type { ListKind } from './list-kinds.ts';

/**
 * Stands for the revision of a file that is there and cannot be used: no content has it, so that nothing is made from such a file, and its id is
 * taken.
 */
export const LEFT_OUT = '0'.repeat(32);

/**
 * Stands for the revision of a file that was removed while the project is open: nothing lies there, and its id is not given again, since
 * who takes the removal back means the part that had it.
 */
export const REMOVED = `${'0'.repeat(31)}1`;

/** The revision of what lies at a path; null where nothing does. */
export function presentRevision(revisions: Readonly<Record<string, string>>, path: string): string | null {
  const revision = revisions[path];
  return revision === undefined || revision === REMOVED ? null : revision;
}

/** Where the file of a part lies in a project's folder. */
export function partPath(kind: ListKind, id: string): string {
  return `${kind}/${id}.json`;
}

/** The revisions of a folder's files after some have changed; null for those that are gone: of parts, they stay {@link REMOVED}. */
export function withRevisions(
  known: Readonly<Record<string, string>>,
  changed: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  const revisions: Record<string, string> = { ...known };
  for (const [path, revision] of Object.entries(changed)) {
    if (revision !== null) revisions[path] = revision;
    else if (path.endsWith('.json') && Object.hasOwn(revisions, path)) revisions[path] = REMOVED;
    else delete revisions[path];
  }
  return revisions;
}
