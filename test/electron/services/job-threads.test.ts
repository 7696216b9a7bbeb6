import { afterEach, expect, test } from 'vitest';
import { createJobThreads } from '../../../electron/services/job-threads.ts';

const HEAP = 64;
const threads = createJobThreads(new URL('../../../electron/services/job-worker.ts', import.meta.url));

afterEach(() => threads.close());

test('a thread that was started ahead is the one that the next task gets, and the only one', async () => {
  expect(threads.ready(HEAP)).toBe(true);
  expect(threads.ready(HEAP)).toBe(false);
  const first = threads.take(HEAP);
  const second = threads.take(HEAP);
  expect(second.threadId).toBe(first.threadId + 1);
  threads.ready(HEAP);
  expect(threads.take(HEAP).threadId).toBe(second.threadId + 1);
  await Promise.all([first, second].map((worker) => worker.terminate()));
});
