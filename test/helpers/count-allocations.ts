import { Session, type HeapProfiler } from 'node:inspector/promises';

/**
 * What a program is started with whose allocations are counted: the engine compiles early, so that few calls suffice, and inlines nothing, so that every
 * number that one function hands to another counts. With its calls inlined a program can only allocate less.
 */
export const COUNTING_ENGINE = [
  '--invocation-count-for-turbofan=40',
  '--invocation-count-for-maglev=20',
  '--minimum-invocations-after-ic-update=10',
  '--invocation-count-for-osr=40',
  '--max-inlined-bytecode-size=0',
  '--max-inlined-bytecode-size-small=0',
  '--max-inlined-bytecode-size-cumulative=0',
  '--no-concurrent-recompilation',
];
/** Calls before those that are measured, in which the engine compiles what they need; and a sample every so many bytes: all are counted. */
const WARM = 1000;
const MEASURED = 20;
const INTERVAL = 1;

/** Bytes that a call allocates on average in files below a folder `core`, of the package or of its tests, once the engine has compiled it: after `warm` calls. */
export async function countAllocations(call: () => void, warm = WARM): Promise<number> {
  for (let i = 0; i < warm; i++) call();
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: INTERVAL,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  for (let i = 0; i < MEASURED; i++) call();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  return bytesOf(profile.head) / MEASURED;
}

function bytesOf({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  // What the profiler allocates itself does not count.
  const own = callFrame.url.includes('/core/') ? selfSize : 0;
  return children.reduce((sum, child) => sum + bytesOf(child), own);
}
