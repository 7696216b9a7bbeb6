import type { FolderAccess } from '../storage/folder-access.ts';

const IGNORE_FILE = '.gitignore';

/** What version control leaves alone: what is each user's own, the lock of a save, and files that are being written. */
const IGNORED = [
  '/users/',
  '/.limber.lock',
  '/.limber.lock.*',
  '*.json.*',
  '*.png.*',
  '*.limber.*',
  '/characters/.*',
  '/media/.*',
];

/** The file that names what version control leaves alone, where it lacks something; other lines of it stay. */
export async function ignoredFiles(folder: FolderAccess): Promise<readonly [path: string, content: Uint8Array] | null> {
  const found = await folder.read(IGNORE_FILE);
  const text = found?.bytes.toString('utf8') ?? '';
  const present = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const missing = IGNORED.filter((line) => !present.has(line));
  if (missing.length === 0) return null;
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  return [IGNORE_FILE, Buffer.concat([found?.bytes ?? Buffer.of(), Buffer.from(`${start}${missing.join('\n')}\n`)])];
}
