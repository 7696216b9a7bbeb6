import type { Clip } from '../../../core/animation/clip.ts';
import { frameAt } from '../../state/clips.ts';
import { keyStateOf } from '../../state/key-state.ts';
import { showTime } from '../../state/times.ts';
import { KeyMark } from '../widgets/key-mark.tsx';
import { useStudio } from '../window-context.tsx';
import { shareOf, type TimeSpan } from './scale.ts';

/** The line at the present frame. */
export function Playhead({ clip, span }: { clip: Clip; span: TimeSpan }) {
  const time = useStudio((state) => state.session.playback.time);
  const times = useStudio(({ session }) => session.settings.times);
  const state = useStudio(keyStateOf);
  const share = shareOf(span, time);
  if (share < 0 || share > 1) return null;
  return (
    <div className="playhead" style={{ left: `${100 * share}%` }} aria-hidden>
      <span className="numbers">
        <KeyMark state={state} />
        {showTime(times, frameAt(clip, time), clip.fps)}
      </span>
    </div>
  );
}
