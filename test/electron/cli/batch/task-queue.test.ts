import { expect, test } from 'vitest';
import type { BatchTask } from '../../../../electron/cli/batch/task.ts';
import { createTaskQueue } from '../../../../electron/cli/batch/task-queue.ts';

/** `counts[i]` tasks read the source with the number i, one after the other. */
function tasksReading(...counts: readonly number[]): BatchTask[] {
  const sources = counts.flatMap((count, i) => Array.from({ length: count }, () => `/${i}.bvh`));
  return sources.map((source, index) => ({
    index,
    command: 'retarget',
    sources: [source],
    character: `/${index}.glb`,
    out: `/${index}.vrma`,
    options: {},
  }));
}

test('a worker gets the tasks that stand together and read the same source', () => {
  const queue = createTaskQueue(tasksReading(3, 2, 2));
  const turns = [0, 1, 0, 1, 0, 1, 1, 0].map((worker) => queue.next(worker)?.index);
  expect(turns).toEqual([0, 3, 1, 4, 2, 5, 6, undefined]);
});

test('a worker without work takes over from whoever has most left', () => {
  const queue = createTaskQueue(tasksReading(5, 3));
  expect([queue.next(0)?.index, queue.next(1)?.index]).toEqual([0, 5]);
  const taken = Array.from({ length: 4 }, () => queue.next(2)?.index);
  expect(taken).toEqual([4, 3, 2, 7]);
});

test('each task is handed out once, whoever asks, and one worker alone gets them in their order', () => {
  for (let workers = 1; workers <= 9; workers++) {
    const tasks = tasksReading(4, 1, 7, 0, 2, 12);
    const queue = createTaskQueue(tasks);
    const given: number[] = [];
    // Some ask more often than others.
    for (let turn = 0; given.length < tasks.length; turn++) {
      const task = queue.next(turn % 3 === 0 ? 0 : turn % workers);
      expect(task).toBeDefined();
      given.push(task!.index);
    }
    for (let worker = 0; worker < workers; worker++) expect(queue.next(worker)).toBeUndefined();
    expect(given.toSorted((a, b) => a - b)).toEqual(tasks.map(({ index }) => index));
    if (workers === 1) expect(given).toEqual(tasks.map(({ index }) => index));
  }
});

test('tasks that gather are told apart by all their sources, and none at all give none', () => {
  const [first] = tasksReading(1);
  const gathering = [['/a', '/b'], ['/a'], ['/a', '/c']].map((sources, index) => ({ ...first!, index, sources }));
  const queue = createTaskQueue(gathering);
  expect([queue.next(0)?.index, queue.next(1)?.index, queue.next(2)?.index]).toEqual([0, 1, 2]);
  expect(createTaskQueue([]).next(0)).toBeUndefined();
});
