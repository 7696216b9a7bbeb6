import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openInBrowser, writeLeadingPage } from '../../electron/browser/open-in-browser.ts';
import { isBuilt } from '../../build/scripts/starting/built.ts';
import { findElectron } from '../../build/scripts/starting/electron-binary.ts';
import { explainElectron } from '../../build/scripts/starting/explain-electron.ts';
import { readStartOptions } from '../../build/scripts/starting/options.ts';
import { runElectron } from '../../build/scripts/starting/run-electron.ts';
import { projectFolder } from '../../build/vite-targets.ts';

const script = join(projectFolder, 'build', 'scripts', 'start.ts');
const mannequin = join('build', 'assets', 'mannequin.glb');

let child: ChildProcess | null = null;
let folder = '';

afterEach(() => {
  child?.kill('SIGKILL');
  child = null;
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Starts the program as `npm start` does; its data and its home are a folder of its own. */
function start(
  more: Readonly<Record<string, string>>,
  ...parameters: readonly string[]
): { readonly output: () => string; readonly ended: Promise<number | null> } {
  folder = mkdtempSync(join(tmpdir(), 'limber-start-'));
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...environment } = process.env;
  const started = spawn(process.execPath, [script, ...parameters], {
    cwd: projectFolder,
    env: { ...environment, HOME: folder, XDG_CONFIG_HOME: folder, APPDATA: folder, ...more },
  });
  child = started;
  let text = '';
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  return { output: () => text, ended: new Promise((done) => started.on('exit', done)) };
}

describe('the command line of npm start', () => {
  const read = (...parameters: readonly string[]) => readStartOptions(parameters, projectFolder);

  test('opens the mannequin when nothing is said', () => {
    expect(read()).toEqual({
      file: null,
      browser: false,
      open: true,
      port: 0,
      allow: [],
      drives: false,
      data: null,
      takesOver: false,
      help: false,
    });
  });

  test('opens a file, seen from where the user stands', () => {
    expect(read(mannequin).file).toBe(resolve(projectFolder, mannequin));
    expect(readStartOptions(['mannequin.glb'], join(projectFolder, 'build', 'assets')).file).toBe(
      resolve(projectFolder, mannequin),
    );
  });

  test('takes the browser when a port or no window is asked for', () => {
    expect(read('--port', '8123')).toMatchObject({ browser: true, port: 8123, open: true });
    expect(read('--no-open')).toMatchObject({ browser: true, open: false });
    expect(read('--browser')).toMatchObject({ browser: true, open: true });
  });

  test('takes drives, mounted volumes and a place for its own files, seen from where the user stands', () => {
    expect(read('--allow', 'core', '--allow', tmpdir(), '--data', 'd')).toMatchObject({
      browser: true,
      allow: [join(projectFolder, 'core'), tmpdir()],
      data: join(projectFolder, 'd'),
    });
    expect(read('--allow', 'drives')).toMatchObject({ browser: true, allow: [], drives: true });
  });

  test.each([
    [['--allow', 'no-such-drive'], 'which does not exist'],
    [['--fast'], "unknown option '--fast'"],
    [['--port'], "option '--port <value>' argument missing"],
    [['--port', '80a'], '--port must be a number from 0 to 65535, got "80a"'],
    [['--port', '65536'], '--port must be a number from 0 to 65535, got "65536"'],
    [['missing.glb'], 'does not exist'],
    [[mannequin, 'other.glb'], 'expected one file to open, got also "other.glb"'],
  ])('refuses %j in a sentence', (parameters, sentence) => {
    expect(() => read(...parameters)).toThrow(sentence);
  });
});

describe('npm start', () => {
  test('ends with code 2 and a sentence for an argument it does not know @all', async () => {
    const { output, ended } = start({}, '--fast');
    expect(await ended).toBe(2);
    expect(output()).toBe("Limber cannot start: unknown option '--fast'.\n");
  });

  test.skipIf(!isBuilt())('serves the studio and says where', { timeout: 120_000 }, async () => {
    const { output, ended } = start({}, mannequin, '--no-open');
    await expect.poll(output, { timeout: 100_000 }).toMatch(/^Limber is ready at http:\/\/127\.0\.0\.1:\d+\/\S*$/m);
    expect(output()).toContain('Opening the studio in the browser: as asked.');
    const [url] = /http:\S+/.exec(output())!;
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>Limber</title>');
    child?.kill('SIGTERM');
    expect(await ended).toBe(process.platform === 'win32' ? null : 0);
  });
});

describe('the page that leads the browser to the studio', () => {
  const url = 'http://127.0.0.1:8123/#ticket=abc-_&"d';

  test('holds the address, is the user’s own, and goes away', () => {
    const { path, remove } = writeLeadingPage(url);
    expect(readFileSync(path, 'utf8')).toContain('content="0;url=http://127.0.0.1:8123/#ticket=abc-_&amp;&quot;d"');
    if (process.platform !== 'win32') {
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    }
    remove();
    expect(existsSync(dirname(path))).toBe(false);
  });

  test.skipIf(process.platform !== 'linux')('is all that the arguments of the browser tell', async () => {
    folder = mkdtempSync(join(tmpdir(), 'limber-start-'));
    const heard = join(folder, 'heard');
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$*" > "${heard}.part" && mv "${heard}.part" "${heard}"\n`, {
      mode: 0o755,
    });
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    const remove = openInBrowser(url);
    try {
      await vi.waitFor(() => expect(existsSync(heard)).toBe(true), 10_000);
      const told = readFileSync(heard, 'utf8').trim();
      expect(told).not.toContain('ticket');
      expect(readFileSync(told, 'utf8')).toContain('#ticket=abc');
    } finally {
      remove();
      vi.unstubAllEnvs();
    }
  });
});

