import { join } from 'node:path';
import { isHeldByRunning as isLockHeldByRunning, takeOwnedLock } from './owned-lock.ts';
import type { HeldLock } from './lock.ts';

/** Where the lock of a folder's writers lies. */
export function folderLockPath(folder: string): string {
  return join(folder, '.limber.lock');
}

/** Takes the lock of a folder's writers, as {@link takeOwnedLock} does. */
export function takeFolderLock(folder: string, onLost: () => void): Promise<HeldLock | null> {
  return takeOwnedLock(folderLockPath(folder), onLost);
}

/** Whether the lock of the folder's writers is held by a process that is known and at work; false also while that is not known. */
export function isHeldByRunning(folder: string): Promise<boolean> {
  return isLockHeldByRunning(folderLockPath(folder));
}
