import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';

const core = join(import.meta.dirname, '..', '..', 'core');
const pages = join(core, '..', 'docs', 'core');
const examplesOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1]!);
const programs = readdirSync(pages).flatMap((page) =>
  examplesOf(join(pages, page)).map((code, i) => [`${page.replace('.md', '')}-${i + 1}`, code] as const),
);
// Inside the checkout, where the test runner compiles what it imports.
const folder = mkdtempSync(join(import.meta.dirname, '.examples-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** The fields of all interfaces of a file. */
function fieldsOf(...path: string[]): string[] {
  const source = readFileSync(join(core, ...path), 'utf8');
  return [...new Set([...source.matchAll(/^ {2}readonly (\w+)\??:/gm)].map((match) => match[1]!))];
}

test('docs/core/solving.md names every kind of goal, every field of one and every option', () => {
  const text = readFileSync(join(pages, 'solving.md'), 'utf8');
  const goals = readFileSync(join(core, 'ik', 'request', 'goals.ts'), 'utf8');
  const kinds = [...goals.matchAll(/readonly kind: '(\w+)'/g)].map((match) => match[1]!);
  const fields = [...fieldsOf('ik', 'request', 'goals.ts'), ...fieldsOf('ik', 'request', 'options.ts')].filter(
    (field) => field !== 'kind',
  );
  expect(kinds.length).toBe(8);
  expect(fields.length).toBeGreaterThan(20);
  expect([...kinds, ...fields].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

describe('the examples of docs/core', () => {
  test('there are some', () => {
    expect(programs.length).toBeGreaterThan(8);
  });

  test.each(programs)('example %s prints what it says', async (name, code) => {
    const file = join(folder, `example-${name}.ts`);
    writeFileSync(
      file,
      code.replaceAll(/'(?:\.\/|\.\.\/\.\.\/core\/)index\.ts'/g, `'${join(core, 'index.ts').replaceAll('\\', '/')}'`),
    );
    const printed: string[] = [];
    const spy = vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => void printed.push(values.join(' ')));
    try {
      await import(pathToFileURL(file).href);
    } finally {
      spy.mockRestore();
    }
    const promised = [...code.matchAll(/^\/\/ prints: (.*)$/gm)].map((match) => match[1]);
    expect(promised.length).toBeGreaterThan(0);
    expect(printed).toEqual(promised);
  });
});
