import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodePath, projectFolder, whatIsMissing } from '../../build/scripts/installation.mjs';

type Packages = Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>;

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-installation-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes a project with these packages in its lock file and these installed. */
function project({ wanted, installed, node = true }: { wanted: Packages; installed: Packages | null; node?: boolean }): void {
  write(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }));
  if (installed) write(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }));
  if (node) write(nodePath(folder), '');
}

const vite = { 'node_modules/vite': { version: '8.3.8' } };

describe('what an installation lacks', () => {
  test('is everything in a fresh checkout', () => {
    project({ wanted: vite, installed: null, node: false });
    expect(whatIsMissing(folder)).toBe('none are here yet');
  });

  test('is nothing when the lock file was followed', () => {
    project({ wanted: vite, installed: vite });
    expect(whatIsMissing(folder)).toBeNull();
  });

  test('is a package that the lock file got since', () => {
    project({ wanted: { ...vite, 'node_modules/@scope/new': { version: '1.0.0' } }, installed: vite });
    expect(whatIsMissing(folder)).toBe('@scope/new is missing');
  });

  test('is a package whose version the lock file changed since', () => {
    project({ wanted: vite, installed: { 'node_modules/vite': { version: '8.0.0' } } });
    expect(whatIsMissing(folder)).toBe('vite is 8.0.0, the lock file says 8.3.8');
  });

  test('is a package that the lock file dropped since', () => {
    project({ wanted: vite, installed: { ...vite, 'node_modules/old': { version: '1.0.0' } } });
    expect(whatIsMissing(folder)).toBe('old is not in the lock file');
  });

  test('is not a binary for another system', () => {
    project({ wanted: { ...vite, 'node_modules/binding-other': { version: '1.0.0', optional: true } }, installed: vite });
    expect(whatIsMissing(folder)).toBeNull();
  });

  test('is the Node of the project when its own installation was interrupted', () => {
    project({ wanted: vite, installed: vite, node: false });
    expect(whatIsMissing(folder)).toBe('the Node of the project is missing');
  });

  test('is nothing here, where these tests run', () => {
    expect(whatIsMissing(projectFolder)).toBeNull();
  });
});
