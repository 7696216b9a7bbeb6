import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COUNTING_ENGINE } from '../../helpers/count-allocations.ts';

/**
 * Bytes beyond what a copy of the outcome takes: less than a closure. Outcomes of several goals grow their lists as they go, which takes an array more,
 * and a few bytes a goal.
 */
const ROOM = 60;
const LISTS = 160;
const PER_GOAL = 10;
/** Bytes more where limits are coupled, for looking at which of them hold: of a whole solve, not of a step. */
const COUPLED = 160;

test('a solve into a pose of the caller’s allocates its outcome and nothing else, in reach or not, whichever calls the engine inlines @all', () => {
  const run = spawnSync(process.execPath, [...COUNTING_ENGINE, join(import.meta.dirname, 'allocations.ts')], {
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  const measured: { name: string; status: string; goals: number; bytes: number; outcome: number }[] = JSON.parse(run.stdout);
  expect(measured.map(({ status }) => status).join()).toBe('reached,stalled,stalled,stalled,stalled,stalled,stalled,stalled');
  const roomOf = (name: string, goals: number): number =>
    (goals === 1 ? ROOM : LISTS + PER_GOAL * goals) + (name === 'coupled limits' ? COUPLED : 0);
  const isOnlyOutcome = ({ name, goals, bytes, outcome }: (typeof measured)[number]) =>
    bytes > 500 && bytes <= outcome + roomOf(name, goals);
  expect(measured.filter((each) => !isOnlyOutcome(each))).toEqual([]);
});
