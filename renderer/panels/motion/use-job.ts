import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Job } from '../../state/jobs.ts';
import { failureText, isCancelled } from '../../state/window/notify.ts';

/** How far motions are that are being retargeted. */
export type RetargetProgress<Result> =
  | { readonly kind: 'working'; readonly share: number }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly sentence: string };

/** Why there is no motion to take yet, in a sentence; null when it is there. */
export function whyNotDone({ kind }: RetargetProgress<unknown>): string | null {
  switch (kind) {
    case 'working':
      return 'The motion is being retargeted: wait a moment.';
    case 'stopped':
      return 'It was stopped: change anything above to begin again.';
    case 'failed':
      return 'It could not be retargeted: the reason stands beside it.';
    case 'done':
      return null;
  }
}

export interface Retargeting<Result> {
  readonly progress: RetargetProgress<Result>;
  readonly stop: () => void;
  /** Begins again after it was stopped. */
  readonly again: () => void;
}

/** Retargets anew whenever `start` is another function; it hears 0 to 1. `file` names what could not be retargeted. */
export function useJob<Result>(start: (onProgress: (share: number) => void) => Job<Result>, file: string): Retargeting<Result> {
  const [progress, setProgress] = useState<RetargetProgress<Result>>({ kind: 'working', share: 0 });
  const cancel = useRef<() => void>(() => undefined);
  const begin = useCallback(() => {
    let isLatest = true;
    const show = (next: RetargetProgress<Result>) => {
      if (isLatest) setProgress(next);
    };
    show({ kind: 'working', share: 0 });
    const job = start((share) => show({ kind: 'working', share }));
    job.result.then(
      (result) => show({ kind: 'done', result }),
      (error: unknown) =>
        show(
          isCancelled(error)
            ? { kind: 'stopped' }
            : { kind: 'failed', sentence: failureText('motion', error, { file, failed: 'was not retargeted' }) },
        ),
    );
    cancel.current = job.cancel;
    return () => {
      isLatest = false;
      job.cancel();
    };
  }, [start, file]);
  // Before the window is painted: never does it offer what was retargeted for other choices.
  useLayoutEffect(() => begin(), [begin]);
  return { progress, stop: () => cancel.current(), again: begin };
}
