import { describe, expect, test } from 'vitest';
import { parseSource, reachable, readSources, type SourceFile } from './sources.ts';

const sources = readSources();
const CORE_FOLDERS = ['math', 'skeleton', 'ik', 'humanoid', 'animation', 'library', 'document', 'formats'];
/** Packages that a folder of core may import: what `formats` reads is checked with zod. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = { formats: ['zod'] };
/** Parts of one folder, each of which imports only from those before it; what stands beside them strings them together. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'core/ik': ['request', 'mechanism', 'steps', 'jacobian', 'newton', 'finish', 'reference', 'search'],
  'core/humanoid': ['body', 'detection', 'anatomy', 'rigging', 'transfer', 'pulling'],
  'core/formats': ['text', 'gltf', 'bvh', 'clips'],
  'electron/files': ['storage', 'project'],
};

/** The imports of files in `folder` that `isAllowed` refuses, as `file imports module`. */
function forbidden(folder: string, isAllowed: (request: string, file: SourceFile) => boolean): readonly string[] {
  return sources
    .filter(({ path }) => path.startsWith(folder))
    .flatMap((file) =>
      file.imports.filter((request) => !isAllowed(request, file)).map((request) => `${file.path} imports ${request}`),
    );
}

function isPackageOf(folder: string, request: string): boolean {
  return PACKAGES[folder]?.includes(request) ?? false;
}

function isPackage(request: string): boolean {
  return !/^(core|electron|renderer|test|build)\//.test(request);
}

describe('the imports of a file', () => {
  test('are found in every form that TypeScript has', () => {
    const text = `import type { A } from './a.ts'; import b, { type C } from 'b'; import 'style.css'; export { d } from '../d.ts';
      const e = await import('./e.ts'); let f: import('./f.ts').F; export * from './g.ts'; export default b;`;
    expect(parseSource('core/math/x.ts', text)).toEqual({
      path: 'core/math/x.ts',
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

describe('core', () => {
  test('is there', () => {
    for (const folder of CORE_FOLDERS) expect(sources.some(({ path }) => path.startsWith(`core/${folder}/`))).toBe(true);
  });

  test('depends on nothing but itself', () => {
    const isAllowed = (request: string, { path }: SourceFile) =>
      request.startsWith('core/') || isPackageOf(path.split('/')[1]!, request);
    expect(forbidden('core/', isAllowed)).toEqual([]);
  });

  test.each(CORE_FOLDERS.map((folder, i) => [folder, CORE_FOLDERS.slice(0, i + 1)] as const))(
    'has a folder %s that imports only from %j',
    (folder, before) => {
      const isAllowed = (request: string) =>
        before.some((name) => request.startsWith(`core/${name}/`)) || isPackageOf(folder, request);
      expect(forbidden(`core/${folder}/`, isAllowed)).toEqual([]);
    },
  );
});

describe.each(Object.entries(PARTS))('%s', (folder, parts) => {
  test('has no other parts', () => {
    const inside = sources.filter(({ path }) => path.startsWith(`${folder}/`)).map(({ path }) => path.slice(folder.length + 1));
    const found = new Set(inside.filter((path) => path.includes('/')).map((path) => path.split('/')[0]!));
    expect([...found].toSorted()).toEqual(parts.toSorted());
  });

  test.each(parts.map((part, i) => [part, parts.slice(0, i + 1)] as const))(
    'has a part %s that imports only from %j',
    (part, before) => {
      expect(sources.some(({ path }) => path.startsWith(`${folder}/${part}/`))).toBe(true);
      const isAllowed = (request: string) =>
        !request.startsWith(`${folder}/`) || before.some((name) => request.startsWith(`${folder}/${name}/`));
      expect(forbidden(`${folder}/${part}/`, isAllowed)).toEqual([]);
    },
  );
});

describe('renderer', () => {
  test('knows core, itself and of electron only the contract', () => {
    const isAllowed = (request: string) =>
      isPackage(request) || /^(core|renderer)\//.test(request) || request === 'electron/contract.ts';
    expect(forbidden('renderer/', isAllowed)).toEqual([]);
  });

  test('has neither Node nor Electron', () => {
    expect(
      forbidden('renderer/', (request) => !/^node:|^electron(\/|$)/.test(request) || request === 'electron/contract.ts'),
    ).toEqual([]);
  });

  test('imports Babylon only in its viewport, and there one module at a time', () => {
    const isAllowed = (request: string, { path }: SourceFile) =>
      !request.startsWith('@babylonjs/') || (path.startsWith('renderer/viewport/') && /\.(js|wasm)(\?url)?$/.test(request));
    expect(forbidden('renderer/', isAllowed)).toEqual([]);
  });

  test('asks the main process through renderer/desktop.ts alone', () => {
    const callers = sources.filter(({ path }) => path.startsWith('renderer/'));
    expect(callers.some(({ path }) => path === 'renderer/desktop.ts')).toBe(true);
    expect(
      forbidden('renderer/', (request, { path }) => request !== '@msgpack/msgpack' || path === 'renderer/desktop.ts'),
    ).toEqual([]);
  });
});

describe('electron', () => {
  test('knows core and itself, not the window', () => {
    expect(forbidden('electron/', (request) => isPackage(request) || /^(core|electron)\//.test(request))).toEqual([]);
    expect(forbidden('electron/', (request) => !/^(@babylonjs|react)/.test(request))).toEqual([]);
  });

  test('runs its services, files, command line and browser host without Electron', () => {
    const isStart = (path: string) => /^electron\/(services|files|cli|browser)\/|^electron\/[^/]+$/.test(path);
    const starts = sources.map(({ path }) => path).filter(isStart);
    expect(starts.length).toBeGreaterThan(10);
    expect(reachable(sources, starts).get('electron')).toBeUndefined();
  });

  test('has a contract of types only', () => {
    const contract = sources.find(({ path }) => path === 'electron/contract.ts')!;
    expect(contract.imports.filter((request) => !request.startsWith('core/'))).toEqual([]);
  });
});

describe('every source', () => {
  test('names what it exports, one by one', () => {
    expect(sources.filter(({ exportsEverything, hasDefaultExport }) => exportsEverything || hasDefaultExport)).toEqual([]);
  });
});
