import type { LiveClock } from '../../electron/services/live/live-clock.ts';

export interface HandClock extends LiveClock {
  /** Moves time on, and calls back whoever waited until then, in the order of their times. */
  advance(milliseconds: number): void;
}

/** A clock that only moves by hand. */
export function handClock(): HandClock {
  let time = 0;
  const waiting = new Map<symbol, { readonly at: number; readonly callback: () => void }>();
  return {
    now: () => time,
    after(milliseconds, callback) {
      const name = Symbol('timer');
      waiting.set(name, { at: time + Math.max(0, milliseconds), callback });
      return () => void waiting.delete(name);
    },
    advance(milliseconds) {
      const end = time + milliseconds;
      for (;;) {
        const [first] = [...waiting].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
        if (!first) break;
        waiting.delete(first[0]);
        time = Math.max(time, first[1].at);
        first[1].callback();
      }
      time = end;
    },
  };
}
