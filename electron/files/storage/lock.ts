import { rmdir } from 'node:fs/promises';
import { lock } from 'proper-lockfile';
import { isSilentAhead, STALE } from './lock-signs.ts';

/** A lock that is held until `release` is called, or until the process ends. */
export interface HeldLock {
  /** Whether it was taken from somebody whose lock was dated ahead of the clock and gave no sign of life. */
  readonly wasAhead: boolean;
  release(): Promise<void>;
}

export interface LockOptions {
  /** Told when the lock was lost: its folder was removed, or the computer slept for so long that somebody else took it. */
  readonly onLost?: () => void;
}

/**
 * Takes the lock at `path` (the path of the lock itself; its folder must exist), so that no other process, here or on another machine that
 * shares the folder, holds it at the same time. Null when somebody else holds it: one that is dated ahead is taken by whoever asks again ten
 * seconds later and has seen no sign of life meanwhile. Throws what the file system refused.
 */
export async function takeLock(path: string, { onLost }: LockOptions = {}): Promise<HeldLock | null> {
  const held = await take(path, false, onLost);
  if (held || !(await isSilentAhead(path))) return held;
  return (await removeLock(path, () => isSilentAhead(path))) ? take(path, true, onLost) : null;
}

/**
 * Removes a lock that somebody left, and returns whether it did. One process at a time does so, and looks again whether it `isLeft`, so that
 * nobody removes the lock of whoever came next.
 */
export async function removeLock(path: string, isLeft: () => Promise<boolean>): Promise<boolean> {
  const takeover = await takeLock(`${path}.takeover`).catch(() => null);
  if (!takeover) return false;
  try {
    if (!(await isLeft())) return false;
    await rmdir(path);
    return true;
  } catch {
    return false;
  } finally {
    await takeover.release();
  }
}

async function take(path: string, wasAhead: boolean, onLost?: () => void): Promise<HeldLock | null> {
  try {
    const release = await lock(path, {
      lockfilePath: path,
      realpath: false,
      stale: STALE,
      onCompromised: () => onLost?.(),
    });
    // A lock that was lost meanwhile needs no release.
    return { wasAhead, release: () => release().catch(() => {}) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') return null;
    throw error;
  }
}
