import { BrowserWindow, dialog } from 'electron';
import { join } from 'node:path';
import { WINDOW_ADDRESS } from './app-protocol.ts';
import type { CrashLog } from './crash-log.ts';
import { answerGraphicsFailures, comeBackAfterFailure } from './process-failures.ts';
import type { WindowPlace } from './window-place.ts';

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
  answerGraphicsFailures(window);
  askWhenUnresponsive(window);
  return window;
}

export async function loadWindow(window: BrowserWindow): Promise<void> {
  await window.loadURL(WINDOW_ADDRESS);
}

/** A window that hangs is loaded again when the user wants that. */
function askWhenUnresponsive(window: BrowserWindow): void {
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
