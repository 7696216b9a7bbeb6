import type { Clip } from '../../../core/animation/clip.ts';
import { frameAt } from '../../state/clips.ts';
import { useStudio } from '../window-context.tsx';
import { shareOf, type TimeSpan } from './scale.ts';

/** The line at the present frame. */
export function Playhead({ clip, span }: { clip: Clip; span: TimeSpan }) {
  const time = useStudio((state) => state.session.playback.time);
  const share = shareOf(span, time);
  if (share < 0 || share > 1) return null;
  return (
    <div className="playhead" style={{ left: `${100 * share}%` }} aria-hidden>
      <span className="numbers">{frameAt(clip, time)}</span>
    </div>
  );
}
