/** Where live links have their time from; tests hand in another. */
export interface LiveClock {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** Calls back after so many milliseconds; the function returned takes that back. */
  after(milliseconds: number, callback: () => void): () => void;
}

export const REAL_CLOCK: LiveClock = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
