export const PROGRESS_FORMS = ['screen', 'openjd'] as const;

/** A line that replaces itself, or what Open Job Description reads from an action's output. */
export type ProgressForm = (typeof PROGRESS_FORMS)[number];

/** What is said of the progress; `share` is 0 to 1. */
export function tellProgress(form: ProgressForm, line: string, share: number): string[] {
  return form === 'screen' ? [line] : [`openjd_progress: ${(100 * share).toFixed(1)}`, `openjd_status: ${line}`];
}

/** How a batch goes on, in words. */
export interface BatchProgress {
  /** One more task has ended, which was expected to take so many seconds. */
  readonly add: (expected: number, isFailed: boolean) => string;
}

/** `total` is what all tasks are expected to take; `now` gives seconds. */
export function batchProgress(count: number, total: number, now: () => number): BatchProgress {
  const started = now();
  let done = 0;
  let failed = 0;
  let worked = 0;
  return {
    add(expected, isFailed) {
      done++;
      worked += expected;
      if (isFailed) failed++;
      const elapsed = Math.max(now() - started, 1e-3);
      const left = (elapsed * (total - worked)) / worked;
      const failures = failed > 0 ? `, ${failed} failed` : '';
      return `${done} of ${count}${failures}, ${rate(done / elapsed)}${done < count ? `, about ${durationInWords(left)} left` : ''}`;
    },
  };
}

/** `4.2 a second`, `12.0 a minute`. */
function rate(perSecond: number): string {
  return perSecond >= 1 ? `${perSecond.toFixed(1)} a second` : `${(60 * perSecond).toFixed(1)} a minute`;
}

/** `40 s`, `12 min`, `3.5 h`. */
export function durationInWords(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
