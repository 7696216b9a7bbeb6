import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ORDERS, PACKAGES } from '../../build/layers/table.ts';
import { whyRefused } from '../../build/layers/why-refused.ts';
import { checkout, circlesOf, parseSource, reachable, readSources } from './sources.ts';

const sources = readSources();

describe('the imports of a file', () => {
  test('are found in every form that TypeScript has', () => {
    const text = `import type { A } from './a.ts'; import b, { type C } from 'b'; import 'style.css'; export { d } from '../d.ts';
      const e = await import('./e.ts'); let f: import('./f.ts').F; export * from './g.ts'; export default b;`;
    expect(parseSource('core/math/x.ts', text)).toEqual({
      path: 'core/math/x.ts',
      requests: ['./a.ts', 'b', 'style.css', '../d.ts', './g.ts', './e.ts', './f.ts'],
      imports: ['core/math/a.ts', 'b', 'style.css', 'core/d.ts', 'core/math/g.ts', 'core/math/e.ts', 'core/math/f.ts'],
      exportsEverything: true,
      hasDefaultExport: true,
    });
  });

  test('are followed from file to file', () => {
    const files = ['a', 'b', 'c'].map((name, i) =>
      parseSource(`core/${name}.ts`, ["import './b.ts'", "import 'zod'", "import 'react'"][i]!),
    );
    expect(reachable(files, ['core/a.ts']).get('zod')).toEqual(['core/a.ts', 'core/b.ts', 'zod']);
    expect(reachable(files, ['core/a.ts']).has('react')).toBe(false);
  });
});

describe('circles of imports', () => {
  test('are found through values and types, each as one', () => {
    const texts = {
      a: "import './b.ts'",
      b: "import type { C } from './c.ts'",
      c: "let x: import('./a.ts').A",
      d: "import './a.ts'",
      e: '',
    };
    const files = Object.entries(texts).map(([name, text]) => parseSource(`core/${name}.ts`, text));
    expect(circlesOf(files)).toEqual([['core/a.ts', 'core/b.ts', 'core/c.ts']]);
  });

  test('are nowhere in the sources', () => {
    expect(circlesOf(sources)).toEqual([]);
  });
});

