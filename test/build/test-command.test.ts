import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../../build/vite-targets.ts';
import { few } from '../helpers/extent.ts';

function npmTest(...names: readonly string[]): { readonly status: number | null; readonly lines: readonly string[] } {
  const script = join(projectFolder, 'build', 'scripts', 'test.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...names], { encoding: 'utf8' });
  return { status, lines: (stdout + stderr).trimEnd().split('\n') };
}

describe('npm test', () => {
  test('runs the checks that are named, and ends with the counts alone on a line', () => {
    const { status, lines } = npmTest('lock');
    expect(lines.at(-1)).toBe('1 passed, 0 failed');
    expect(lines.filter((line) => line.startsWith('> '))).toEqual(['> lock']);
    expect(status).toBe(0);
  });

  test('runs the tests of a file that is named @all', () => {
    const { status, lines } = npmTest('test/core/math/angles.test.ts');
    expect(lines.filter((line) => line.startsWith('> '))).toEqual(['> unit']);
    expect(lines.at(-1)).toMatch(/^[1-9]\d* passed, 0 failed(; nothing on sample files.*)?$/);
    expect(status).toBe(0);
  });

  test.each(few(['everything', 'core/math/angles.ts', 'test/no-such.test.ts', '../test'], 1))(
    'refuses %s, which it does not know',
    (name) => {
      const { status, lines } = npmTest(name);
      expect(lines).toEqual([
        expect.stringMatching(/^There is no check or test ".*"; the checks are lock, types-core, .*, journeys, desktop\.$/),
      ]);
      expect(status).toBe(2);
    },
  );
});
