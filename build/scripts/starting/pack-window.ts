import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { PACKED } from '../../../electron/static-files.ts';

/** Kinds of files that are smaller when packed; pictures are packed already. */
const PACKABLE: ReadonlySet<string> = new Set(['.html', '.js', '.css', '.json', '.svg', '.txt', '.wasm']);

/** Puts a packed copy beside each file of the built window that is smaller so: the browser host sends it in place of the file. */
export function packWindow(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !PACKABLE.has(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    const packed = gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION });
    if (packed.byteLength < bytes.byteLength) writeFileSync(path + PACKED, packed);
  }
}
