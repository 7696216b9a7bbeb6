import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../files/storage/disk.ts';

/** Entries that are kept, the last ones. */
const KEPT = 50;
/** Characters of an entry's detail that are kept. */
const LONGEST_DETAIL = 4_000;

/** What ended unexpectedly, kept in a file of the user. It is never sent anywhere. */
export interface CrashLog {
  readonly path: string;
  /** Adds an entry. Never throws: a log that cannot be written must not hide what it is about. */
  write(what: string, detail: string): void;
}

/** The log beside the program's other files, one line of JSON an entry. `now` gives the time of an entry. */
export function createCrashLog(dataFolder: string, version: string, now: () => Date = () => new Date()): CrashLog {
  const path = join(dataFolder, 'crashes.log');
  return {
    path,
    write(what, detail) {
      const entry = { time: now().toISOString(), version, what, detail: detail.slice(0, LONGEST_DETAIL) };
      try {
        mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
        const lines = [...readLines(path), JSON.stringify(entry)];
        writeFileSync(path, `${lines.slice(-KEPT).join('\n')}\n`, { mode: PRIVATE_FILE });
      } catch {
        // The crash itself is told all the same.
      }
    },
  };
}

function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}
