/** Seconds, and share of the work, from which what is left can be estimated. */
const LEAST_SECONDS = 2;
const LEAST_SHARE = 0.02;

/**
 * How long work still takes that is `share` done after so many seconds, in words; how long it has taken where its share is not known. Empty in
 * the first moments, and when it is all but done.
 */
export function timeLeft(share: number | null, seconds: number): string {
  if (seconds < LEAST_SECONDS) return '';
  if (share === null) return `${duration(seconds)} so far`;
  if (share < LEAST_SHARE || share >= 1) return '';
  return `about ${duration((seconds * (1 - share)) / share)} left`;
}

/** Whole seconds up to a minute and a half, then whole minutes. */
function duration(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
}
