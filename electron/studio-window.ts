import { app, type BrowserWindow } from 'electron';
import { join } from 'node:path';
import { findApplication, platformName } from './application.ts';
import { serveWindow } from './app-protocol.ts';
import { EVENT_CHANNEL } from './channels.ts';
import { askBeforeClosing, type CloseQuestion } from './close-question.ts';
import type { Services } from './contract.ts';
import { createCrashLog, type CrashLog } from './crash-log.ts';
import { PROJECT_FILE } from './files/project/project-head.ts';
import { projectFolderOf } from './files/project/project-folder.ts';
import { createNativeMenu } from './menu.ts';
import { answerMessages } from './messages.ts';
import { createNativeDialogs } from './native-dialogs.ts';
import { fileOpener, type OpenedFiles } from './opened-files.ts';
import { createServices, type Emit, type Shell } from './services/create-services.ts';
import { createPathGuard } from './services/path-guard.ts';
import { startSmokeTest } from './smoke-test.ts';
import { createWindow, loadWindow } from './window.ts';
import { keepPlace, usablePlace, windowPlaceFile } from './window-place.ts';

/** The command by which the window saves, in `renderer/commands`. */
const SAVE_COMMAND = 'file.save';

/** The window's title while it shows no document. */
const EMPTY_TITLE = 'Limber';

/** Opens the window with everything around it: services, native menu and dialogs, the question before closing. Electron must be ready. */
export async function openStudio(files: OpenedFiles): Promise<void> {
  const { version, rendererFolder, mannequinPath, iconPath } = findApplication(app.getAppPath());
  const data = app.getPath('userData');
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
  const smokeTest = process.argv.includes('--smoke-test') ? startSmokeTest(window) : null;
  const shell: Shell = {
    openDialog: dialogs.open,
    async saveDialog(request) {
      const answer = await dialogs.save(request);
      if (answer.kind !== 'chosen') closing.saveFailed();
      return answer;
    },
    showWindowState({ title, unsaved }) {
      window.setTitle(title);
      window.setDocumentEdited(unsaved);
      closing.setUnsaved(unsaved);
      const showsDocument = title !== EMPTY_TITLE;
      outside.setReady(showsDocument);
      if (showsDocument) smokeTest?.passed(title);
    },
    showMenus: menu.showMenus,
    showRecent(items) {
      menu.showRecent(items);
      // Jump lists and docks show files only: a project stands there as the file that one opens.
      if (items[0]) app.addRecentDocument(items[0].kind === 'project' ? join(items[0].path, PROJECT_FILE) : items[0].path);
    },
  };
  const services = createServices({
    app: { version, host: 'electron', platform: platformName(process.platform), documentsFolder: documents },
    dataFolder: data,
    mannequinPath,
    startupFile: files.atStart(),
    paths,
    places: [{ name: 'Documents', folder: documents }],
    shell,
    emit,
  });
  const closing = askBeforeClosing(window, {
    save: () => emit('menu.command', { id: SAVE_COMMAND }),
    discard: async () => services['journal.close'](),
  });

  answerMessages(tellingOfFailedSaves(services, closing), (path) => paths.allow(projectFolderOf(path)));
  files.listen((path) => {
    showWindow(window);
    if (path === null) return;
    paths.allow(projectFolderOf(path));
    outside.open(path);
  });
  serveWindow(rendererFolder);
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

/** A save that is refused ends the closing that waited for it. */
function tellingOfFailedSaves(services: Services, closing: CloseQuestion): Services {
  return {
    ...services,
    async 'project.save'(...parameters) {
      try {
        return await services['project.save'](...parameters);
      } catch (error) {
        closing.saveFailed();
        throw error;
      }
    },
  };
}

function showWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
