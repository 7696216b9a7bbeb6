import { stat } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import { extensionOf } from '../../../core/formats/text/file-name.ts';
import { inParallel } from '../../files/storage/in-parallel.ts';
import type { BatchTask } from './task.ts';

/** One of so many parts of a batch, from 1. */
export interface Shard {
  readonly number: number;
  readonly of: number;
}

/** Tasks by their places in the plan, from 1, both included. */
export interface TaskRange {
  readonly first: number;
  readonly last: number;
}

/** Seconds that a task takes on one core beside reading: measured on the sample clips, to share work out and no more. */
const BASE_SECONDS = 0.2;
const SECONDS_PER_BYTE: Readonly<Record<string, number>> = {
  '.bvh': 1.8e-6,
  '.npz': 2e-6,
  '.json': 1e-6,
  '.fbx': 1e-6,
  '.glb': 2e-7,
  '.vrma': 2e-6,
};
const OTHER_SECONDS_PER_BYTE = 2e-7;

/** `2/8`. */
export function shardOf(text: string): Shard {
  const [, number = '', of = ''] = /^(\d{1,6})\/(\d{1,6})$/.exec(text.trim()) ?? [];
  const shard = { number: Number(number), of: Number(of) };
  if (number !== '' && shard.number >= 1 && shard.number <= shard.of) return shard;
  throw new InvalidArgumentError(`expected K/N with K from 1 to N, such as 2/8, got "${text}".`);
}

/** `17` or `17-32`. */
export function rangeOf(text: string): TaskRange {
  const [, first = '', last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text.trim()) ?? [];
  const range = { first: Number(first), last: Number(last) };
  if (first !== '' && range.first >= 1 && range.first <= range.last) return range;
  throw new InvalidArgumentError(`expected the number of a task or a range such as 17-32, got "${text}".`);
}

/** Seconds that each task may take, by the sizes of what it reads. Files that are not there count as empty. */
export async function expectSeconds(tasks: readonly BatchTask[]): Promise<Float64Array> {
  const paths = [...new Set(tasks.flatMap(({ sources }) => sources))];
  const seconds = await inParallel(paths, async (path) => {
    const size = await stat(path).then(
      (stats) => stats.size,
      () => 0,
    );
    return BASE_SECONDS + size * (SECONDS_PER_BYTE[extensionOf(path)] ?? OTHER_SECONDS_PER_BYTE);
  });
  const expected = new Map(paths.map((path, i) => [path, seconds[i]!]));
  return Float64Array.from(tasks, ({ sources }) => sources.reduce((sum, path) => sum + expected.get(path)!, 0));
}

/**
 * The tasks of a shard. All shards take about the same time: the longest task goes to the shard that has least to do so far, and so on. It
 * depends on the plan alone, so each shard finds its own tasks by itself.
 */
export function tasksOfShard(tasks: readonly BatchTask[], seconds: Float64Array, { number, of }: Shard): BatchTask[] {
  const queue = longestFirst(tasks, seconds);
  // A heap by load and then by number: the least loaded shard is at its top.
  const load = new Float64Array(of);
  const heap = Array.from({ length: of }, (_, shard) => shard);
  const isLess = (a: number, b: number) => load[a]! < load[b]! || (load[a] === load[b] && a < b);
  const own: BatchTask[] = [];
  for (const task of queue) {
    const shard = heap[0]!;
    load[shard]! += seconds[task.index]!;
    if (shard === number - 1) own.push(task);
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < of && isLess(heap[left]!, heap[least]!)) least = left;
      if (right < of && isLess(heap[right]!, heap[least]!)) least = right;
      if (least === at) break;
      [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      at = least;
    }
  }
  return own;
}

/** The longest first, so that all workers end at about the same time; those that take the same time in the plan's order. */
export function longestFirst(tasks: readonly BatchTask[], seconds: Float64Array): BatchTask[] {
  return tasks.toSorted((a, b) => seconds[b.index]! - seconds[a.index]! || a.index - b.index);
}
