import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_KINDS } from '../../../build/file-kinds.mjs';

/** What a user's file manager does with a double click. */
export interface FileManager {
  /** Opens a file with the program that its kind is associated with. Throws where there is none. */
  open(path: string): void;
}

/** Associates every kind of file with a program, as the packages of Linux do with theirs, but for one user only. */
export async function associate(
  environment: NodeJS.ProcessEnv,
  home: string,
  program: string,
  parameters: readonly string[],
): Promise<FileManager> {
  const data = join(home, '.local', 'share');
  const [applications, packages] = [join(data, 'applications'), join(data, 'mime', 'packages')];
  for (const folder of [applications, packages]) await mkdir(folder, { recursive: true });
  const kinds = FILE_KINDS.map(({ mimeType, extension, description }) => {
    const inside = `<comment>${description}</comment><glob pattern="*.${extension}"/>`;
    return `<mime-type type="${mimeType}">${inside}</mime-type>`;
  });
  const about = 'xmlns="http://www.freedesktop.org/standards/shared-mime-info"';
  await writeFile(join(packages, 'limber.xml'), `<?xml version="1.0"?>\n<mime-info ${about}>${kinds.join('')}</mime-info>\n`);
  const entry = ['[Desktop Entry]', 'Type=Application', 'Name=Limber', `Exec="${program}" ${parameters.join(' ')} %U`];
  await writeFile(join(applications, 'limber.desktop'), `${entry.join('\n')}\n`);
  const defaults = FILE_KINDS.map(({ mimeType }) => `${mimeType}=limber.desktop`);
  await writeFile(join(applications, 'mimeapps.list'), `[Default Applications]\n${defaults.join('\n')}\n`);
  const run = (command: string, given: readonly string[]) => {
    // What it starts would keep a pipe open.
    const { status } = spawnSync(command, given, { env: environment, stdio: 'ignore' });
    if (status !== 0) throw new Error(`${command} ${given.join(' ')} ended with ${status}`);
  };
  run('update-mime-database', [join(data, 'mime')]);
  return { open: (path) => run('gio', ['open', path]) };
}
