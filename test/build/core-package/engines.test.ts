import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CORE_PACKAGE } from '../../../build/scripts/core-package/build-core.ts';
import { fetchEngine, FURTHER_ENGINES, OLDEST_ENGINES } from '../../../build/scripts/core-package/engines.ts';
import { projectFolder } from '../../../build/vite-targets.ts';
import { TRIES_ALL } from '../../helpers/extent.ts';
import { readFunctions } from '../../helpers/public-functions.ts';
import { RIGHT, WITHOUT_RIGHT } from '../../helpers/right-arguments.ts';
import { examplesOf } from './examples.ts';
import { installPackage, type InstalledPackage } from './installed-package.ts';

const tried = TRIES_ALL ? [...OLDEST_ENGINES, ...FURTHER_ENGINES] : OLDEST_ENGINES;
const engines = tried.map((engine) => ({ ...engine, title: `${engine.name} ${engine.version}`, found: fetchEngine(engine) }));
for (const { found } of engines) if (found.path === null) console.log(`SKIP ${found.reason}`);

let core: InstalledPackage;
/** What this engine prints of each program. */
let expected: readonly string[];

beforeAll(async () => {
  core = await installPackage();
  const programs = [['every-function', await everyFunction()] as const, ...examplesOf(core.installed)];
  for (const [name, code] of programs) writeFileSync(join(core.program, `${name}.mjs`), stripTypeScriptTypes(code));
  const lines = programs.map(([name]) => `console.log('# ${name}');\nawait import('./${name}.mjs');\n`);
  writeFileSync(join(core.program, 'all.mjs'), lines.join(''));
  expected = core.run('all.mjs').split('\n');
}, 120_000);
afterAll(() => core?.remove());

/** A program that calls every public function. What it needs of the tests is bundled with it, the package is imported. */
async function everyFunction(): Promise<string> {
  const functions = [...readFunctions()].map(([name, parameters]) => [
    name,
    parameters.map(({ type, isOptional }) => (isOptional && !(type in RIGHT) ? null : type)),
  ]);
  const bundle = await build({
    input: fileURLToPath(new URL('./call-everything.ts', import.meta.url)),
    write: false,
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      { name: 'package', resolveId: (id) => (/core[/\\]index\.ts$/.test(id) ? { id: CORE_PACKAGE, external: true } : null) },
    ],
    output: { codeSplitting: false },
  });
  return `${bundle.output[0].code}\nfor (const line of callEverything(${JSON.stringify(functions)})) console.log(line);\n`;
}

test('the oldest engines that are tried are those that engines of package.json names', () => {
  const { engines: allowed } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  expect(OLDEST_ENGINES.map(({ version }) => version)).toEqual(
    allowed.node.split(' || ').map((range: string) => range.replace(/^\D+/, '')),
  );
});

test('the programs print what the pages promise, and call nearly every public function without a refusal', () => {
  const calls = expected.slice(1, expected.indexOf('# README-1'));
  expect(calls.length).toBeGreaterThan(130);
  expect(calls.filter((line) => line.includes('Error')).map((line) => line.split(' ')[0])).toEqual(WITHOUT_RIGHT);
  const promised = examplesOf(core.installed).flatMap(([name, code]) => [
    `# ${name}`,
    ...[...code.matchAll(/^\/\/ prints: (.*)$/gm)].map((match) => match[1]!),
  ]);
  expect(expected.slice(calls.length + 1)).toEqual([...promised, '']);
});

describe.each(engines)('$title', ({ found, parameters }) => {
  test.skipIf(found.path === null)('prints of every public function and every page what this engine prints', () => {
    expect(core.run('all.mjs', null, [found.path!, ...parameters]).split('\n')).toEqual(expected);
  });
});

/** Prints what the language itself brings in this engine: `Map.groupBy` of what a class has, `.with` of what its objects have. */
const BUILT_INS = `import { runInNewContext } from 'node:vm';
const language = runInNewContext('globalThis');
for (const name of Object.getOwnPropertyNames(language)) {
  console.log(name);
  for (const own of Object.getOwnPropertyNames(language[name] ?? {})) console.log(name + '.' + own);
  for (const own of Object.getOwnPropertyNames(language[name]?.prototype ?? {})) console.log('.' + own);
}`;

test.skipIf(engines[0]!.found.path === null)('the package uses nothing of ECMAScript that the oldest engine has not', () => {
  const oldest = new Set(core.run('built-ins.mjs', BUILT_INS, [engines[0]!.found.path!]).split('\n'));
  const later = core
    .run('built-ins.mjs')
    .split('\n')
    .filter((name) => !oldest.has(name));
  expect(later).toContain('Map.groupBy');
  expect(later).toContain('.symmetricDifference');
  const modules = readdirSync(core.installed, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'));
  const text = modules
    .map((path) => readFileSync(join(core.installed, path), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*/gm, ''))
    .join('\n');
  const used = later.filter((name) =>
    new RegExp(`${name.startsWith('.') ? '' : '(?<![.\\w$])'}${name.replaceAll('.', String.raw`\.`)}\\b(?! *[:=])`).test(text),
  );
  // What a move of a pull and a take of a motion are called, not what an engine does with things to dispose of and with iterators.
  expect([...new Set(used)].sort()).toEqual(['.move', '.take']);
});
