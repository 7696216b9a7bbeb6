import { useCallback } from 'react';
import type { RestChoice } from '../../../core/formats/clips/source-rest.ts';
import type { RetargetChoices } from '../../../electron/contract.ts';
import { retargetMotion, type MotionPreview } from '../../state/motions/motion.ts';
import type { MotionSource } from '../../state/motions/motion-source.ts';
import { useServices } from '../window-context.tsx';
import { useJob, type Retargeting } from './use-job.ts';

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
export function useRetarget(source: MotionSource, index: number, choices: MotionChoices): Retargeting<MotionPreview> {
  const { studio } = useServices();
  const { feet, hands, limits, fps, rest, keepsFirst, contacts } = choices;
  const start = useCallback(
    (onProgress: (share: number) => void) => {
      const options = optionsOf({ feet, hands, limits, fps, rest, keepsFirst, contacts });
      return retargetMotion(studio, source, index, options, onProgress);
    },
    [studio, source, index, feet, hands, limits, fps, rest, keepsFirst, contacts],
  );
  return useJob(start, source.character.fileName);
}
