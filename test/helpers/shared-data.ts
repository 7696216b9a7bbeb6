import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the checkout, unless LIMBER_SAMPLES names another folder: mutation testing runs tests in copies of the checkout. */
const folder = process.env['LIMBER_SAMPLES'] ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

/** Absolute path of a sample file of the shared data folder beside the checkout, or null where that folder is absent. */
export function sharedData(path: string): string | null {
  const file = join(folder, path);
  return existsSync(file) ? file : null;
}
