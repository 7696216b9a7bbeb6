import { app, dialog, type BrowserWindow } from 'electron';
import type { CrashLog } from './crash-log.ts';
import { startAgain } from './start-again.ts';

/** A process that ended so often within this many milliseconds will not get well by itself. */
const MOST_FAILURES = 3;
const FAILURE_PERIOD = 60_000;

/** Without the graphics card: Chromium then draws WebGL itself only when it is told to. */
const WITHOUT_GRAPHICS = ['--disable-gpu', '--enable-unsafe-swiftshader'];

/** A window whose process ended is loaded again, and the journal brings its work back; one that keeps ending is given up. */
export function comeBackAfterFailure(window: BrowserWindow, crashLog: CrashLog): void {
  const happenedTooOften = countFailures();
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    crashLog.write('window', reason);
    if (!happenedTooOften()) {
      window.webContents.reload();
      return;
    }
    dialog.showErrorBox(
      'Limber has to close',
      `Its window ended ${MOST_FAILURES} times within a minute (${reason}). Your work was kept and is offered at the next start. What is known of it stands in ${crashLog.path} and is sent to nobody.`,
    );
    app.exit(1);
  });
}

/**
 * Chromium starts the graphics process again when it ended, and the viewport draws anew. Where it keeps ending, the user may start again
 * without the graphics card: slower, but steady.
 */
export function answerGraphicsFailures(window: BrowserWindow): void {
  const happenedTooOften = countFailures();
  let isAnswered = process.argv.includes(WITHOUT_GRAPHICS[0]!);
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit' || isAnswered || window.isDestroyed()) return;
    if (!happenedTooOften()) return;
    isAnswered = true;
    const choice = dialog.showMessageBoxSync(window, {
      type: 'warning',
      message: 'The graphics card keeps failing.',
      detail: 'Limber can start again without it, which is slower. What you did is kept and will be offered.',
      buttons: ['Start again without it', 'Go on'],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    if (choice !== 0) return;
    startAgain([...process.argv.slice(1), ...WITHOUT_GRAPHICS]);
  });
}

/** Counts one more failure with each call; true once there were too many of late. */
function countFailures(): () => boolean {
  const failures: number[] = [];
  return () => {
    const now = Date.now();
    failures.push(now);
    return failures.filter((time) => now - time < FAILURE_PERIOD).length >= MOST_FAILURES;
  };
}
