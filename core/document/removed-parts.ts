import type { ListItems } from './list-kinds.ts';

/** The lists whose parts may hold what whoever removes them does not understand. */
export const KINDS_OF_REMOVED = ['poses', 'clips', 'actors'] as const satisfies readonly (keyof ListItems)[];

type Kind = (typeof KINDS_OF_REMOVED)[number];

/** Parts that are there no more, as they lay in their files. */
export type RemovedParts = { readonly [Each in Kind]: readonly ListItems[Each][] };

export const NOTHING_REMOVED: RemovedParts = { poses: [], clips: [], actors: [] };

export function isAnyRemoved(parts: RemovedParts): boolean {
  return KINDS_OF_REMOVED.some((kind) => parts[kind].length > 0);
}

/** Those of the parts that `isWanted`, list by list. */
export function someRemoved(parts: RemovedParts, isWanted: (kind: Kind, id: string) => boolean): RemovedParts {
  const wanted = <Part extends { readonly id: string }>(kind: Kind, list: readonly Part[]) =>
    list.filter(({ id }) => isWanted(kind, id));
  return { poses: wanted('poses', parts.poses), clips: wanted('clips', parts.clips), actors: wanted('actors', parts.actors) };
}

/** The lists of both, one behind the other. */
export function joinRemoved(before: RemovedParts, after: RemovedParts): RemovedParts {
  return {
    poses: [...before.poses, ...after.poses],
    clips: [...before.clips, ...after.clips],
    actors: [...before.actors, ...after.actors],
  };
}
