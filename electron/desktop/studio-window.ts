import { app, shell as system, type BrowserWindow } from 'electron';
import { join } from 'node:path';
import { findApplication, platformName } from '../application.ts';
import { serveWindow } from './app-protocol.ts';
import { EVENT_CHANNEL } from './channels.ts';
import { askBeforeClosing } from './close-question.ts';
import { createCrashLog, type CrashLog } from './crash-log.ts';
import { PROJECT_FILE } from '../files/project/project-file.ts';
import { openedFolderOf } from '../files/project/project-folder.ts';
import { endBySignals, endWhenWritten } from './ending.ts';
import { createNativeMenu } from './menu.ts';
import { answerMessages } from './messages.ts';
import { createNativeDialogs } from './native-dialogs.ts';
import { fileOpener, type OpenedFiles } from './opened-files.ts';
import { createServices, type Emit, type Shell } from '../services/create-services.ts';
import { thumbnailFolder } from '../services/desktop-thumbnails.ts';
import { createPathGuard } from '../services/path-guard.ts';
import { isSmokeTest, startSmokeTest } from './smoke-test.ts';
import { createDesktopUpdates, lookRegularly } from './updates/desktop-updates.ts';
import { createWindow, loadWindow } from './window.ts';
import { keepPlace, usablePlace, windowPlaceFile } from './window-place.ts';

/** The window's title while it shows no document. */
const EMPTY_TITLE = 'Limber';

/**
 * Opens the window with everything around it: services, native menu and dialogs, the question before closing. `data` is where the program
 * keeps its own files. Electron must be ready.
 */
export async function openStudio(files: OpenedFiles, data: string): Promise<void> {
  const application = findApplication(app.getAppPath());
  const { version, rendererFolder, mannequinPath, iconPath, dragIconPath } = application;
  const documents = app.getPath('documents');
  const place = windowPlaceFile(data);
  const crashLog = createCrashLog(data, version);
  logCrashes(crashLog);
  const window = createWindow(usablePlace(await place.read()), iconPath, crashLog);
  keepPlace(window, place);

  const emit = emitterOf(window);
  // New projects and exports are suggested in the documents; elsewhere the window may only go where the user led it.
  const paths = createPathGuard([documents, ...allowedFolders(process.argv)]);
  const dialogs = createNativeDialogs(() => window, data, documents);
  const menu = createNativeMenu(process.platform, {
    run: (id) => emit('menu.command', { id }),
    openFile: (path) => emit('app.openFile', { path }),
  });
  const outside = fileOpener((path) => emit('app.openFile', { path }));
  const { updates, finish } = createDesktopUpdates(application, data, window, (state) => emit('updates.changed', state));
  const look = lookRegularly(updates);
  const smokeTest = isSmokeTest() ? startSmokeTest(window) : null;
  const shell: Shell = {
    openDialog: dialogs.open,
    saveDialog: dialogs.save,
    savedToClose: (saved) => closing.saved(saved),
    dragOut: (file) => window.webContents.startDrag({ file, icon: dragIconPath }),
    reveal: (file) => system.showItemInFolder(file),
    showWindowState({ title, unsaved, writing }) {
      window.setTitle(title);
      window.setDocumentEdited(unsaved);
      closing.setState({ unsaved, writing });
      const showsDocument = title !== EMPTY_TITLE;
      outside.setReady(showsDocument);
      if (!showsDocument) return;
      smokeTest?.passed(title);
      look();
    },
    showMenus: menu.showMenus,
    showRecent(items) {
      menu.showRecent(items);
      // Jump lists and docks show files only: a project stands there as the file that one opens.
      if (items[0]) app.addRecentDocument(items[0].kind === 'project' ? join(items[0].path, PROJECT_FILE) : items[0].path);
    },
  };
  const { services, close } = createServices({
    app: { version, host: 'electron', platform: platformName(process.platform), documentsFolder: documents },
    dataFolder: data,
    mannequinPath,
    thumbnails: thumbnailFolder(process.platform, process.env),
    startupFile: files.atStart(),
    paths,
    places: () => [{ name: 'Documents', folder: documents }],
    shell,
    updates,
    takesOver: process.argv.includes('--take-over'),
    emit,
  });
  const closing = askBeforeClosing(window, {
    save: () => emit('window.saveToClose', {}),
    discard: async () => services['journal.close'](),
  });

  endBySignals(window);
  endWhenWritten(() => Promise.all([close(), place.read()]), finish);
  answerMessages(services, (path) => paths.allow(openedFolderOf(path)));
  files.listen((path) => {
    showWindow(window);
    if (path === null) return;
    paths.allow(openedFolderOf(path));
    outside.open(path);
  });
  serveWindow(rendererFolder, services['settings.read']);
  menu.showMenus([]);
  menu.showRecent(await services['recent.list']());
  await loadWindow(window);
}

/** What ends besides the window: helper processes, and the main process itself, which ends as it would without this. */
function logCrashes(log: CrashLog): void {
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (reason !== 'clean-exit') log.write(`process ${type}`, reason);
  });
  process.on('uncaughtExceptionMonitor', (error) => log.write('main process', error.stack ?? error.message));
}

function emitterOf(window: BrowserWindow): Emit {
  return (name, event) => {
    if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, name, event);
  };
}

/** `--allow=FOLDER` opens a folder to the window, as for the browser host. */
function allowedFolders(parameters: readonly string[]): string[] {
  return parameters.flatMap((parameter) => (parameter.startsWith('--allow=') ? [parameter.slice('--allow='.length)] : []));
}

function showWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
