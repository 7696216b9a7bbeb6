import { whileWorking } from './session.ts';
import type { Studio } from './studio.ts';

/** Work that the main process does beside the window. */
export interface Job<Result> {
  /** Rejects with a sentence; when it was ended, with an error that {@link isCancelled} knows. */
  readonly result: Promise<Result>;
  readonly cancel: () => void;
}

let jobs = 0;

/** Starts a job under a name of its own. `onProgress` hears how far it is, 0 to 1. */
export function startJob<Result>(
  studio: Studio,
  start: (name: string) => Promise<Result>,
  onProgress: (share: number) => void,
): Job<Result> {
  const name = `window ${++jobs}`;
  const stop = studio.desktop.on('job.progress', ({ job, progress }) => {
    if (job === name) onProgress(progress);
  });
  return { result: start(name).finally(stop), cancel: () => void studio.desktop.call('job.cancel', name) };
}

/** Shows that `name` is being opened, with a bar by which it can be cancelled; then the promise is rejected as that of a job. */
export function whileOpening<Result>(studio: Studio, name: string, open: (job: string) => Promise<Result>): Promise<Result> {
  return withBar(studio, `Opening ${name}`, open, null);
}

/** Milliseconds after which work that is mostly done at once is shown. */
const LONG = 300;

/** The same for work that is mostly done at once: `label` shows only when it takes longer. */
export function whileLong<Result>(studio: Studio, label: string, work: (job: string) => Promise<Result>): Promise<Result> {
  return withBar(studio, label, work, LONG);
}

async function withBar<Result>(
  studio: Studio,
  label: string,
  work: (job: string) => Promise<Result>,
  after: number | null,
): Promise<Result> {
  let tell: (share: number) => void = () => undefined;
  const job = startJob(studio, work, (share) => tell(share));
  if (after !== null && (await isDoneWithin(after, job.result))) return job.result;
  const show = (onProgress: (share: number) => void) => {
    tell = onProgress;
    return job.result;
  };
  return whileWorking(studio, label, show, job.cancel);
}

function isDoneWithin(milliseconds: number, result: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    const done = () => {
      clearTimeout(timer);
      resolve(true);
    };
    result.then(done, done);
  });
}
