import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolPath } from '../../build/scripts/tools.ts';
import { checkout } from './sources.ts';

let copy = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'limber-layers-'));
  const files = [
    'tsconfig.json',
    'core/tsconfig.json',
    'electron/tsconfig.json',
    'renderer/tsconfig.json',
    '.oxlintrc.json',
    'package.json',
  ];
  for (const file of files) cpSync(join(checkout, file), join(copy, file));
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'), 'junction');
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

function run(command: string, parameters: readonly string[]): { readonly refused: boolean; readonly output: string } {
  const result = spawnSync(process.execPath, [toolPath(command), ...parameters], { cwd: copy, encoding: 'utf8' });
  return { refused: result.status !== 0, output: result.stdout + result.stderr };
}

describe('the compiler', () => {
  test.each([
    ['core', 'export const width: number = document.body.clientWidth;', 'document'],
    ['core', 'export const folder: string = process.cwd();', 'process'],
    ['core', "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;", 'node:fs'],
    ['core', 'export const now = (): number => performance.now();', 'performance'],
    ['core', "export const say = (): void => console.log('hello');", 'console'],
    ['renderer', "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;", 'node:fs'],
    ['renderer', 'export const folder: string = process.cwd();', 'process'],
    ['electron', 'export const title: string = document.title;', 'document'],
  ])('refuses in %s: %s', (layer, text, culprit) => {
    const file = `${layer}/trespass.ts`;
    write(file, 'export const harmless = 1;\n');
    expect(run('tsc', ['-p', layer]).output).toBe('');
    write(file, `${text}\n`);
    const { refused, output } = run('tsc', ['-p', layer]);
    rmSync(join(copy, file));
    expect(refused).toBe(true);
    expect(output).toContain('trespass.ts');
    expect(output).toContain(culprit);
  });
});

describe('the linter', () => {
  test.each([
    ['core/math/trespass.ts', '../skeleton/pose.ts', 'core/math imports only from itself'],
    ['core/ik/trespass.ts', '../humanoid/bones.ts', 'core/ik imports only from itself'],
    ['core/ik/orders/trespass.ts', '../../animation/clip.ts', 'core/ik imports only from itself'],
    ['core/animation/trespass.ts', '../document/project.ts', 'core/animation imports only from itself'],
    ['core/skeleton/trespass.ts', 'zod', 'core/skeleton imports only from itself'],
    ['core/document/trespass.ts', '../../electron/contract.ts', 'core/document imports only from itself'],
    ['core/document/trespass.ts', '../formats/gltf/glb.ts', 'core/document imports only from itself'],
    ['core/formats/trespass.ts', 'three', 'core/formats imports only from itself'],
    ['renderer/panels/trespass.ts', '@babylonjs/core/scene.js', 'Only renderer/viewport imports Babylon'],
    ['renderer/viewport/trespass.ts', '@babylonjs/core', 'Import single Babylon modules'],
    ['renderer/state/trespass.ts', '../../electron/files/siblings.ts', 'The window knows only electron/contract.ts'],
    ['renderer/state/trespass.ts', 'node:fs/promises', 'The window has no Node'],
    ['electron/services/trespass.ts', 'electron', 'run without Electron'],
    ['electron/files/trespass.ts', '../../renderer/desktop.ts', 'share only electron/contract.ts'],
    ['electron/desktop/trespass.ts', '@babylonjs/core/scene.js', 'Babylon and React belong to the window'],
  ])('refuses in %s to import %s', (file, request, sentence) => {
    write(file, `import { something } from '${request}';\nexport const used = something;\n`);
    const { refused, output } = run('oxlint', [file]);
    rmSync(join(copy, file));
    expect(refused).toBe(true);
    expect(output.replaceAll(/\s+/g, ' ')).toContain(sentence);
  });

  test('lets a file import what its layer may', () => {
    write('core/ik/allowed.ts', "import { add } from '../math/vec3.ts';\nexport const sum = add;\n");
    write('renderer/viewport/allowed.ts', "import { Scene } from '@babylonjs/core/scene.js';\nexport const scene = Scene;\n");
    write(
      'renderer/state/allowed.ts',
      "import type { Desktop } from '../../electron/contract.ts';\nexport type Door = Desktop;\n",
    );
    write('electron/desktop/allowed.ts', "import { app } from 'electron';\nexport const name = app;\n");
    const { refused, output } = run('oxlint', ['core', 'renderer', 'electron']);
    expect(output).toContain('0 errors');
    expect(refused).toBe(false);
  });
});
