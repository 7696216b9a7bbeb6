import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataFolder, findApplication } from '../../../electron/application.ts';
import { readServeOptions } from '../../../electron/browser/serve.ts';

describe('the command line of the browser host', () => {
  test('has a default for everything', () => {
    const options = readServeOptions([]);
    expect(options).toMatchObject({ port: 0, open: null, allow: [], drives: false });
    expect(options.data).toBe(dataFolder(process.platform, process.env));
  });

  test('is read with absolute paths', () => {
    const options = readServeOptions([
      '--port',
      '8123',
      '--open',
      'package.json',
      '--allow',
      'a',
      '--allow',
      '/b',
      '--allow',
      'drives',
      '--data',
      'd',
    ]);
    expect(options).toEqual({
      port: 8123,
      open: join(process.cwd(), 'package.json'),
      allow: [join(process.cwd(), 'a'), '/b'],
      drives: true,
      data: join(process.cwd(), 'd'),
      takesOver: false,
    });
  });

  test.each([
    [['--port', 'x'], '--port must be a number from 0 to 65535, got "x"'],
    [['--port', '70000'], '--port must be a number from 0 to 65535, got "70000"'],
    [['--open', 'no-such.glb'], 'does not exist'],
    [['--colour'], "Unknown option '--colour'"],
    [['hero.glb'], 'Unexpected argument'],
  ])('refuses %j', (parameters, sentence) => {
    expect(() => readServeOptions(parameters)).toThrow(sentence);
  });
});

test('the program is found from its sources as well as from dist', () => {
  const root = join(import.meta.dirname, '..', '..', '..');
  for (const start of [root, join(root, 'electron'), join(root, 'dist', 'electron')]) {
    expect(findApplication(start)).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      homepage: expect.stringMatching(/^https:/),
      releaseKeys: expect.any(Array),
      id: expect.stringMatching(/^[a-z]+(\.\w+){2,}$/),
      rendererFolder: join(root, 'dist', 'renderer'),
      mannequinPath: join(root, 'dist', 'assets', 'mannequin.glb'),
      iconPath: join(root, 'dist', 'assets', 'icon.png'),
      dragIconPath: join(root, 'dist', 'assets', 'drag-icon.png'),
      motionTablePath: join(root, 'dist', 'renderer', 'motion-table.bin'),
    });
  }
  expect(() => findApplication('/')).toThrow('no package.json was found');
});

test("the program's own files are where each system wants them, and where Electron looks", () => {
  expect(dataFolder('linux', {}, '/home/a')).toBe('/home/a/.config/limber');
  expect(dataFolder('linux', { XDG_CONFIG_HOME: '/x' }, '/home/a')).toBe('/x/limber');
  expect(dataFolder('linux', { XDG_CONFIG_HOME: 'here' }, '/home/a')).toBe('/home/a/.config/limber');
  expect(dataFolder('darwin', {}, '/Users/a')).toBe('/Users/a/Library/Application Support/limber');
  expect(dataFolder('win32', { APPDATA: '/r' }, '/u')).toBe(join('/r', 'limber'));
});
