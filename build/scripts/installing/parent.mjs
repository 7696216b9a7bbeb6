import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Milliseconds between two looks. */
const BETWEEN_LOOKS = 500;

/** The shells in which npm runs a script; some of them stay beside it and notice nothing when npm is gone. */
const SHELLS = /^-?(.*\/)?(sh|ash|bash|dash|ksh|zsh|busybox)$/;

/**
 * Calls `end` once, when the process that started this one is gone. npm hands no signal on: what it started would go on without it. Keeps
 * nothing running by itself. Returns how to stop looking.
 * @param {() => void} end
 * @returns {() => void}
 */
export function whenParentEnds(end) {
  const parent = process.ppid;
  const shell = process.env['npm_lifecycle_event'] === undefined ? null : lookAt(parent);
  const isNpmsShell = shell !== null && SHELLS.test(shell.name);
  const timer = setInterval(() => {
    if (!isGone(parent) && !(isNpmsShell && hasLost(parent, shell.parent))) return;
    clearInterval(timer);
    end();
  }, BETWEEN_LOOKS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Windows goes on naming a parent that is gone; elsewhere another takes its place.
 * @param {number} parent
 */
function isGone(parent) {
  return process.platform === 'win32' ? !isRunning(parent) : process.ppid !== parent;
}

/**
 * Whether a shell has another parent than it had, or its parent is gone.
 * @param {number} shell
 * @param {number} before
 */
function hasLost(shell, before) {
  return process.platform === 'linux' ? lookAt(shell)?.parent !== before : !isRunning(before);
}

/** @param {number} id */
function isRunning(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/**
 * The name of a process and its parent, where the system tells them.
 * @param {number} id
 * @returns {{ readonly name: string, readonly parent: number } | null}
 */
function lookAt(id) {
  if (process.platform === 'win32') return null;
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(id)], { encoding: 'utf8' });
    const [, parent, name] = /^\s*(\d+)\s+(.+)$/m.exec(stdout ?? '') ?? [];
    return name === undefined ? null : { name, parent: Number(parent) };
  }
  try {
    const text = readFileSync(`/proc/${id}/status`, 'utf8');
    const field = (/** @type {string} */ key) => new RegExp(`^${key}:\\s+(.*)$`, 'm').exec(text)?.[1] ?? '';
    return { name: field('Name'), parent: Number(field('PPid')) };
  } catch {
    return null;
  }
}
