import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../vite-targets.ts';

/** Everything that the content of `dist` depends on. */
const SOURCES = [
  '{core,electron,renderer}/**/*.{ts,tsx,css,html,svg,json}',
  'build/assets/*',
  'build/blender/**/*.py',
  'build/icons/linux/{64x64,256x256}.png',
  'build/vite-targets.ts',
  'build/scripts/build.ts',
  'build/scripts/licences/*.ts',
  'package-lock.json',
];

/** Whether `dist` was built from the sources as they are now. */
export function isBuilt(): boolean {
  return existsSync(stampFile()) && readFileSync(stampFile(), 'utf8') === digestOfSources();
}

/** Remembers that `dist` was built from sources with this digest. */
export function markBuilt(digest: string): void {
  writeFileSync(stampFile(), digest);
}

/** SHA-256 over the names and bytes of all sources, lower-case hexadecimal. */
export function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: projectFolder }).toSorted()) {
    const bytes = readFileSync(join(projectFolder, file));
    hash.update(`${file.replaceAll('\\', '/')} ${bytes.byteLength}\n`).update(bytes);
  }
  return hash.digest('hex');
}

function stampFile(): string {
  return join(projectFolder, 'dist', 'sources.sha256');
}