describe('the table of layers', () => {
  test.each([
    ['core/skeleton/a.ts', '../math/vec3.ts'],
    ['core/ik/solver.ts', './search/search.ts'],
    ['core/ik/search/a.ts', './b.ts'],
    ['core/index.ts', './document/history.ts'],
    ['core/formats/gltf/a.ts', 'zod'],
    ['electron/services/a.ts', '../files/storage/lock.ts'],
    ['electron/desktop/a.ts', 'electron'],
    ['electron/cli/a.ts', '../../package.json'],
    ['renderer/panels/a.tsx', '../viewport/create-viewport.ts'],
    ['renderer/viewport/a.ts', '@babylonjs/core/scene.js'],
    ['renderer/main.tsx', './desktop.ts'],
    ['test/core/a.test.ts', '../../renderer/desktop.ts'],
  ])('lets %s import %s', (path, request) => {
    expect(whyRefused(path, request)).toBeNull();
  });

  test.each([
    ['core/math/a.ts', '../index.ts', 'core/math must not import core/index.ts'],
    ['core/math/a.ts', '../../test/a.ts', 'core must not import test/a.ts'],
    ['core/ik/steps/a.ts', '../solver.ts', 'core/ik/steps must not import core/ik/solver.ts'],
    ['core/ik/steps/a.ts', '../search/search.ts', 'core/ik/steps must not import core/ik/search'],
    ['core/formats/text/a.ts', 'node:fs', 'core/formats must not import the package node'],
    ['electron/contract.ts', 'zod', 'electron/contract.ts must not import the package zod'],
    ['electron/services/a.ts', '../ipc.ts', 'electron/services must not import electron/ipc.ts'],
    ['electron/cli/a.ts', '../desktop/main.ts', 'electron/cli must not import electron/desktop'],
    ['renderer/state/a.ts', '../viewport/pointer.ts', 'renderer/state must not import renderer/viewport'],
    ['renderer/commands/a.ts', '@babylonjs/core/scene.js', 'renderer/commands must not import the package @babylonjs/core'],
  ])('does not let %s import %s', (path, request, sentence) => {
    expect(whyRefused(path, request)).toContain(`${sentence}: `);
  });

  test('holds every folder of core, and nothing that is not there', () => {
    const entries = Object.entries(ORDERS).flatMap(([folder, order]) => order.flat().map((name) => join(folder, name)));
    expect([...entries, ...Object.keys(PACKAGES)].filter((path) => !existsSync(join(checkout, path)))).toEqual([]);
    const inParts = sources.filter(({ path }) => /^(core|core\/(ik|humanoid|formats)|electron|renderer)\/[^/]+\//.test(path));
    const unknown = inParts.filter(({ path }) => !entries.some((entry) => path.startsWith(`${entry.replaceAll('\\', '/')}/`)));
    expect(unknown).toEqual([]);
  });

  test('is what every source keeps to', () => {
    expect(sources.length).toBeGreaterThan(400);
    expect(sources.flatMap(({ path, requests }) => requests.map((request) => whyRefused(path, request)))).toEqual(
      sources.flatMap(({ requests }) => requests.map(() => null)),
    );
  });

  test('is what the README pages say', () => {
    const page = readFileSync(join(checkout, 'README.md'), 'utf8');
    expect(page).toContain(ORDERS['core']!.map((name) => `\`${String(name)}\``).join(' '));
    expect(page).toContain(['state', 'tools', 'viewport', 'commands', 'panels'].map((name) => `\`${name}\``).join(' '));
    expect(ORDERS['renderer']!.flat().slice(-5)).toEqual(['state', 'tools', 'viewport', 'commands', 'panels']);
    const corePage = readFileSync(join(checkout, 'core', 'README.md'), 'utf8');
    for (const folder of ['core', 'core/ik']) {
      expect(corePage).toContain(ORDERS[folder]!.map((name) => `\`${String(name)}\``).join(' ← '));
    }
  });
});

test('services, files, command line and browser host run without Electron', () => {
  const starts = sources.map(({ path }) => path).filter((path) => /^electron\/(?!desktop\/)/.test(path));
  expect(starts.length).toBeGreaterThan(10);
  expect(reachable(sources, starts).get('electron')).toBeUndefined();
});

test('panels make no edits of their own: they run commands and call what the state offers', () => {
  const texts = sources.filter(({ path }) => path.startsWith('renderer/panels/'));
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter(({ imports }) => imports.some((request) => /^core\/document\/edits|state\/editing/.test(request)))).toEqual(
    [],
  );
});

test('every source names what it exports, one by one', () => {
  expect(sources.filter(({ exportsEverything, hasDefaultExport }) => exportsEverything || hasDefaultExport)).toEqual([]);
});

/** Files that stand beside each other in a folder. */
const MOST_FILES = 20;

test('a folder of the state holds so few files that one look finds the one that is meant', () => {
  const counts = new Map<string, number>();
  for (const folder of sources.map(({ path }) => posix.dirname(path))) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const crowded = [...counts].filter(([folder, count]) => folder.startsWith('renderer/state') && count > MOST_FILES);
  expect(crowded).toEqual([]);
});

test('within a layer a file is found by its name alone', () => {
  const byName = new Map<string, string[]>();
  for (const { path } of sources) {
    // What a message is called in the contract, the service that answers it is called too.
    const layer = path.startsWith('electron/contract/') ? 'contract' : path.split('/')[0]!;
    const name = `${layer}: ${posix.basename(path).replace(/\.tsx?$/, '')}`;
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  expect(byName.size).toBeGreaterThan(1000);
  expect([...byName.values()].filter(({ length }) => length > 1)).toEqual([]);
});
