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

/** What a tool prints of files that trespass, all of them tried in one run. */
function refusalOf(
  files: readonly (readonly [file: string, text: string])[],
  command: string,
  parameters: readonly string[],
): string {
  for (const [file, text] of files) write(file, text);
  const { refused, output } = run(command, parameters);
  for (const [file] of files) rmSync(join(copy, file));
  expect(refused).toBe(true);
  return output;
}

describe('the compiler', () => {
  const TRESPASSES = [
    ['core', 'export const width: number = document.body.clientWidth;', 'document'],
    ['core', 'export const folder: string = process.cwd();', 'process'],
    ['core', "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;", 'node:fs'],
    ['core', 'export const now = (): number => performance.now();', 'performance'],
    ['core', "export const say = (): void => console.log('hello');", 'console'],
    ['renderer', "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;", 'node:fs'],
    ['renderer', 'export const folder: string = process.cwd();', 'process'],
    ['electron', 'export const title: string = document.title;', 'document'],
  ] as const;
  const fileOf = (index: number) => `${TRESPASSES[index]![0]}/trespass-${index}.ts`;
  const LAYERS = ['core', 'renderer', 'electron'] as const;
  const told = new Map<string, string>();
  const saidOfHarmless = new Map<string, string>();

  beforeAll(() => {
    for (const layer of LAYERS) {
      write(`${layer}/harmless.ts`, 'export const harmless = 1;\n');
      saidOfHarmless.set(layer, run('tsc', ['-p', layer]).output);
      const files = TRESPASSES.flatMap(([of, text], i) => (of === layer ? [[fileOf(i), `${text}\n`] as const] : []));
      const lines = refusalOf(files, 'tsc', ['-p', layer]).split('\n');
      for (const [file] of files) told.set(file, lines.filter((line) => line.startsWith(file)).join('\n'));
    }
  });

  test.each(LAYERS)('takes what is harmless in %s', (layer) => {
    expect(saidOfHarmless.get(layer)).toBe('');
  });

  test.each(TRESPASSES.map((trespass, i) => [...trespass, fileOf(i)] as const))('refuses in %s: %s', (_, __, culprit, file) => {
    expect(told.get(file)).toMatch(/error TS/);
    expect(told.get(file)).toContain(culprit);
  });
});

describe('the linter', () => {
  const TRESPASSES = [
    ['core/ik', "import { x } from '../humanoid/bones.ts';", 'core/ik must not import core/humanoid'],
    ['core/ik', "export { x } from '../humanoid/bones.ts';", 'core/ik must not import core/humanoid'],
    ['core/ik', "export type X = import('../humanoid/bones.ts').X;", 'core/ik must not import core/humanoid'],
    ['core/skeleton', "import { z } from 'zod';", 'core must not import the package zod'],
    ['electron/services', "import { app } from 'electron';", 'electron must not import the package electron'],
    ['renderer/state', "const x = await import('node:fs');", 'renderer/state must not import the package node'],
    ['renderer/viewport', "import { Scene } from '@babylonjs/core';", 'Import single Babylon modules'],
  ] as const;
  const fileOf = (index: number) => `${TRESPASSES[index]![0]}/trespass-${index}.ts`;
  let told: readonly { readonly filename: string }[] = [];

  beforeAll(() => {
    const files = TRESPASSES.map(([, text], i) => [fileOf(i), `${text}\nexport const harmless = 1;\n`] as const);
    told = JSON.parse(refusalOf(files, 'oxlint', ['--format', 'json', 'core', 'renderer', 'electron'])).diagnostics;
  });

  test.each(TRESPASSES.map((trespass, i) => [...trespass, fileOf(i)] as const))('refuses in %s: %s', (_, __, sentence, file) => {
    expect(JSON.stringify(told.filter(({ filename }) => filename === file))).toContain(sentence);
  });

  test('lets a file import what its layer may @all', () => {
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
