import { app, dialog } from 'electron';
import { accessSync, constants, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolder, findApplication } from '../application.ts';
import { registerScheme } from './app-protocol.ts';
import { commandLineOf, runCommandLine } from './command-line.ts';
import { PRIVATE_FOLDER } from '../files/storage/disk.ts';
import { collectOpenedFiles } from './opened-files.ts';
import { failSmokeTest, isSmokeTest } from './smoke-test.ts';
import { openStudio } from './studio-window.ts';
import { guardWindows } from './window-guards.ts';

/** The desktop program. A second start hands its file to the first and ends. */
export async function main(): Promise<void> {
  registerScheme();
  // Linux cannot sandbox the administrator's programs, who has to say --no-sandbox; Electron would take that word back here.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  // Windows groups windows, pins and recent files by it.
  app.setAppUserModelId(findApplication(app.getAppPath()).id);
  const data = app.commandLine.hasSwitch('user-data-dir')
    ? app.getPath('userData')
    : useDataFolder(dataFolder(process.platform, process.env));
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const files = collectOpenedFiles();
  app.on('window-all-closed', () => app.quit());
  await app.whenReady();
  guardWindows();
  await openStudio(files, data);
}

/**
 * One folder for every way to start: unpacked, packed (which has another name), and in the browser. Where it cannot be made (the window says
 * so) Chromium, which does not run without one, gets one for this time.
 */
function useDataFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    accessSync(folder, constants.W_OK);
    app.setPath('userData', folder);
  } catch {
    app.setPath('userData', mkdtempSync(join(tmpdir(), 'limber-')));
  }
  return folder;
}

if (process.versions['electron'] !== undefined) {
  const command = commandLineOf(process.argv);
  // Electron becomes ready only after this module was evaluated: a command ends before that.
  if (command !== null) await runCommandLine(command);
  // Electron would show what nothing caught in a dialog.
  if (isSmokeTest()) process.on('uncaughtException', failSmokeTest);
  main().catch((error: unknown) => {
    if (isSmokeTest()) return failSmokeTest(error);
    dialog.showErrorBox('Limber cannot start', error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
}
