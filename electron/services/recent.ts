import { access } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import type { RecentItem } from '../contract.ts';
import { createSettingsFile } from './settings-file.ts';

const MOST_ITEMS = 12;

const recentSchema = z.array(z.strictObject({ path: z.string(), name: z.string(), kind: z.enum(['project', 'character']) }));

/** Projects and characters that were opened or saved lately, the newest first. */
export interface Recent {
  /** Those that still exist. */
  list(): Promise<readonly RecentItem[]>;
  add(kind: RecentItem['kind'], path: string): Promise<void>;
}

/** `changed` hears of the new list after each {@link Recent.add}. */
export function createRecent(dataFolder: string, changed: (items: readonly RecentItem[]) => void): Recent {
  const file = createSettingsFile<readonly RecentItem[]>(join(dataFolder, 'recent.json'), recentSchema, []);
  const list = async () => {
    const items = await file.read();
    const there = await Promise.all(items.map((item) => exists(item.path)));
    return items.filter((_, i) => there[i]);
  };
  return {
    list,
    async add(kind, path) {
      const name = kind === 'project' ? basename(path) : basename(path, extname(path));
      await file.update((items) => [{ path, name, kind }, ...items.filter((item) => item.path !== path)].slice(0, MOST_ITEMS));
      changed(await list());
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
