import type { ListKind } from './list-kinds.ts';
import { partPath } from './part-paths.ts';

/**
 * The ids that a new pose or clip may not have, in small letters, since some systems do not tell them from large ones: those of `items`, and those
 * of the files that lie in the folder (`revisions`), also of files that were left out.
 */
export function takenIds(
  kind: ListKind,
  items: readonly { readonly id: string }[],
  revisions: Readonly<Record<string, string>> | null,
): ReadonlySet<string> {
  const [before, behind] = partPath(kind, '\n').split('\n') as [string, string];
  const ofFiles = Object.keys(revisions ?? {})
    .filter((path) => path.startsWith(before) && path.endsWith(behind))
    .map((path) => path.slice(before.length, -behind.length));
  return new Set([...items.map(({ id }) => id), ...ofFiles].map((id) => id.toLowerCase()));
}

/** The id itself where it is free, or else with the first number from 2 on that makes it so. */
export function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${id}-${number}`;
  return free;
}

/** The first number from `first` on for something new, whose id is `clip-<number>`, `prop-<number>` and so on. */
export function freeNumber(
  kind: ListKind,
  items: readonly { readonly id: string }[],
  revisions: Readonly<Record<string, string>> | null,
  first = items.length + 1,
): number {
  const taken = takenIds(kind, items, revisions);
  let number = first;
  while (taken.has(`${kind.slice(0, -1)}-${number}`)) number++;
  return number;
}
