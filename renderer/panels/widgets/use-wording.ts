import { useMemo } from 'react';
import type { Wording } from '../../../core/animation/wording.ts';
import { shownClip } from '../../state/timeline/clips.ts';
import { wordingIn } from '../../state/window/wording.ts';
import { useStudio } from '../window-context.tsx';

/** How lengths and frames are told in the units that are set; `fps`: of the clip that they are about, default the one on the timeline. */
export function useWording(fps?: number): Wording {
  const lengths = useStudio((state) => state.session.settings.lengths);
  const times = useStudio((state) => state.session.settings.times);
  const shown = useStudio((state) => shownClip(state)?.fps ?? 1);
  const rate = fps ?? shown;
  return useMemo(() => wordingIn({ lengths, times }, rate), [lengths, times, rate]);
}
