/** Where the window's time comes from: playback asks nothing else. */
export interface Clock {
  /** Seconds since some fixed moment; never goes back. */
  now(): number;
  /** Calls back once before the next frame is drawn; the function returned takes the request back. */
  nextFrame(callback: () => void): () => void;
  /** Stops following real time: from here on only {@link Clock.advance} moves it. For tests and scripts. */
  hold(): void;
  /** Moves a held clock on by `seconds` ≥ 0 and lets everything that waits for a frame run once. */
  advance(seconds: number): void;
  /** Follows real time again, going on from where it was held. */
  release(): void;
}

/** What a clock follows while it is not held. */
export interface TimeSource {
  /** Milliseconds. */
  now(): number;
  requestFrame(callback: () => void): number;
  cancelFrame(handle: number): void;
}

const REAL_TIME: TimeSource = {
  now: () => performance.now(),
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
};

export function createClock(source: TimeSource = REAL_TIME): Clock {
  /** Seconds that the clock shows in front of the source. */
  let offset = 0;
  let heldAt: number | null = null;
  const waiting = new Map<() => void, number | null>();

  const now = () => heldAt ?? source.now() / 1000 + offset;

  function request(callback: () => void): void {
    const handle = source.requestFrame(() => {
      waiting.delete(callback);
      callback();
    });
    waiting.set(callback, handle);
  }

  return {
    now,
    nextFrame(callback) {
      if (heldAt === null) request(callback);
      else waiting.set(callback, null);
      return () => {
        const handle = waiting.get(callback);
        if (typeof handle === 'number') source.cancelFrame(handle);
        waiting.delete(callback);
      };
    },
    hold() {
      heldAt = now();
      for (const [callback, handle] of waiting) {
        if (handle !== null) source.cancelFrame(handle);
        waiting.set(callback, null);
      }
    },
    advance(seconds) {
      if (heldAt === null) throw new Error('only a held clock can be advanced: call hold() first');
      if (!(seconds >= 0 && Number.isFinite(seconds))) {
        throw new RangeError(`a clock advances by a finite number of seconds, 0 or more, got ${seconds}`);
      }
      heldAt += seconds;
      const callbacks = [...waiting.keys()];
      waiting.clear();
      for (const callback of callbacks) callback();
    },
    release() {
      if (heldAt === null) return;
      offset = heldAt - source.now() / 1000;
      heldAt = null;
      for (const callback of waiting.keys()) request(callback);
    },
  };
}
