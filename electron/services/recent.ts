import { access } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import type { RecentItem } from '../contract.ts';
import { comparablePath } from '../files/storage/file-names.ts';
import { createSettingsFile } from './settings-file.ts';

const MOST_ITEMS = 12;

const recentSchema = z.array(z.strictObject({ path: z.string(), name: z.string(), kind: z.enum(['project', 'character']) }));

/** Projects and characters that were opened or saved lately, the newest first. */
export interface Recent {
  /** Those that still exist. */
  list(): Promise<readonly RecentItem[]>;
  /** Never rejects: a list that cannot be written spoils nothing else. */
  add(kind: RecentItem['kind'], path: string): Promise<void>;
}

/** `changed` hears of the new list after each {@link Recent.add}. */
export function createRecent(
  dataFolder: string,
  changed: (items: readonly RecentItem[]) => void,
  platform: NodeJS.Platform = process.platform,
): Recent {
  const isSame = (a: string, b: string) => comparablePath(a, platform) === comparablePath(b, platform);
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
      const written = file.update((items) => {
        const [newest] = items;
        if (newest?.path === path && newest.kind === kind) return items;
        return [{ path, name, kind }, ...items.filter((item) => !isSame(item.path, path))].slice(0, MOST_ITEMS);
      });
      await written.catch(() => {
        // What was opened or saved is open or saved all the same.
      });
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
