import type { z } from 'zod';
import { writeAtomically } from '../files/storage/atomic-write.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../files/storage/disk.ts';
import { readWholeFile } from '../files/storage/read-file.ts';

/** A small JSON file of the program's own: remembered in memory, written atomically. */
export interface SettingsFile<Value> {
  read(): Promise<Value>;
  /** Replaces the value by what `change` makes of it; writes only when that is another one. */
  update(change: (value: Value) => Value): Promise<void>;
}

/** Reads `path` once; a file that is missing or does not fit the schema counts as `initial`: settings never keep the program from starting. */
export function createSettingsFile<Value>(path: string, schema: z.ZodType<Value>, initial: Value): SettingsFile<Value> {
  let present: Promise<Value> | null = null;

  async function load(): Promise<Value> {
    try {
      return schema.parse(JSON.parse(new TextDecoder().decode(await readWholeFile(path))));
    } catch {
      return initial;
    }
  }

  const read = () => (present ??= load());
  return {
    read,
    async update(change) {
      const before = read();
      const after = before.then(async (value) => {
        const next = change(value);
        if (next !== value)
          await writeAtomically(path, `${JSON.stringify(next, null, 2)}\n`, { mode: PRIVATE_FILE, folderMode: PRIVATE_FOLDER });
        return next;
      });
      present = after.catch(() => before);
      await after;
    },
  };
}
