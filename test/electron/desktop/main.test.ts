import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppInfo, OpenedCharacter, Startup } from '../../../electron/contract.ts';
import { dataFolder } from '../../../electron/application.ts';
import { runCommandLine } from '../../../electron/desktop/command-line.ts';
import { main } from '../../../electron/desktop/main.ts';
import { preventable } from '../../helpers/preventable.ts';
import { electron, fake, resetFakeElectron, type FakeWindow } from './fake-electron.ts';
import { HERO } from '../services/fresh-services.ts';
import { sampleProject } from '../services/sample-project.ts';
import { eventually } from '../../helpers/eventually.ts';
import { offeredProject } from '../../helpers/unsaved-work.ts';

vi.mock('electron', async () => (await import('./fake-electron.ts')).electron);

const OWN_FRAME = { url: 'app://limber/', parent: null };

beforeEach(() => {
  resetFakeElectron();
  // Every start listens for as long as the process lives; here one process starts the program many times.
  for (const name of ['uncaughtExceptionMonitor', 'SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name);
  // Where the program keeps its own files, on every system.
  for (const name of ['XDG_CONFIG_HOME', 'APPDATA', 'HOME']) vi.stubEnv(name, fake.base);
  process.argv = ['limber'];
});

async function start(...parameters: string[]): Promise<FakeWindow> {
  process.argv = ['limber', ...parameters];
  await main();
  return fake.windows[0]!;
}

function call(
  name: unknown,
  parameters: unknown,
  senderFrame: unknown = OWN_FRAME,
): Promise<{ ok: boolean; value?: unknown; error?: { message: string } }> {
  return fake.handlers.get('limber:call')!({ senderFrame } as never, name as never, parameters as never) as never;
}

/** A character on disk that the user chose in the system's dialog. */
async function chosenHero(): Promise<string> {
  const path = join(fake.base, 'hero.glb');
  await writeFile(path, HERO);
  electron.dialog.showOpenDialog.mockResolvedValue({ canceled: false, filePaths: [path] });
  await call('dialog.open', [{ title: 'Open', kind: 'character', suggested: null, extensions: ['glb'] }]);
  return path;
}

describe('the window', () => {
  test('is sandboxed, isolated and without Node, on an address of its own', async () => {
    const window = await start();
    expect(window.address).toBe('app://limber/');
    expect(window.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      preload: expect.stringMatching(/preload\.cjs$/),
    });
    expect(fake.app.enableSandbox).toHaveBeenCalled();
    expect(fake.schemes).toEqual([{ scheme: 'app', privileges: expect.objectContaining({ standard: true, secure: true }) }]);
  });

  test('is not sandboxed by the system where the administrator said so, and still without Node', async () => {
    const window = await start('--no-sandbox');
    expect(fake.app.enableSandbox).not.toHaveBeenCalled();
    expect(window.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  });

  test('is granted the camera on its own page, and nothing else', async () => {
    await start();
    const own = 'app://limber/index.html';
    const isGranted = (permission: string, requestingUrl: string, ...mediaTypes: readonly string[]) => {
      const answer = vi.fn();
      fake.permissions.request!(null as never, permission as never, answer as never, { requestingUrl, mediaTypes } as never);
      return answer.mock.calls[0]![0] as boolean;
    };
    expect(isGranted('media', own, 'video')).toBe(true);
    expect(isGranted('media', own, 'video', 'audio')).toBe(false);
    expect(isGranted('media', own)).toBe(false);
    expect(isGranted('media', 'https://example.org/', 'video')).toBe(false);
    expect(isGranted('geolocation', own, 'video')).toBe(false);
    const may = (permission: string, origin: string, mediaType: string) =>
      fake.permissions.check!(null as never, permission as never, origin as never, { mediaType } as never);
    expect(may('media', own, 'video')).toBe(true);
    expect(may('media', own, 'audio')).toBe(false);
    expect(may('media', 'https://example.org/', 'video')).toBe(false);
    expect(may('usb', own, 'video')).toBe(false);
    expect(fake.permissions.device!()).toBe(false);
  });

  test('opens no other page, in itself or elsewhere', async () => {
    const { webContents } = await start();
    expect(webContents.windowOpenHandler!({ url: 'https://example.org' })).toEqual({ action: 'deny' });
    for (const url of [
      'https://example.org/',
      'file:///etc/passwd',
      'app://limber.evil/',
      'app://evil/',
      'javascript:alert(1)',
    ]) {
      const away = preventable({ url });
      webContents.emit('will-navigate', away);
      expect(away.defaultPrevented, url).toBe(true);
    }
    const reload = preventable({ url: 'app://limber/' });
    webContents.emit('will-navigate', reload);
    expect(reload.defaultPrevented).toBe(false);
    for (const [url, isPrevented] of [
      ['app://limber/', false],
      ['https://example.org/', true],
    ] as const) {
      const whole = preventable({ url, isMainFrame: true });
      webContents.emit('will-frame-navigate', whole);
      expect(whole.defaultPrevented, url).toBe(isPrevented);
    }
    const frame = preventable({ url: 'app://limber/', isMainFrame: false });
    webContents.emit('will-frame-navigate', frame);
    expect(frame.defaultPrevented).toBe(true);
    for (const name of ['will-attach-webview', 'will-redirect']) {
      const event = preventable();
      webContents.emit(name, event);
      expect(event.defaultPrevented, name).toBe(true);
    }
  });

  test('opens where it was, unless that display is gone', async () => {
    const data = dataFolder(process.platform, process.env);
    await mkdir(data, { recursive: true });
    const place = { x: 100, y: 50, width: 900, height: 800, maximized: true };
    await writeFile(join(data, 'window.json'), JSON.stringify(place));
    const window = await start();
    expect(window.options).toMatchObject({ x: 100, y: 50, width: 900, height: 800 });
    expect(window.maximize).toHaveBeenCalled();
    fake.displays = [{ workArea: { x: -5000, y: 0, width: 1000, height: 1000 } }];
    await main();
    expect(fake.windows[1]!.options).not.toHaveProperty('x');
  });
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s closes the window without a question, which nobody would answer',
  async (signal) => {
    const window = await start();
    await call('window.state', [{ title: '• mannequin — Limber', unsaved: true, writing: null }]);
    process.emit(signal);
    expect(window.isDestroyed()).toBe(true);
    expect(electron.dialog.showMessageBox).not.toHaveBeenCalled();
    process.emit(signal);
  },
);

test('its own files are in one place, however it was started, unless told otherwise', async () => {
  await start();
  expect(fake.app.setPath).toHaveBeenCalledWith('userData', dataFolder(process.platform, process.env));
  fake.app.setPath.mockClear();
  await start('--user-data-dir');
  expect(fake.app.setPath).not.toHaveBeenCalled();
});

test('where its own folder cannot be made it starts all the same, says so, and keeps characters in memory @all', async () => {
  await writeFile(join(fake.base, 'file'), 'x');
  for (const name of ['XDG_CONFIG_HOME', 'APPDATA', 'HOME']) vi.stubEnv(name, join(fake.base, 'file'));
  await start();
  expect(fake.app.setPath).toHaveBeenCalledWith('userData', expect.stringContaining('limber-'));
  const { value } = await call('app.info', []);
  expect((value as AppInfo).problem).toMatch(/^Limber cannot write to its own folder ".*limber": a part of its path is a file/);
  const opened = (await call('character.openPath', [await chosenHero()])).value as OpenedCharacter;
  expect(await call('motion.list', [opened.hash])).toMatchObject({ ok: true });
});

describe('a second start', () => {
  test('ends at once', async () => {
    fake.app.hasLock = false;
    await start();
    expect(fake.app.quit).toHaveBeenCalled();
    expect(fake.windows).toEqual([]);
  });

  test('brings the first to the front and hands over its file', async () => {
    const window = await start();
    const path = join(fake.base, 'given.glb');
    await writeFile(path, HERO);
    await call('window.state', [{ title: 'mannequin — Limber', unsaved: false, writing: null }]);
    fake.app.emit('second-instance', {}, ['limber', '--some-switch', 'given.glb'], fake.base);
    expect(window.focus).toHaveBeenCalled();
    expect(window.webContents.sent).toEqual([['limber:event', 'app.openFile', { path }]]);
    expect(await call('character.openPath', [path])).toMatchObject({ ok: true });
  });

  test('knows a file by its address, as file managers of Linux name it', async () => {
    const window = await start();
    const path = join(fake.base, 'Figür 1.glb');
    await writeFile(path, HERO);
    await call('window.state', [{ title: 'mannequin — Limber', unsaved: false, writing: null }]);
    fake.app.emit('second-instance', {}, ['limber', pathToFileURL(path).href], fake.base);
    expect(window.webContents.sent).toEqual([['limber:event', 'app.openFile', { path }]]);
    fake.app.emit('second-instance', {}, ['limber', 'file://elsewhere/hero.glb'], fake.base);
    expect(window.webContents.sent).toHaveLength(1);
  });
});

test('a file that comes before the window shows anything waits for it', async () => {
  const window = await start();
  await call('window.state', [{ title: 'Limber', unsaved: false, writing: null }]);
  for (const name of ['first.glb', 'second.glb']) {
    await writeFile(join(fake.base, name), HERO);
    fake.app.emit('second-instance', {}, ['limber', name], fake.base);
  }
  fake.app.emit('second-instance', {}, ['limber'], fake.base);
  expect(window.webContents.sent).toEqual([]);
  await call('window.state', [{ title: 'mannequin — Limber', unsaved: false, writing: null }]);
  await call('window.state', [{ title: '• mannequin — Limber', unsaved: true, writing: null }]);
  expect(window.webContents.sent).toEqual([['limber:event', 'app.openFile', { path: join(fake.base, 'second.glb') }]]);
});

test('a window that does not respond is loaded again when the user wants that', async () => {
  const window = await start();
  electron.dialog.showMessageBoxSync.mockReturnValueOnce(0).mockReturnValueOnce(1);
  window.emit('unresponsive');
  expect(window.webContents.forcefullyCrashRenderer).not.toHaveBeenCalled();
  window.emit('unresponsive');
  expect(window.webContents.forcefullyCrashRenderer).toHaveBeenCalledTimes(1);
});

describe('the file that was given', () => {
  test('on the command line is shown first', async () => {
    const path = join(fake.base, 'given.glb');
    await writeFile(path, HERO);
    await start('--no-sandbox', '.', path);
    expect(await call('app.startup', [])).toEqual({ ok: true, value: { kind: 'open', path } });
    expect(await call('character.openPath', [path])).toMatchObject({ ok: true });
  });

  test('by a double click on a Mac, before the window is there, is shown first', async () => {
    const ready = vi.spyOn(fake.app, 'whenReady').mockImplementation(async () => {
      fake.app.emit('open-file', preventable(), '/somewhere/Hero');
    });
    await start();
    expect(ready).toHaveBeenCalled();
    expect(await call('app.startup', [])).toEqual({ ok: true, value: { kind: 'open', path: '/somewhere/Hero' } });
  });
});

describe('a message', () => {
  test.each<[string, unknown]>([
    ['a page elsewhere', { url: 'https://example.org/', parent: null }],
    ['a page whose address begins the same', { url: 'app://limber.evil/', parent: null }],
    ['a page of another scheme', { url: 'http://limber/', parent: null }],
    ['a frame inside the window', { url: 'app://limber/', parent: OWN_FRAME }],
    ['no address', { url: '', parent: null }],
    ['a frame that is gone', null],
  ])('from %s is refused', async (_, frame) => {
    await start();
    expect(await call('app.info', [], frame)).toEqual({ ok: false, error: { message: 'this page may not speak to Limber' } });
  });

  test('from the window is answered', async () => {
    await start();
    expect(await call('app.info', [])).toMatchObject({
      ok: true,
      value: { host: 'electron', documentsFolder: join(fake.base, 'documents') },
    });
    expect(await call({ toString: null }, [])).toMatchObject({ ok: false });
  });

  test('may name only files that the user chose, dropped or opened before', async () => {
    await start();
    const path = join(fake.base, 'hero.glb');
    await writeFile(path, HERO);
    expect(await call('character.openPath', [path])).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('outside') },
    });
    fake.listeners.get('limber:dropped')!({ senderFrame: { ...OWN_FRAME, parent: {} } } as never, path as never);
    expect(await call('character.openPath', [path])).toMatchObject({ ok: false });
    fake.listeners.get('limber:dropped')!({ senderFrame: OWN_FRAME } as never, path as never);
    expect(await call('character.openPath', [path])).toMatchObject({ ok: true });
    await vi.waitFor(() => expect(fake.app.addRecentDocument).toHaveBeenCalledWith(path));
    expect(await call('character.openPath', ['/etc/hostname'])).toMatchObject({ ok: false });
  });
});

