// A thread of the window that finds the peaks of one sound: see `decode-sound.ts`.
import { buildPeaks } from './peaks.ts';

addEventListener('message', ({ data }: MessageEvent<{ readonly rate: number; readonly channels: readonly Float32Array[] }>) => {
  const peaks = buildPeaks(data.rate, data.channels);
  const buffers = peaks.levels.flatMap(({ channels }) => channels.map(({ buffer }) => buffer));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's messages have none.
  (postMessage as (answer: unknown, transferred: readonly Transferable[]) => void)(peaks, buffers);
});
