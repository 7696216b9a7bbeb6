import { app, BrowserWindow, dialog } from 'electron';
import { join } from 'node:path';
import { WINDOW_ADDRESS } from './app-protocol.ts';
import type { CrashLog } from './crash-log.ts';
import type { WindowPlace } from './window-place.ts';

/** A window that ended so often within this many milliseconds is not shown again. */
const MOST_FAILURES = 3;
const FAILURE_PERIOD = 60_000;

/** The studio's window: sandboxed, without Node, shown once there is something to see. */
export function createWindow(place: WindowPlace | null, iconPath: string, crashLog: CrashLog): BrowserWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    ...(place && { x: place.x, y: place.y, width: place.width, height: place.height }),
    minWidth: 800,
    minHeight: 600,
    show: false,
    backgroundColor: '#16181c',
    // Windows and macOS take it from the program; Linux has no other way.
    ...(process.platform === 'linux' && { icon: iconPath }),
    webPreferences: {
      preload: join(import.meta.dirname, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });
  if (place?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  comeBackAfterFailure(window, crashLog);
  return window;
}

export async function loadWindow(window: BrowserWindow): Promise<void> {
  await window.loadURL(WINDOW_ADDRESS);
}

/** A window whose process ended is loaded again, and the journal brings its work back; one that keeps ending is given up. */
function comeBackAfterFailure(window: BrowserWindow, crashLog: CrashLog): void {
  const failures: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    crashLog.write('window', reason);
    const now = Date.now();
    failures.push(now);
    if (failures.filter((time) => now - time < FAILURE_PERIOD).length < MOST_FAILURES) {
      window.webContents.reload();
      return;
    }
    dialog.showErrorBox(
      'Limber has to close',
      `Its window ended ${MOST_FAILURES} times within a minute (${reason}). Your work was kept and is offered at the next start. What is known of it stands in ${crashLog.path} and is sent to nobody.`,
    );
    app.exit(1);
  });
  window.on('unresponsive', () => {
    const choice = dialog.showMessageBoxSync(window, {
      type: 'warning',
      message: 'Limber does not respond.',
      detail: 'You can wait, or load the window again: what you did is kept and will be offered.',
      buttons: ['Wait', 'Load again'],
      defaultId: 0,
      cancelId: 0,
    });
    if (choice === 1) window.webContents.forcefullyCrashRenderer();
  });
}
