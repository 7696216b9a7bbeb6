import { join } from 'node:path';
import type { KeptSettings } from '../contract.ts';
import { keptSettingsSchema } from '../files/storage/settings-schema.ts';
import { createSettingsFile } from './settings-file.ts';

/** What the user set, in `settings.json` of the program's own folder: the same in every window, whatever its address. */
export interface UserSettings {
  read(): Promise<KeptSettings>;
  /** Replaces all of them. Rejects with one sentence when they cannot be written. */
  keep(settings: KeptSettings): Promise<void>;
}

export function createUserSettings(dataFolder: string): UserSettings {
  const file = createSettingsFile<KeptSettings>(join(dataFolder, 'settings.json'), keptSettingsSchema, {});
  return { read: file.read, keep: (settings) => file.update(() => settings) };
}