describe('an Electron that ends as soon as it was started', () => {
  const end = (errors: string, code: number | null = 1, signal: NodeJS.Signals | null = null) =>
    explainElectron({ code, signal, errors });

  test.each([
    ['electron: error while loading shared libraries: libnss3.so: cannot open shared object file', 'sudo apt install libnss3)'],
    [
      'error while loading shared libraries: libodd.so.1: cannot open',
      'libodd.so.1 is missing; install the package that holds it',
    ],
    ['FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If this is', 'apparmor_restrict_unprivileged_userns=0'],
    ['FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but', 'user namespaces'],
    ['[1:1] Missing X server or $DISPLAY', 'desktop session'],
    ["electron: /lib/libc.so.6: version `GLIBC_2.36' not found", 'update the system'],
    ["FATAL:gpu_data_manager_impl_private.cc(415)] GPU process isn't usable. Goodbye.", 'graphics driver'],
    ['first\nlast words\n', 'it ended with code 1 (last words)'],
  ])('says why: %s', (errors, sentence) => expect(end(errors)).toContain(sentence));

  test('says how where it says nothing itself', () => {
    expect(end('', null, 'SIGSEGV')).toBe('it was ended by SIGSEGV');
  });

  const run = (code: string, now?: () => number) => runElectron(process.execPath, ['-e', code], process.env, now);

  test('is told from one that the user closed, and from one that failed later', async () => {
    expect(await run("console.error('No usable sandbox!'); process.exit(3)")).toEqual({
      kind: 'failed',
      code: 3,
      signal: null,
      errors: 'No usable sandbox!\n',
    });
    expect(await run('process.exit(0)')).toEqual({ kind: 'ended', code: 0 });
    let clock = 0;
    expect(await run('process.exit(3)', () => (clock += 60_000))).toEqual({ kind: 'ended', code: 3 });
    expect(await runElectron(join(tmpdir(), 'no-such-program'), [], process.env)).toMatchObject({
      kind: 'failed',
      errors: expect.stringContaining('ENOENT'),
    });
  });

  test.skipIf(!isBuilt() || process.platform !== 'linux')(
    'gives way to the browser, and that is said',
    { timeout: 120_000 },
    async () => {
      const fake = mkdtempSync(join(tmpdir(), 'limber-no-electron-'));
      const text = '#!/bin/sh\necho "error while loading shared libraries: libgtk-3.so.0: cannot open" >&2\nexit 127\n';
      writeFileSync(join(fake, 'electron'), text, { mode: 0o755 });
      const { output } = start({
        LIMBER_ELECTRON: join(fake, 'electron'),
        DISPLAY: ':99',
        BROWSER: 'true',
        PATH: dirname(process.execPath),
      });
      await expect.poll(output, { timeout: 100_000 }).toContain('Limber is ready at http://127.0.0.1:');
      expect(output()).toContain(
        'Opening the studio in the browser: Electron did not start: the library libgtk-3.so.0 is missing; install it (Debian, Ubuntu: sudo apt install libgtk-3-0).',
      );
      rmSync(fake, { recursive: true, force: true });
    },
  );
});

describe("Electron's program", () => {
  test('is not looked for where there is no display', { skip: process.platform !== 'linux' }, () => {
    expect(findElectron({})).toEqual({ path: null, reason: 'Electron needs a display, and there is none' });
  });

  test('is reported missing where its download was not made', () => {
    const found = findElectron({ DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: join(tmpdir(), 'no-such-folder') });
    expect(found.path).toBeNull();
    expect(found).toMatchObject({ reason: expect.stringContaining('Electron') });
  });
});
