import { lstat, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What may happen to a file of a project so that this version cannot use it. */
export const DAMAGES: Readonly<Record<string, (whole: Buffer) => Buffer>> = {
  'conflict markers': (whole) => {
    const lines = whole.toString('utf8').split('\n');
    const middle = Math.floor(lines.length / 2);
    const [before, behind] = [lines.slice(0, middle), lines.slice(middle)];
    return Buffer.from([...before, '<<<<<<< HEAD', ...behind, '=======', ...behind, '>>>>>>> theirs', ''].join('\n'));
  },
  'a cut-off end': (whole) => whole.subarray(0, Math.floor(whole.length / 2)),
  'a newer version': (whole) => Buffer.from(`{"version":99,"of":"later",${whole.toString('utf8').trimStart().slice(1)}`),
  'no content': () => Buffer.of(),
  'other bytes': (whole) => Buffer.from(whole.map((byte, i) => (byte * 7 + 31 * i) % 256)),
};

/** Every way, and a link in the file's place. */
export const DAMAGE_NAMES: readonly string[] = [...Object.keys(DAMAGES), 'a link'];

/** Damages a file, which may be missing. */
export async function damage(folder: string, part: string, how: string): Promise<void> {
  const path = join(folder, part);
  const whole = await readFile(path).catch(() => Buffer.from('{\n  "version": 2\n}\n'));
  await rm(path, { force: true });
  if (how === 'a link') await symlink(join(folder, '..', 'elsewhere'), path);
  else await writeFile(path, DAMAGES[how]!(whole));
}

/** What lies at a path, byte for byte, or where its link leads. */
export async function contentOf(folder: string, part: string): Promise<string> {
  const path = join(folder, part);
  if ((await lstat(path)).isSymbolicLink()) return `→ ${await readlink(path)}`;
  return (await readFile(path)).toString('base64');
}
