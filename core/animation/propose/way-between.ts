/** What is known of one number at both ends of a gap. Times and speeds are counted in frames. */
export interface Ends {
  /** How far the second end is from the first. */
  readonly whole: number;
  /** Speed at the first end, and at the second. */
  readonly leaving: number;
  readonly arriving: number;
}

/**
 * How far from its first end a number is `time` frames into a gap of `frames`: it leaves and arrives with the speeds of the ends, and each of these is felt
 * for `felt` frames at most, after which the way goes straight.
 *
 * x(t) = d t/T + (v₀ − d/T) φ(t) − (v₁ − d/T) φ(T − t), with φ(t) = t (1 − t/h)² for t < h, else 0, and h = min(T, felt). With h = T it is the cubic of
 * Hermite.
 */
export function wayBetween({ whole, leaving, arriving }: Ends, frames: number, felt: number, time: number): number {
  const steady = whole / frames;
  const reach = Math.min(frames, felt);
  return steady * time + (leaving - steady) * fading(time, reach) - (arriving - steady) * fading(frames - time, reach);
}

/** t (1 − t/h)²: begins with speed 1 and ends at 0 without any. */
function fading(time: number, reach: number): number {
  if (!(time < reach)) return 0;
  const left = 1 - time / reach;
  return time * left * left;
}
