import { lock } from 'proper-lockfile';

/** A lock that is held until `release` is called, or until the process ends. */
export interface HeldLock {
  release(): Promise<void>;
}

export interface LockOptions {
  /** How often to try again, 50 to 500 milliseconds apart, before giving up. Default 0. */
  readonly retries?: number;
  /** Told when the lock was lost: its folder was removed, or the computer slept for so long that somebody else took it. */
  readonly onLost?: () => void;
}

/** Milliseconds without a sign of life after which a lock counts as left behind by a process that was killed. */
export const STALE = 10_000;

/**
 * Takes the lock at `path` (the path of the lock itself; its folder must exist), so that no other process, here or on another machine that
 * shares the folder, holds it at the same time. Null when somebody else holds it. Throws what the file system refused.
 */
export async function takeLock(path: string, { retries = 0, onLost }: LockOptions = {}): Promise<HeldLock | null> {
  try {
    const release = await lock(path, {
      lockfilePath: path,
      realpath: false,
      stale: STALE,
      retries: { retries, minTimeout: 50, maxTimeout: 500 },
      onCompromised: () => onLost?.(),
    });
    // A lock that was lost meanwhile needs no release.
    return { release: () => release().catch(() => {}) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') return null;
    throw error;
  }
}
