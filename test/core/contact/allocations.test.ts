import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COUNTING_ENGINE } from '../../helpers/count-allocations.ts';

const ENGINE = COUNTING_ENGINE.filter((flag) => !flag.includes('inlined'));

test('queries of surfaces allocate nothing', () => {
  const run = spawnSync(process.execPath, [...ENGINE, join(import.meta.dirname, 'allocations.ts')], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  const { nothing, ...counts }: Record<string, number> = JSON.parse(run.stdout);
  expect(counts).toEqual({ mesh: nothing, ball: nothing, cylinder: nothing });
});
