/** Milliseconds between two looks. */
const BETWEEN_LOOKS = 500;

/**
 * Calls `end` once, when the process that started this one is gone. npm hands no signal on: what it started would go on without it. Keeps
 * nothing running by itself.
 * @param {() => void} end
 */
export function whenParentEnds(end) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (!isGone(parent)) return;
    clearInterval(timer);
    end();
  }, BETWEEN_LOOKS);
  timer.unref();
}

/**
 * Windows goes on naming a parent that is gone; elsewhere another takes its place.
 * @param {number} parent
 */
function isGone(parent) {
  if (process.platform !== 'win32') return process.ppid !== parent;
  try {
    process.kill(parent, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
