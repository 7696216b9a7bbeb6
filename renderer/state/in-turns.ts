import type { Steps } from '../../core/animation/steps.ts';
import type { Job } from './jobs.ts';
import { nextTurn } from '../next-turn.ts';
import { whileWorking } from './session.ts';
import type { Studio } from './studio.ts';

/** Milliseconds of work between two moments at which the window draws and answers. */
const TURN = 16;
/** Milliseconds that nobody minds waiting: what takes no longer shows no bar. */
const AT_ONCE = 80;

/** Does long work in the window a little at a time; `onProgress` hears how far it is, 0 to 1. */
export function startInTurns<Result>(steps: Steps<Result>, onProgress: (share: number) => void): Job<Result> {
  let isCancelled = false;
  const work = async (): Promise<Result> => {
    for (;;) {
      const { done, value } = workFor(TURN, steps);
      if (done) return value;
      onProgress(value);
      await nextTurn();
      if (isCancelled) throw new Error('cancelled');
    }
  };
  return {
    result: work(),
    cancel: () => {
      isCancelled = true;
    },
  };
}

/** The same with a bar by which it can be cancelled, where it takes longer than a moment; then the promise is rejected as that of a job. */
export async function whileComputing<Result>(studio: Studio, label: string, steps: Steps<Result>): Promise<Result> {
  const { done, value } = workFor(AT_ONCE, steps);
  if (done) return value;
  let tell: (share: number) => void = () => undefined;
  const job = startInTurns(steps, (share) => tell(share));
  const show = (onProgress: (share: number) => void) => {
    tell = onProgress;
    onProgress(value);
    return job.result;
  };
  return whileWorking(studio, label, show, job.cancel);
}

/** Goes on for so many milliseconds, or to the end. */
function workFor<Result>(milliseconds: number, steps: Steps<Result>): IteratorResult<number, Result> {
  const begun = performance.now();
  for (;;) {
    const next = steps.next();
    if (next.done || performance.now() - begun > milliseconds) return next;
  }
}
