import { useState } from 'react';
import type { TracedMove } from '../../../core/humanoid/pulling/puller.ts';
import { setPreview } from '../../state/preview.ts';
import { pause } from '../../state/timeline/playback.ts';
import { endReplay, poseAfterSteps } from '../../state/posing/solve-trace.ts';
import { useServices, useStudio } from '../window-context.tsx';

/** A recorded solve as the viewport steps through it. */
export interface Replay {
  readonly solve: TracedMove;
  /** Joint updates of the whole solve. */
  readonly last: number;
  /** Joint updates after which the body is shown; all of them while nothing is replayed. */
  readonly shown: number;
  readonly isReplaying: boolean;
  /** Number of the iteration that the step shown belongs to; null before the first step and while nothing is replayed. */
  readonly iteration: number | null;
  /** Shows the body after the first `count` joint updates, and lights up the joint of the last of them. */
  show(count: number): void;
  /** Shows the body at the end of an iteration, the nearest one that moved a joint. */
  showIteration(iteration: number): void;
  /** Goes back to the pose. */
  end(): void;
}

export function useReplay(solve: TracedMove): Replay {
  const { studio } = useServices();
  const isReplaying = useStudio((state) => state.transient.preview?.cause === 'replay');
  const [count, setCount] = useState(0);
  const { steps } = solve.trace;
  const last = steps.length;
  const shown = isReplaying ? Math.min(count, last) : last;
  const show = (next: number): void => {
    const to = Math.min(Math.max(next, 0), last);
    const step = steps[to - 1];
    const stepped = step && { joint: Math.max(0, step.joint), held: step.limited };
    setCount(to);
    pause(studio);
    setPreview(studio, { pose: poseAfterSteps(solve, to), cause: 'replay', ...(stepped && { stepped }) });
  };
  return {
    solve,
    last,
    shown,
    isReplaying,
    iteration: isReplaying ? (steps[shown - 1]?.iteration ?? null) : null,
    show,
    showIteration: (iteration) => show(Math.max(1, steps.findLastIndex((step) => step.iteration <= iteration) + 1)),
    end: () => endReplay(studio),
  };
}
