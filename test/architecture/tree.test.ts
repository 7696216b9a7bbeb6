import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findMissingFromLock, type LockFile } from '../../build/scripts/testing/lock-file.ts';
import { checkout } from './sources.ts';

const ignored = /(^|\/)(node_modules|dist|release|coverage|test-results|playwright-report|\.git)(\/|$)/;
const files = globSync(['**/*', '.ci/*', '.*'], {
  cwd: checkout,
  withFileTypes: true,
  exclude: (entry) => ignored.test(`${entry.parentPath.slice(checkout.length)}/${entry.name}`.replaceAll('\\', '/')),
})
  .filter((entry) => entry.isFile())
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(checkout.length + 1)
      .replaceAll('\\', '/'),
  )
  // In a linked work tree .git is a file.
  .filter((file) => file !== '.git');
const texts = files
  .filter((file) => /\.(ts|tsx|mjs|json|md|css|html|svg|ya?ml)$|^\.|^\.ci\//.test(file) && file !== 'package-lock.json')
  .map((file) => ({ file, text: readFileSync(join(checkout, file), 'utf8') }));

/** What pages speak of that is not part of the sources: what is built, and what lies in a folder of a project. */
const MADE = /^(dist|release|coverage|node_modules|users|limber-library\.json)\b/;

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(join(checkout, file), 'utf8'));
}

describe('the repository', () => {
  test('has at its top what a newcomer expects, and nothing else', () => {
    const top = new Set(files.map((file) => file.split('/')[0]!).filter((name) => !name.startsWith('.')));
    for (const name of [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'LICENSE',
      'core',
      'electron',
      'renderer',
      'test',
      'build',
    ]) {
      expect(top).toContain(name);
      top.delete(name);
    }
    for (const page of ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs']) top.delete(page);
    expect([...top]).toEqual([]);
  });

  test('names no path of a machine', () => {
    const patterns = [
      checkout,
      /\/[w]ork\/(main|shared)/,
      /\/[f]arm\//,
      /\/\.[l]ibrary\//,
      /\/Users\/[a-z]+\/(Documents|Projects|src)\//i,
    ];
    const found = texts.filter(({ text }) =>
      patterns.some((pattern) => (typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text))),
    );
    expect(found.map(({ file }) => file)).toEqual([]);
  });

  test.each([
    'README.md',
    'CONTRIBUTING.md',
    'core/README.md',
    'electron/README.md',
    'build/README.md',
    'test/mutation/reviewed.md',
  ])('%s names only files and folders that are there', (page) => {
    const named = [...readFileSync(join(checkout, page), 'utf8').matchAll(/`([\w./-]+(?:\.(?:ts|tsx|mjs|json|md|css)|\/))`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !MADE.test(path));
    const isThere = (path: string): boolean =>
      files.some((file) => `/${file}`.endsWith(`/${path}`) || (path.endsWith('/') && `/${file}`.includes(`/${path}`)));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  test('has line feeds alone, wherever it was checked out', () => {
    expect(readFileSync(join(checkout, '.gitattributes'), 'utf8')).toMatch(/^\* text=auto eol=lf$/m);
    // The launcher of Windows needs them.
    expect(texts.filter(({ file, text }) => !file.endsWith('.cmd') && text.includes('\r\n')).map(({ file }) => file)).toEqual([]);
  });

  test('holds no unfinished marks', () => {
    const marks = /\bT[O]DO\b|\bF[I]XME\b|\bX[X]X\b/;
    const found = texts.filter(({ file, text }) => /^(core|electron|renderer|build|test)\//.test(file) && marks.test(text));
    expect(found.map(({ file }) => file)).toEqual([]);
  });

  test('is under the MIT licence', () => {
    expect(readFileSync(join(checkout, 'LICENSE'), 'utf8')).toMatch(
      /^MIT License\n\nCopyright \(c\) \d{4} The Limber developers/,
    );
    expect(readJson<{ license: string }>('package.json').license).toBe('MIT');
  });
});

describe('package.json', () => {
  interface Manifest {
    readonly main: string;
    readonly bin: Readonly<Record<string, string>>;
    readonly scripts: Readonly<Record<string, string>>;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  }
  const manifest = readJson<Manifest>('package.json');

  test('pins every package to one version', () => {
    const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  test('has every package of Babylon at the same version', () => {
    const versions = Object.entries(manifest.dependencies).flatMap(([name, version]) =>
      name.startsWith('@babylonjs/') ? [version] : [],
    );
    expect(versions.length).toBeGreaterThan(1);
    expect(new Set(versions).size).toBe(1);
  });

  test('has scripts and a command that begin on Node 20 with nothing installed', () => {
    const targets = Object.values(manifest.scripts).map((script) => /^node build\/scripts\/run\.mjs (\S+)/.exec(script)?.[1]);
    for (const target of targets.filter((name) => name !== undefined)) {
      const file = target.includes('/') ? target : `build/scripts/${target}.ts`;
      expect(existsSync(join(checkout, file)), file).toBe(true);
    }
    expect(readFileSync(join(checkout, manifest.bin['limber']!), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    for (const name of ['start', 'test', 'build', 'limber', 'bench'])
      expect(manifest.scripts[name]).toMatch(/^node build\/scripts\/run\.mjs /);
    const bare = globSync('build/scripts/**/*.mjs', { cwd: checkout }).map((file) => readFileSync(join(checkout, file), 'utf8'));
    const imported = bare.flatMap((text) => [...text.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, request]) => request!));
    expect(imported).toContain('./running.mjs');
    expect(imported.filter((request) => !/^node:|^\.{1,2}\/(.*\/)?[\w-]+\.mjs$/.test(request))).toEqual([]);
  });
});

describe('the lock file', () => {
  test('holds the packages of every platform', () => {
    expect(findMissingFromLock(readJson<LockFile>('package-lock.json'))).toEqual([]);
  });

  test('is found incomplete when a binary of another platform is taken out', () => {
    const { packages } = readJson<LockFile>('package-lock.json');
    const [taken] = Object.keys(packages).filter((path) => path.includes('@oxlint/binding-win32'));
    const { [taken!]: _, ...rest } = packages;
    expect(findMissingFromLock({ packages: rest })).toEqual([expect.stringContaining(taken!.slice('node_modules/'.length))]);
  });
});
