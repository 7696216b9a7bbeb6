import { rmSync } from 'node:fs';
import { onExit } from 'signal-exit';

/** Files that are being written by this process: they go with it, however it ends, unless it is killed outright. */
const temporaries = new Set<string>();
let isWatching = false;

/** Told when a file is begun, before it is there, and when it is in its place or removed. */
type TemporaryWatcher = (path: string, isThere: boolean) => void;

let watcher: TemporaryWatcher | null = null;

/** A thread that may be ended at any moment lets its process know instead: nothing of the thread runs when it ends. */
export function watchTemporaries(tell: TemporaryWatcher): void {
  watcher = tell;
}

export function removeTemporaryOnExit(path: string): void {
  if (watcher) return watcher(path, true);
  temporaries.add(path);
  if (isWatching) return;
  isWatching = true;
  // Also when a signal ends the process (SIGTERM, SIGINT, SIGHUP), of which Node alone would say nothing.
  onExit(() => {
    for (const temporary of temporaries) {
      try {
        rmSync(temporary, { force: true, recursive: true });
      } catch {
        // The next start looks again.
      }
    }
  });
}

export function forgetTemporary(path: string): void {
  if (watcher) return watcher(path, false);
  temporaries.delete(path);
}
