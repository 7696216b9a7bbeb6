import { stat } from 'node:fs/promises';

/** Milliseconds without a sign of life after which a lock counts as left behind by a process that was killed. */
export const STALE = 10_000;

/** Milliseconds by which a lock that is held may be dated ahead: times are rounded up to whole seconds. */
const ROUNDING = 2000;

/** What tells a lock from an earlier or a later one of the same name, and when it gave its last sign of life. */
export interface LockSigns {
  /** Null where the system does not know when folders were made. */
  readonly identity: string | null;
  /** Milliseconds since the last sign of life, by the clock; negative for a lock that is dated ahead. */
  readonly age: number;
  /** Another one after each sign of life. */
  readonly mark: string;
}

/** Null where no lock is. */
export async function signsOf(path: string): Promise<LockSigns | null> {
  const stats = await stat(path, { bigint: true }).catch(() => null);
  if (!stats) return null;
  const { ino, birthtimeNs, mtimeNs, mtimeMs } = stats;
  const identity = birthtimeNs === 0n ? null : `${ino} ${birthtimeNs}`;
  return { identity, age: Date.now() - Number(mtimeMs), mark: `${ino} ${birthtimeNs} ${mtimeNs}` };
}

/** Locks that were dated ahead when they were seen first: with which sign of life, and when, in milliseconds of this process. */
const ahead = new Map<string, { readonly mark: string; readonly since: number }>();

/**
 * Whether a lock was dated ahead and has given no sign of life for as long as this process has seen it, ten seconds at least. By the clock,
 * which was set back since or is wrong elsewhere, it would be held until that time comes. Whoever holds a lock gives a sign every five seconds.
 */
export async function isSilentAhead(path: string): Promise<boolean> {
  const signs = await signsOf(path);
  if (!signs) {
    ahead.delete(path);
    return false;
  }
  const seen = ahead.get(path);
  // Not the clock: it may be set back while this waits.
  const now = performance.now();
  if (seen?.mark === signs.mark) return now - seen.since > STALE;
  if (signs.age < -ROUNDING) ahead.set(path, { mark: signs.mark, since: now });
  else ahead.delete(path);
  return false;
}
