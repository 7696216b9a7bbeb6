import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../vite-targets.ts';
import { toolPath } from '../tools.ts';
import { spawnSync } from 'node:child_process';

/** Where Electron can be run from, or why it cannot. */
export type ElectronBinary = { readonly path: string } | { readonly path: null; readonly reason: string };

/** How long to wait for a sign that the download site can be reached, and for the download. */
const REACH_TIMEOUT = 4_000;
const DOWNLOAD_TIMEOUT = 300_000;

/** {@link findElectronProgram} where there is a display to run it on. */
export function findElectron(environment: NodeJS.ProcessEnv = process.env): ElectronBinary {
  if (process.platform === 'linux' && !environment['DISPLAY'] && !environment['WAYLAND_DISPLAY']) {
    return { path: null, reason: 'Electron needs a display, and there is none' };
  }
  return findElectronProgram(environment);
}

/** Finds the program that LIMBER_ELECTRON names, or that of the installed Electron package. */
export function findElectronProgram(environment: NodeJS.ProcessEnv = process.env): ElectronBinary {
  const named = environment['LIMBER_ELECTRON'];
  if (!named) return findOwnElectron(environment);
  return existsSync(named) ? { path: named } : { path: null, reason: `LIMBER_ELECTRON names "${named}", which is not there` };
}

/** Finds the program of the installed Electron package, without importing the package: that would start a download. */
export function findOwnElectron(environment: NodeJS.ProcessEnv = process.env): ElectronBinary {
  const folder = join(projectFolder, 'node_modules', 'electron');
  const nameFile = join(folder, 'path.txt');
  if (!existsSync(nameFile)) return { path: null, reason: "Electron's program is not here" };
  const path = join(environment['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), readFileSync(nameFile, 'utf8').trim());
  return existsSync(path) ? { path } : { path: null, reason: `Electron's program is not at ${path}` };
}

/** {@link findElectron}, after fetching the program where it is missing, none is named and the download site answers. */
export async function findOrFetchElectron(): Promise<ElectronBinary> {
  const found = findElectron();
  if (found.path !== null || found.reason.includes('display') || process.env['LIMBER_ELECTRON']) return found;
  return fetchElectron(found, findElectron);
}

/** The same for {@link findOwnElectron}. */
export async function findOrFetchOwnElectron(): Promise<ElectronBinary> {
  const found = findOwnElectron();
  return found.path === null ? fetchElectron(found, findOwnElectron) : found;
}

async function fetchElectron(missing: { readonly reason: string }, find: () => ElectronBinary): Promise<ElectronBinary> {
  if (!(await canDownload())) return { path: null, reason: `${missing.reason} and its download site does not answer` };
  console.log('Fetching Electron.');
  spawnSync(process.execPath, [toolPath('install-electron')], { stdio: 'inherit', timeout: DOWNLOAD_TIMEOUT });
  const fetched = find();
  return fetched.path === null ? { path: null, reason: `${fetched.reason} and could not be fetched` } : fetched;
}

async function canDownload(): Promise<boolean> {
  const site = process.env['ELECTRON_MIRROR'] ?? process.env['npm_config_electron_mirror'] ?? 'https://github.com';
  try {
    await fetch(site, { method: 'HEAD', signal: AbortSignal.timeout(REACH_TIMEOUT) });
    return true;
  } catch {
    return false;
  }
}
