import { rmSync } from 'node:fs';
import { onExit } from 'signal-exit';

/** Files that are being written by this process: they go with it, however it ends, unless it is killed outright. */
const temporaries = new Set<string>();
let isWatching = false;

export function removeTemporaryOnExit(path: string): void {
  temporaries.add(path);
  if (isWatching) return;
  isWatching = true;
  // Also when a signal ends the process (SIGTERM, SIGINT, SIGHUP), of which Node alone would say nothing.
  onExit(() => {
    for (const temporary of temporaries) {
      try {
        rmSync(temporary, { force: true });
      } catch {
        // The next start looks again.
      }
    }
  });
}

export function forgetTemporary(path: string): void {
  temporaries.delete(path);
}