test('--allow=FOLDER opens a folder to the window, the documents are open anyway', async () => {
  await start(`--allow=${join(fake.base, 'models')}`);
  for (const folder of ['models', 'documents']) {
    await mkdir(join(fake.base, folder));
    await writeFile(join(fake.base, folder, 'hero.glb'), HERO);
    expect(await call('character.openPath', [join(fake.base, folder, 'hero.glb')])).toMatchObject({ ok: true });
  }
  expect(await call('files.list', [fake.base, []])).toMatchObject({ ok: false });
});

describe('the address app://limber', () => {
  test('serves the built window only, with its policy', async () => {
    await start();
    const get = (url: string, method = 'GET') => fake.protocols.get('app')!({ url, method });
    const missing = await get('app://limber/no-such-file.js');
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(missing.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect((await get('app://limber/..%2f..%2fpackage.json')).status).toBe(400);
    expect((await get('app://other/')).status).toBe(400);
    expect((await get('app://limber/', 'POST')).status).toBe(405);
  });
});

describe('closing', () => {
  const unsaved = (title: string, isUnsaved: boolean) => call('window.state', [{ title, unsaved: isUnsaved, writing: null }]);

  test('asks nothing when nothing would be lost', async () => {
    const window = await start();
    await unsaved('Hero — Limber', false);
    window.close();
    expect(window.destroyed).toBe(true);
    expect(electron.dialog.showMessageBox).not.toHaveBeenCalled();
    expect(fake.app.quit).toHaveBeenCalled();
  });

  test('stays when the user cancels, and asks once at a time', async () => {
    const window = await start();
    await unsaved('• Hero — Limber', true);
    expect([window.title, window.edited]).toEqual(['• Hero — Limber', true]);
    electron.dialog.showMessageBox.mockResolvedValue({ response: 2 });
    window.close();
    window.close();
    await eventually(() => expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(1));
    await Promise.resolve();
    expect(window.destroyed).toBe(false);
  });

  test('forgets the journal when the user does not want the changes', async () => {
    const window = await start();
    const path = await chosenHero();
    const { value } = await call('character.openPath', [path]);
    const project = sampleProject((value as { hash: string }).hash);
    await call('journal.append', [{ label: 'Move', folder: null, changed: project }]);
    await unsaved('• Hero', true);
    electron.dialog.showMessageBox.mockResolvedValue({ response: 1 });
    window.close();
    await eventually(() => expect(window.destroyed).toBe(true));
    expect((await call('app.startup', [])).value).toEqual({ kind: 'mannequin' });
  });

  const answer = (response: number) => electron.dialog.showMessageBox.mockResolvedValue({ response });
  const askedToSave = ['limber:event', 'window.saveToClose', {}];

  test('saves first when asked to, and closes once the window has saved', async () => {
    const window = await start();
    await unsaved('• Hero', true);
    answer(0);
    window.close();
    await eventually(() => expect(window.webContents.sent).toContainEqual(askedToSave));
    await unsaved('Hero', false);
    expect(window.destroyed).toBe(false);
    await call('window.savedToClose', [true]);
    expect(window.destroyed).toBe(true);
  });

  test('stays open for good when the save was refused or given up, whatever is saved later, and asks again', async () => {
    const window = await start();
    await unsaved('• Hero', true);
    answer(0);
    window.close();
    await eventually(() => expect(window.webContents.sent).toHaveLength(1));
    await call('window.savedToClose', [false]);
    await unsaved('Hero', false);
    expect(window.destroyed).toBe(false);
    await unsaved('• Hero', true);
    answer(2);
    window.close();
    await eventually(() => expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(2));
    expect(window.destroyed).toBe(false);
  });

  test('asks again when something was edited while it saved', async () => {
    const window = await start();
    await unsaved('• Hero', true);
    answer(0);
    window.close();
    await eventually(() => expect(window.webContents.sent).toHaveLength(1));
    answer(2);
    await call('window.savedToClose', [true]);
    await eventually(() => expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(2));
    expect(window.destroyed).toBe(false);
  });

  const writing = (what: 'save' | 'export' | null, isUnsaved: boolean) =>
    call('window.state', [{ title: 'Hero', unsaved: isUnsaved, writing: what }]);

  test.each(['save', 'export'] as const)('asks while it writes (%s), and closes when that is done if told so', async (what) => {
    const window = await start();
    await writing(what, false);
    answer(0);
    window.close();
    await eventually(() => expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(1));
    expect(window.destroyed).toBe(false);
    await eventually(async () => {
      await writing(null, false);
      expect(window.destroyed).toBe(true);
    });
  });

  test('closes at once while it exports if told so, and stays if not', async () => {
    const window = await start();
    await writing('export', false);
    answer(2);
    window.close();
    await eventually(() => expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(1));
    await writing(null, false);
    await writing('export', false);
    expect(window.destroyed).toBe(false);
    answer(1);
    await eventually(() => {
      window.close();
      expect(window.destroyed).toBe(true);
    });
  });

  test('in the middle of an export still asks about unsaved changes', async () => {
    const window = await start();
    await writing('export', true);
    electron.dialog.showMessageBox.mockResolvedValueOnce({ response: 1 }).mockResolvedValueOnce({ response: 2 });
    window.close();
    await eventually(() => expect(electron.dialog.showMessageBox).toHaveBeenCalledTimes(2));
    expect(electron.dialog.showMessageBox.mock.calls[1]![1]).toMatchObject({ message: 'Save your changes before closing?' });
    expect(window.destroyed).toBe(false);
  });

  test('in the middle of a save keeps the journal, which offers the work again', async () => {
    const window = await start();
    const { value } = await call('character.openPath', [await chosenHero()]);
    await call('journal.append', [{ label: 'Move', folder: null, changed: sampleProject((value as { hash: string }).hash) }]);
    await writing('save', true);
    answer(1);
    window.close();
    await eventually(() => expect(window.destroyed).toBe(true));
    expect((await call('app.startup', [])).value).toMatchObject({ kind: 'recover' });
  });
});

describe('quitting', () => {
  test('waits until everything is written', async () => {
    await start();
    const { value } = await call('character.openPath', [await chosenHero()]);
    const project = sampleProject((value as { hash: string }).hash);
    const order: string[] = [];
    fake.app.exit.mockImplementation(() => order.push('end'));
    const kept = call('journal.append', [{ label: 'Move', folder: null, changed: project }]);
    const written = kept.then(({ ok }) => order.push(ok ? 'written' : 'refused'));
    const quit = preventable();
    fake.app.emit('will-quit', quit);
    expect(quit.defaultPrevented).toBe(true);
    await written;
    await eventually(() => expect(order).toEqual(['written', 'end']));
    expect(fake.app.exit).toHaveBeenCalledWith(0);
  });
});

describe('a window whose process ended', () => {
  test('is loaded again and gets its work back; one that keeps ending is given up', async () => {
    const { webContents } = await start();
    const { value } = await call('character.openPath', [await chosenHero()]);
    const project = sampleProject((value as { hash: string }).hash);
    await call('journal.append', [{ label: 'Move', folder: null, changed: project }]);
    webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(webContents.reload).toHaveBeenCalledTimes(1);
    const startup = (await call('app.startup', [])).value as Startup;
    expect(offeredProject(startup)).toEqual(project);
    webContents.emit('render-process-gone', {}, { reason: 'oom' });
    webContents.emit('render-process-gone', {}, { reason: 'oom' });
    expect(webContents.reload).toHaveBeenCalledTimes(2);
    expect(fake.app.exit).toHaveBeenCalledWith(1);
    fake.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed' });
    fake.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit' });
    const log = join(fake.base, 'limber', 'crashes.log');
    expect(electron.dialog.showErrorBox.mock.calls[0]![1]).toContain(`stands in ${log} and is sent to nobody`);
    const entries = (await readFile(log, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { what: string; detail: string });
    expect(entries.map(({ what, detail }) => `${what}: ${detail}`)).toEqual([
      'window: crashed',
      'window: oom',
      'window: oom',
      'process GPU: crashed',
    ]);
  });
});

describe('a graphics process that ended', () => {
  const gone = (type = 'GPU', reason = 'crashed') => fake.app.emit('child-process-gone', {}, { type, reason });

  test('is started again by itself; when it keeps ending, the user may start again without the graphics card', async () => {
    await start('hero.glb');
    electron.dialog.showMessageBoxSync.mockReturnValue(0);
    for (let i = 0; i < 5; i++) gone('Utility');
    gone('GPU', 'clean-exit');
    gone();
    gone();
    expect(electron.dialog.showMessageBoxSync).not.toHaveBeenCalled();
    gone();
    expect(fake.app.relaunch).toHaveBeenCalledWith({ args: ['hero.glb', '--disable-gpu', '--enable-unsafe-swiftshader'] });
    expect(fake.app.exit).toHaveBeenCalledWith(0);
  });

  test.each(['APPIMAGE', 'PORTABLE_EXECUTABLE_FILE'])(
    'of a program that %s names is started again as that file, which can be unpacked anew',
    async (variable) => {
      const log = join(fake.base, 'log');
      const file = join(fake.base, 'limber file');
      await writeFile(file, `#!/bin/sh\necho "$${variable} $@" > "${log}"\n`, { mode: 0o755 });
      vi.stubEnv(variable, file);
      await start('hero.glb');
      electron.dialog.showMessageBoxSync.mockReturnValue(0);
      for (let i = 0; i < 3; i++) gone();
      expect(fake.app.relaunch).not.toHaveBeenCalled();
      expect(fake.app.exit).toHaveBeenCalledWith(0);
      expect(fake.app.releaseSingleInstanceLock).toHaveBeenCalledOnce();
      await eventually(async () =>
        expect(await readFile(log, 'utf8')).toBe(' hero.glb --disable-gpu --enable-unsafe-swiftshader\n'),
      );
      vi.stubEnv(variable, undefined);
    },
  );

  test('is asked about once, and not where there is no graphics card in use', async () => {
    await start();
    electron.dialog.showMessageBoxSync.mockReturnValue(1);
    for (let i = 0; i < 9; i++) gone();
    expect(electron.dialog.showMessageBoxSync).toHaveBeenCalledTimes(1);
    expect(fake.app.relaunch).not.toHaveBeenCalled();
    resetFakeElectron();
    await start('--disable-gpu');
    for (let i = 0; i < 9; i++) gone();
    expect(electron.dialog.showMessageBoxSync).not.toHaveBeenCalled();
  });
});

test('a command runs without a window and ends the program with its exit code @all', async () => {
  const lines: string[] = [];
  const listen = (text: unknown, done: unknown) => {
    lines.push(String(text));
    if (typeof done === 'function') done();
    return true;
  };
  const print = vi.spyOn(process.stdout, 'write').mockImplementation(listen);
  const note = vi.spyOn(process.stderr, 'write').mockImplementation(listen);
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  try {
    await runCommandLine(['inspect', join(fake.base, 'none.glb')]);
    expect(exit).toHaveBeenCalledExactlyOnceWith(2);
    expect(lines.join('')).toContain('none.glb" does not exist');
    await runCommandLine(['--version']);
    expect(exit).toHaveBeenLastCalledWith(0);
    expect(fake.windows).toEqual([]);
  } finally {
    exit.mockRestore();
    print.mockRestore();
    note.mockRestore();
  }
});

describe('--smoke-test', () => {
  test('prints one line and ends with 0 once the window shows a character, with 1 when it could not be loaded', async () => {
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const window = await start('--smoke-test');
      expect(fake.app.exit).not.toHaveBeenCalled();
      await call('window.state', [{ title: 'Limber', unsaved: false, writing: null }]);
      expect(fake.app.exit).not.toHaveBeenCalled();
      await call('window.state', [{ title: 'mannequin — Limber', unsaved: false, writing: null }]);
      expect(fake.app.exit).toHaveBeenCalledWith(0);
      expect(JSON.parse(String(print.mock.calls.at(-1)![0]))).toMatchObject({
        ok: true,
        title: 'mannequin — Limber',
        version: '9.9.9',
      });
      window.webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND');
      expect(fake.app.exit).toHaveBeenLastCalledWith(1);
      expect(JSON.parse(String(print.mock.calls.at(-1)![0]))).toMatchObject({ ok: false, reason: 'ERR_FILE_NOT_FOUND' });
      window.webContents.emit('preload-error', {}, 'preload.cjs', new Error('it is damaged'));
      expect(JSON.parse(String(print.mock.calls.at(-1)![0]))).toMatchObject({ ok: false, reason: 'it is damaged' });
    } finally {
      print.mockRestore();
    }
  });
});
