import type { Wording } from '../../../core/animation/wording.ts';
import type { LengthUnit, TimeUnit } from '../../../electron/contract.ts';
import { shownClip } from '../timeline/clips.ts';
import type { StudioState } from '../studio.ts';
import { timeInSentence } from './times.ts';
import { showDistance } from './units.ts';

/** The settings by which lengths and times are told. */
export interface ToldUnits {
  readonly lengths: LengthUnit;
  readonly times: TimeUnit;
}

/** How sentences about a clip of so many frames a second tell lengths and frames, in the units that are set. */
export function wordingIn({ lengths, times }: ToldUnits, fps: number): Wording {
  return {
    length: (metres) => showDistance(lengths, metres),
    frame: (frame) => timeInSentence(times, frame, fps),
  };
}

/** The same for the clip on the timeline. */
export function wordingOf(state: StudioState): Wording {
  return wordingIn(state.session.settings, shownClip(state)?.fps ?? 1);
}
