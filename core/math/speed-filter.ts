/** Numbers that tremble, made steady without knowing what comes. */
export interface SpeedFilter {
  /** Takes the numbers of a moment, seconds, and gives the steady ones: the same array each time. A moment that is not later changes nothing. */
  next(values: ArrayLike<number>, seconds: number): Float64Array;
}

/** How often a second what is still may change, and how much more often with each unit a second that it goes. */
export interface SpeedFilterSettings {
  readonly still: number;
  readonly moving: number;
}

/** Hertz up to which speeds are believed. */
const SPEED_CUTOFF = 1;

/**
 * The 1€ filter for so many numbers: first-order low-pass filters whose cutoff frequency `still + moving |speed|` rises with the speed, so that what stands does not tremble
 * and what moves does not lag (Casiez, Roussel and Vogel 2012, “1€ Filter”).
 */
export function createSpeedFilter(count: number, { still, moving }: SpeedFilterSettings): SpeedFilter {
  const steady = new Float64Array(count);
  const speeds = new Float64Array(count);
  let before: number | null = null;
  return {
    next(values, seconds) {
      const since = before === null ? 0 : seconds - before;
      if (before !== null && !(since > 0)) return steady;
      for (let i = 0; i < count; i++) {
        const value = values[i]!;
        if (before === null) {
          steady[i] = value;
          continue;
        }
        const speed = (value - steady[i]!) / since;
        speeds[i]! += shareOf(SPEED_CUTOFF, since) * (speed - speeds[i]!);
        steady[i]! += shareOf(still + moving * Math.abs(speeds[i]!), since) * (value - steady[i]!);
      }
      before = seconds;
      return steady;
    },
  };
}

/** The share of a change that a low-pass filter of a cutoff, hertz, takes over in so many seconds: 1 / (1 + τ / Δt), τ = 1 / (2π f). */
function shareOf(cutoff: number, seconds: number): number {
  const turns = 2 * Math.PI * cutoff * seconds;
  return turns / (turns + 1);
}
