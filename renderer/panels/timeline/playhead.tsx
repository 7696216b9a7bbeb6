import type { Clip } from '../../../core/animation/clip.ts';
import { frameAt } from '../../state/timeline/clips.ts';
import { keyStateOf } from '../../state/keys/key-state.ts';
import { showTime } from '../../state/window/times.ts';
import { KeyMark } from '../widgets/key-mark.tsx';
import { useStudio } from '../window-context.tsx';
import { shareOf, type TimeSpan } from './scale.ts';

/** Pixels of the lanes beyond either end of what is in view. */
const MARGIN = 22;

/** The line at the present frame; near an end its label stands beside it, so that all of it is seen. */
export function Playhead({ clip, span, width }: { clip: Clip; span: TimeSpan; width: number }) {
  const time = useStudio((state) => state.session.playback.time);
  const times = useStudio(({ session }) => session.settings.times);
  const state = useStudio(keyStateOf);
  const share = shareOf(span, time);
  if (share < 0 || share > 1) return null;
  const [left, right] = [share * width + MARGIN, (1 - share) * width + MARGIN];
  return (
    <div className="playhead" style={{ left: `${100 * share}%` }} aria-hidden>
      <span className="numbers" style={{ transform: `translateX(min(max(-50%, -${left}px), calc(${right}px - 100%)))` }}>
        <KeyMark state={state} />
        {showTime(times, frameAt(clip, time), clip.fps)}
      </span>
    </div>
  );
}
