import { InvalidArgumentError } from 'commander';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longestFirst, rangeOf, shardOf, tasksOfShard } from '../../../../electron/cli/batch/shares.ts';
import type { BatchTask } from '../../../../electron/cli/batch/task.ts';

const tasksOf = (count: number): BatchTask[] =>
  Array.from({ length: count }, (_, index) => ({
    index,
    command: 'convert',
    sources: [`${index}`],
    character: null,
    out: `${index}.bvh`,
    options: {},
  }));

describe('the shards of a batch', () => {
  test('hold every task once, and none has more to do than the least laden one and its longest task', () => {
    const anyBatch = fc.tuple(
      fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { maxLength: 80 }),
      fc.integer({ min: 1, max: 12 }),
    );
    fc.assert(
      fc.property(anyBatch, ([seconds, of]) => {
        const tasks = tasksOf(seconds.length);
        const expected = Float64Array.from(seconds);
        const shards = Array.from({ length: of }, (_, i) => tasksOfShard(tasks, expected, { number: i + 1, of }));
        const numbers = shards.flat().map(({ index }) => index);
        expect(numbers.sort((a, b) => a - b)).toEqual(tasks.map(({ index }) => index));
        const loads = shards.map((shard) => shard.reduce((sum, { index }) => sum + seconds[index]!, 0));
        const least = Math.min(...loads);
        shards.forEach((shard, i) => {
          const shortest = Math.min(...shard.map(({ index }) => seconds[index]!));
          if (shard.length > 0) expect(loads[i]! - shortest).toBeLessThanOrEqual(least + 1e-9);
        });
      }),
    );
  });

  test('begin with their longest task', () => {
    const tasks = tasksOf(4);
    expect(longestFirst(tasks, Float64Array.of(1, 3, 2, 3)).map(({ index }) => index)).toEqual([1, 3, 2, 0]);
  });

  test('are named by number and count, tasks by number or range', () => {
    expect(shardOf('2/8')).toEqual({ number: 2, of: 8 });
    expect(rangeOf('17-32')).toEqual({ first: 17, last: 32 });
    expect(rangeOf('5')).toEqual({ first: 5, last: 5 });
    for (const text of ['0/3', '4/3', '1', 'a/b', '1/3x', '']) expect(() => shardOf(text)).toThrow(InvalidArgumentError);
    for (const text of ['0', '3-2', '1-', '-1', '1-2-3', '']) expect(() => rangeOf(text)).toThrow(InvalidArgumentError);
  });
});
