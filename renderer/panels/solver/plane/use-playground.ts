import { useEffect, useState } from 'react';
import { isPlanarLocked } from '../../../../core/planar/planar.ts';
import { advance, openExample, type Playground, runToEnd } from './playground.ts';

/** Milliseconds between two pictures of a run, and for which a lock is shown before it is left. */
const TICK = 90;
const LOCK_SHOWN = 900;

export interface PlaygroundControl {
  readonly playground: Playground;
  change(how: (present: Playground) => Playground): void;
  run(): void;
  pause(): void;
}

/** The playground, going on by itself while it runs. Who asked for less motion sees the end of a run at once. */
export function usePlayground(): PlaygroundControl {
  const [playground, change] = useState(() => openExample('bent'));
  const { isRunning, solve } = playground;
  useEffect(() => {
    if (!isRunning) return undefined;
    if (wantsLessMotion()) {
      change(runToEnd);
      return undefined;
    }
    const timer = setTimeout(() => change(advance), isPlanarLocked(solve) ? LOCK_SHOWN : TICK);
    return () => clearTimeout(timer);
  }, [isRunning, solve]);
  return {
    playground,
    change,
    run: () => change((present) => ({ ...present, isRunning: true })),
    pause: () => change((present) => ({ ...present, isRunning: false })),
  };
}

function wantsLessMotion(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
