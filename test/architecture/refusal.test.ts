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
    'build/layers',
  ];
  for (const file of files) cpSync(join(checkout, file), join(copy, file), { recursive: true });
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
    ['core/ik/trespass.ts', "import { x } from '../humanoid/bones.ts';", 'core/ik must not import core/humanoid'],
    ['core/ik/trespass.ts', "export { x } from '../humanoid/bones.ts';", 'core/ik must not import core/humanoid'],
    ['core/ik/trespass.ts', "export type X = import('../humanoid/bones.ts').X;", 'core/ik must not import core/humanoid'],
    ['core/skeleton/trespass.ts', "import { z } from 'zod';", 'core must not import the package zod'],
    ['electron/services/trespass.ts', "import { app } from 'electron';", 'electron must not import the package electron'],
    ['renderer/state/trespass.ts', "const x = await import('node:fs');", 'renderer/state must not import the package node'],
    ['renderer/viewport/trespass.ts', "import { Scene } from '@babylonjs/core';", 'Import single Babylon modules'],
  ])('refuses in %s: %s', (file, text, sentence) => {
    write(file, `${text}\nexport const harmless = 1;\n`);
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
