import { spawnSync } from 'node:child_process';
import { THIS_MACHINE, type Machine } from '../browser.ts';
import { LIBRARY_PACKAGES } from '../starting/explain-electron.ts';

/**
 * What a window needs that nobody looks at, and the packages of Debian that have it: a display, a window manager, somebody who types, and what
 * knows kinds of files and the programs for them.
 */
const PROGRAMS: Readonly<Record<string, string>> = {
  '/usr/bin/Xvfb': 'xvfb',
  '/usr/bin/openbox': 'openbox',
  '/usr/bin/xdotool': 'xdotool',
  '/usr/bin/gio': 'libglib2.0-bin',
  '/usr/bin/update-mime-database': 'shared-mime-info',
};

/** Lists the libraries of a program that the system lacks. */
export type MissingLibraries = (program: string) => readonly string[];

/** Installs what an Electron in `program` needs to run on a display of its own. Throws an `Error` with one sentence where it cannot. */
export function bringDisplay(
  program: string,
  machine: Machine = THIS_MACHINE,
  missingLibraries: MissingLibraries = missingByLdd,
  say: (sentence: string) => void = console.log,
): void {
  const missing = () => missingPackages(program, machine, missingLibraries);
  const packages = missing();
  if (packages.length === 0) return;
  if (machine.isRoot && machine.exists('/usr/bin/apt-get')) {
    say(`Installing ${packages.join(', ')} with apt-get: a display for the desktop journeys.`);
    machine.aptGet(['update', '-qq']);
    machine.aptGet(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  }
  const still = missing();
  if (still.length > 0)
    throw new Error(`there is no display to run it on; install it with "sudo apt-get install ${still.join(' ')}"`);
}

function missingPackages(program: string, machine: Machine, missingLibraries: MissingLibraries): readonly string[] {
  const programs = Object.entries(PROGRAMS).flatMap(([path, name]) => (machine.exists(path) ? [] : [name]));
  const libraries = missingLibraries(program).map(
    (library) => Object.entries(LIBRARY_PACKAGES).find(([begin]) => library.startsWith(begin))?.[1] ?? library,
  );
  return [...new Set([...programs, ...libraries])];
}

function missingByLdd(program: string): readonly string[] {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/^\s*(\S+) => not found/gm)].map(([, library = '']) => library);
}
