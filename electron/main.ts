import { app, dialog } from 'electron';
import { registerScheme } from './app-protocol.ts';
import { collectOpenedFiles } from './opened-files.ts';
import { openStudio } from './studio-window.ts';
import { guardWindows } from './window-guards.ts';

/** The desktop program. A second start hands its file to the first and ends. */
export async function main(): Promise<void> {
  registerScheme();
  // Linux cannot sandbox the administrator's programs, who has to say --no-sandbox; Electron would take that word back here.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const files = collectOpenedFiles();
  app.on('window-all-closed', () => app.quit());
  await app.whenReady();
  guardWindows();
  await openStudio(files);
}

// Not awaited: Electron becomes ready only after this module was evaluated.
if (process.versions['electron'] !== undefined) {
  main().catch((error: unknown) => {
    dialog.showErrorBox('Limber cannot start', error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
}
