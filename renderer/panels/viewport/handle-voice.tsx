import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { turnsByRings } from '../../state/posing/limb-ik.ts';
import { isPinned } from '../../state/posing/pins.ts';
import { keyboardHandle } from '../../state/selection.ts';
import type { StudioState } from '../../state/studio.ts';
import { useStudio } from '../window-context.tsx';

/** Says which handle the keyboard holds, for those who do not see it; how a pull ended is said by the status line. */
export function HandleVoice() {
  const text = useStudio(describeHeld);
  return (
    <p className="visually-hidden" aria-live="polite">
      {text}
    </p>
  );
}

function describeHeld(state: StudioState): string {
  const handle = keyboardHandle(state);
  if (handle === null) return '';
  const doing = turnsByRings(state) ? 'Arrows rotate it' : 'Arrows move it';
  return `${inWords(handle)}${isPinned(state, handle) ? ', pinned' : ''}. ${doing}.`;
}
