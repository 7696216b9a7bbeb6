import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { isBuilt } from '../../build/scripts/starting/built.ts';
import { projectFolder } from '../../build/vite-targets.ts';

const dist = join(projectFolder, 'dist');

function read(...path: readonly string[]): string {
  return readFileSync(join(dist, ...path), 'utf8');
}

/** What a bundle loads while it runs: static and dynamic imports, and `require` by whatever name the bundler gave it. */
function requests(text: string): readonly string[] {
  const { module } = parseSync('bundle.js', text);
  const dynamic = module.dynamicImports
    .map(({ moduleRequest: { start, end } }) => text.slice(start, end))
    // The command line lies beside the main process, and a user's script anywhere, under an address that is made up at run time.
    .filter((request) => !/^[\w$]+(\([\w$]+\))?\.href$/.test(request))
    .map((request) => request.replaceAll(/['"]/g, ''));
  // Where a quote stands before it, it is text: of programs that a validator of schemas could write, and does not here.
  const required = [...text.matchAll(/(?<!['"`])\b(?:__)?require\("([^"]+)"\)/g)].map(([, request]) => request!);
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...dynamic, ...required];
}

describe.skipIf(!isBuilt())('what was built', () => {
  test.each(['main.js', 'job-worker.js', 'cli.js', 'batch-worker.js', 'solver-worker.js'])(
    'has in %s everything that a package without node_modules needs',
    (file) => {
      const found = requests(read('electron', file));
      expect(found.length).toBeGreaterThan(0);
      expect(found.filter((request) => request !== 'electron' && !isBuiltin(request))).toEqual([]);
    },
  );

  test('never loads Electron in the worker of jobs', () => {
    expect(requests(read('electron', 'job-worker.js'))).not.toContain('electron');
  });

  test('has a preload of one CommonJS file that loads Electron alone, as a sandbox demands', () => {
    const text = read('electron', 'preload.cjs');
    expect(requests(text)).toEqual(['electron']);
    expect(parseSync('preload.cjs', text).module.hasModuleSyntax).toBe(false);
  });

  test('has a page that loads its own files only', () => {
    const addresses = [...read('renderer', 'index.html').matchAll(/\b(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses) {
      expect(address).toMatch(/^\.\//);
      expect(existsSync(join(dist, 'renderer', address)), address).toBe(true);
    }
  });

  test('has a packed copy beside every script and style of the window, which unpacks to the file', () => {
    const window = join(dist, 'renderer');
    const files = readdirSync(window, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:js|css|html)$/.test(name));
    expect(files.length).toBeGreaterThan(50);
    const large = files.filter((name) => statSync(join(window, name)).size > 1000);
    expect(large.filter((name) => !existsSync(join(window, `${name}.gz`)))).toEqual([]);
    const [first] = large;
    expect(gunzipSync(readFileSync(join(window, `${first}.gz`))).equals(readFileSync(join(window, first!)))).toBe(true);
  });

  test('brings the mannequin', () => {
    const shipped = readFileSync(join(dist, 'assets', 'mannequin.glb'));
    expect(shipped.equals(readFileSync(join(projectFolder, 'build', 'assets', 'mannequin.glb')))).toBe(true);
  });
});
