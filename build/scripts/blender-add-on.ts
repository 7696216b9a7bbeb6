import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { projectFolder } from '../vite-targets.ts';

/** When the files of the archive were written, as it says: the same sources give the same bytes. */
const WRITTEN = '2000-01-01T00:00:00';

/** The add-on as the archive that Blender installs: its package in a folder of its name. */
export function zipBlenderAddOn(): Uint8Array {
  const sources = join(projectFolder, 'build', 'blender');
  const files = globSync('limber/*.py', { cwd: sources }).toSorted();
  return zipSync(Object.fromEntries(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(sources, file))])), {
    mtime: WRITTEN,
  });
}
