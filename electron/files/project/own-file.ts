import type { FolderAccess } from '../storage/folder-access.ts';

/** What a user's own file holds, and where the next one goes. */
export interface OwnFile<Content> {
  readonly path: string;
  /** Null where there is no file yet. */
  readonly content: Content | null;
  /** Sentences about files before it that cannot be used. */
  readonly problems: readonly string[];
}

/** Files of one kind of one user beside each other at most. */
export const MOST_FILES = 100;

/** Where a user's file of a number lies: `users/<name>.json`, `users/<name>.2.json` and so on. */
export function ownPath(user: string, number: number, extension: 'json' | 'steps'): string {
  return `users/${user}.${number === 1 ? '' : `${number}.`}${extension}`;
}

/**
 * The first of a user's `.json` files that is free or can be used. One that cannot be used, because a newer version wrote it for example, stays as it
 * is, and is found again when it is mended. Throws an `Error` with one sentence where a hundred cannot be used.
 */
export async function findOwnFile<Content>(
  folder: FolderAccess,
  user: string,
  read: (bytes: Buffer) => Content,
): Promise<OwnFile<Content>> {
  const problems: string[] = [];
  for (let number = 1; number <= MOST_FILES; number++) {
    const path = ownPath(user, number, 'json');
    try {
      const found = await folder.read(path);
      return { path, content: found && read(found.bytes), problems };
    } catch (error) {
      problems.push(`${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(`what is your own in this project cannot be kept: ${problems[0]}`);
}
