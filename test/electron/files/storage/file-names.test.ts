import { describe, expect, test } from 'vitest';
import { comparablePath, refuseFileName, refusePath } from '../../../../electron/files/storage/file-names.ts';

describe('a name', () => {
  test.each(['CON', 'nul.glb', 'Aux.tar.gz', 'com1', 'LPT9.txt', 'COM¹.glb', 'conin$', 'con .glb'])(
    'like %j is a device on Windows and nothing special elsewhere',
    (name) => {
      expect(refuseFileName(name, 'win32')).toContain('is the name of a device on Windows');
      expect(refuseFileName(name, 'linux')).toBeNull();
    },
  );

  test.each(['hero.', 'hero ', 'a:b', 'what?', 'a*b', 'a"b', 'a<b', 'a\u0007b'])(
    'like %j would be changed or refused by Windows',
    (name) => {
      expect(refuseFileName(name, 'win32')).toContain('Windows');
      expect(refuseFileName(name, 'darwin')).toBeNull();
    },
  );

  test.each(['hero.glb', 'console.glb', 'com10', 'null', 'Ünïcødé 名前.glb', '..', '.hidden', 'a b.c'])(
    'like %j is fine everywhere',
    (name) => {
      for (const platform of ['win32', 'darwin', 'linux'] as const) expect(refuseFileName(name, platform)).toBeNull();
    },
  );

  test('is too long by what the system counts: letters, or bytes', () => {
    const accents = 'é'.repeat(200);
    expect(refuseFileName(accents, 'linux')).toContain('too long: this system keeps names of 255 bytes');
    expect(refuseFileName(accents, 'win32')).toBeNull();
    expect(refuseFileName('a'.repeat(300), 'darwin')).toContain('255 letters');
    expect(refuseFileName('a'.repeat(255), 'linux')).toBeNull();
  });
});

describe('a path', () => {
  test('is refused for any of its names', () => {
    expect(refusePath('C:\\Users\\a\\nul\\hero.glb', 'win32')).toContain('"nul"');
    expect(refusePath('C:/Users/a/hero.', 'win32')).toContain('"hero."');
    expect(refusePath(`/home/${'x'.repeat(256)}/a`, 'linux')).toContain('too long');
  });

  test('may be on a drive, on a server, long, or in the namespace of devices of files', () => {
    const long = `C:\\${'folder\\'.repeat(60)}hero.glb`;
    for (const path of ['C:\\hero.glb', 'D:\\', '\\\\server\\share\\a\\hero.glb', '\\\\?\\C:\\a\\hero.glb', long])
      expect(refusePath(path, 'win32'), path).toBeNull();
  });
});

describe('two paths are the same', () => {
  test.each([
    ['C:\\A\\Hero.glb', 'c:/a/hero.GLB', 'win32', true],
    ['C:\\A\\', 'C:\\a', 'win32', true],
    ['C:\\', 'c:/', 'win32', true],
    ['C:\\a', 'D:\\a', 'win32', false],
    ['/a/Caf\u00e9', '/a/cafe\u0301', 'darwin', true],
    ['/a/Hero', '/a/hero', 'linux', false],
    ['/a//b/./c/', '/a/b/c', 'linux', true],
    ['/', '/', 'linux', true],
  ] as const)('%j and %j on %s: %s', (a, b, platform, same) => {
    expect(comparablePath(a, platform) === comparablePath(b, platform)).toBe(same);
  });
});
