import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COUNTING_ENGINE } from '../../helpers/count-allocations.ts';

/** Bytes a call: nothing that grows with joints, and the check of the options. */
const MOST_READ = 50;
const MOST_APPLIED = 600;

test('a pose read into one of the caller’s, and one applied to the joints that may move, allocate nothing that grows with joints', () => {
  const run = spawnSync(process.execPath, [...COUNTING_ENGINE, join(import.meta.dirname, 'allocations.ts')], {
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  const { read, apply }: Record<string, number> = JSON.parse(run.stdout);
  expect([read! < MOST_READ, apply! < MOST_APPLIED], run.stdout).toEqual([true, true]);
});
