import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * An empty installation beside the present one, with everything that npm reads; null where it cannot be written.
 * @param {string} folder
 */
export function makeStaging(folder) {
  try {
    tidy(folder);
    const parent = join(folder, 'dist');
    mkdirSync(parent, { recursive: true });
    const staging = mkdtempSync(join(parent, `install-${process.pid}-`));
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(staging, name));
    }
    return staging;
  } catch {
    return null;
  }
}

/**
 * Puts the new packages in the place of the old ones. Windows lets nobody remove a running program, but rename it: the running Node is
 * taken out of the old packages first. When something fails, everything is put back.
 * @param {string} folder
 * @param {string} staging
 * @param {import('./machine.mjs').Machine} machine
 * @returns {string | null}
 */
export function replacePackages(folder, staging, machine) {
  const present = join(folder, 'node_modules');
  const replaced = join(folder, 'dist', `replaced-${process.pid}`);
  const aside = join(folder, 'dist', `aside-${process.pid}-${basename(machine.nodePath)}`);
  const isRunning = machine.platform === 'win32' && machine.nodePath.startsWith(present);
  const undo = [];
  try {
    if (isRunning) {
      renameSync(machine.nodePath, aside);
      undo.push(() => renameSync(aside, machine.nodePath));
    }
    if (existsSync(present)) {
      renameSync(present, replaced);
      undo.push(() => renameSync(replaced, present));
    }
    renameSync(join(staging, 'node_modules'), present);
    return null;
  } catch (error) {
    for (const back of undo.toReversed()) back();
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (machine.platform !== 'win32' && /^(EXDEV|EBUSY)$/.test(code)) return refill(present, join(staging, 'node_modules'));
    return `The packages could not be replaced (${code}): close Limber and everything else that runs from "${folder}", see that you may write there, and start again.`;
  }
}

/**
 * Puts the new packages into a folder that is a volume of its own, as in containers, and cannot be renamed.
 * @param {string} present
 * @param {string} staged
 * @returns {null}
 */
function refill(present, staged) {
  for (const name of readdirSync(present)) rmSync(join(present, name), { recursive: true, force: true });
  cpSync(staged, present, { recursive: true, verbatimSymlinks: true });
  return null;
}

/**
 * Removes what earlier installations left: interrupted ones, and files that were still in use when they were replaced.
 * @param {string} folder
 */
export function tidy(folder) {
  const parent = join(folder, 'dist');
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const owner = /^(?:install|replaced|aside)-(\d+)/.exec(name)?.[1];
    if (owner === undefined || (Number(owner) !== process.pid && isAlive(Number(owner)))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 2 });
    } catch {
      // Still in use: the next start removes it.
    }
  }
}

/** @param {number} processId */
function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
