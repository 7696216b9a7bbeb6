import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RestChoice } from '../../../core/formats/clips/source-rest.ts';
import type { RetargetChoices } from '../../../electron/contract.ts';
import { failureText, isCancelled } from '../../state/window/notify.ts';
import { retargetMotion, type MotionPreview } from '../../state/motions/motion.ts';
import type { MotionSource } from '../../state/motions/motion-source.ts';
import { useServices } from '../window-context.tsx';

export type RetargetProgress =
  | { readonly kind: 'working'; readonly share: number }
  | { readonly kind: 'done'; readonly preview: MotionPreview }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly sentence: string };

/** Why there is no motion to take yet, in a sentence; null when it is there. */
export function whyNotDone({ kind }: RetargetProgress): string | null {
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

export interface Retargeting {
  readonly progress: RetargetProgress;
  readonly stop: () => void;
  /** Begins again after it was stopped. */
  readonly again: () => void;
}

/** How the user wants a motion; null leaves it to the file. */
export interface MotionChoices {
  readonly feet: boolean;
  readonly hands: boolean;
  /** Whether every joint stays inside its limits: in copies, and in ankles, knees, hips, elbows and shoulders that follow the motion beyond theirs. */
  readonly limits: boolean;
  readonly fps: number | null;
  readonly rest: RestChoice | null;
  /** Whether a first frame that is a calibration pose stays. */
  readonly keepsFirst: boolean;
  readonly contacts: NonNullable<RetargetChoices['contacts']> | null;
}

/** The same as messages have it. */
export function optionsOf({
  feet,
  hands,
  limits,
  fps,
  rest,
  keepsFirst,
  contacts,
}: MotionChoices): Omit<RetargetChoices, 'bones'> {
  return {
    feet,
    hands,
    limits,
    ...(fps !== null && { fps }),
    ...(rest !== null && { rest }),
    ...(keepsFirst && { keepsFirst }),
    ...(contacts && { contacts }),
  };
}

/** Brings a motion onto the document's character, anew whenever something that it depends on changes. */
export function useRetarget(source: MotionSource, index: number, choices: MotionChoices): Retargeting {
  const { studio } = useServices();
  const { feet, hands, limits, fps, rest, keepsFirst, contacts } = choices;
  const [progress, setProgress] = useState<RetargetProgress>({ kind: 'working', share: 0 });
  const cancel = useRef<() => void>(() => undefined);
  const begin = useCallback(() => {
    let isLatest = true;
    const show = (next: RetargetProgress) => {
      if (isLatest) setProgress(next);
    };
    show({ kind: 'working', share: 0 });
    const options = optionsOf({ feet, hands, limits, fps, rest, keepsFirst, contacts });
    const job = retargetMotion(studio, source, index, options, (share) => show({ kind: 'working', share }));
    job.result.then(
      (preview) => show({ kind: 'done', preview }),
      (error: unknown) =>
        show(
          isCancelled(error)
            ? { kind: 'stopped' }
            : {
                kind: 'failed',
                sentence: failureText('motion', error, { file: source.character.fileName, failed: 'was not retargeted' }),
              },
        ),
    );
    cancel.current = job.cancel;
    return () => {
      isLatest = false;
      job.cancel();
    };
  }, [studio, source, index, feet, hands, limits, fps, rest, keepsFirst, contacts]);
  // Before the window is painted: never does it offer what was brought over for other choices.
  useLayoutEffect(() => begin(), [begin]);
  return { progress, stop: () => cancel.current(), again: begin };
}
