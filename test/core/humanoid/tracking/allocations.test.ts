import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COUNTING_ENGINE } from '../../../helpers/count-allocations.ts';

/** Bytes of a frame, in an engine that compiles early and inlines calls as usual. */
const MOST = 2048;
const ENGINE = COUNTING_ENGINE.filter((flag) => !flag.includes('inlined'));

test('a frame of a tracker allocates at most 2 kB, with six parts, with three and legs that step, and with three and heels that rise @all', () => {
  const run = spawnSync(process.execPath, [...ENGINE, join(import.meta.dirname, 'allocations.ts')], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  const bytes: Record<string, number> = JSON.parse(run.stdout);
  expect(Object.entries(bytes).filter(([, most]) => !(most < MOST))).toEqual([]);
  expect(Object.keys(bytes)).toEqual(['six', 'three', 'sways']);
});
