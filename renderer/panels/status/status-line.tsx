import { useRef } from 'react';
import { Button } from 'react-aria-components';
import { frameAt, lastFrame, shownClip } from '../../state/timeline/clips.ts';
import { showTime, timeInWords } from '../../state/window/times.ts';
import { useReturnedFocus } from '../widgets/use-returned-focus.ts';
import { useCommand, useServices, useStudio } from '../window-context.tsx';
import { offersTour } from '../../state/window/tour.ts';
import { presentFeedback } from '../../state/preview.ts';
import { AdviceButtons } from './advice-buttons.tsx';
import { hintFor } from './hint.ts';
import { describeSolve } from './solve-words.ts';

/** The window's last line: how the last solve ended and what would do better, what to do next, where the playhead is. */
export function StatusLine() {
  const { mac } = useServices();
  const feedback = useStudio(presentFeedback);
  const unit = useStudio((state) => state.session.settings.lengths);
  const rig = useStudio((state) => state.document?.rig ?? null);
  const hint = useStudio((state) => hintFor(state, mac));
  const frame = useStudio((state) => {
    const clip = shownClip(state);
    if (!clip) return '';
    const { times } = state.session.settings;
    const now = timeInWords(times, frameAt(clip, state.session.playback.time), clip.fps);
    return `${now} / ${showTime(times, lastFrame(clip), clip.fps)}`;
  });
  const line = useRef<HTMLElement>(null);
  useReturnedFocus(line);
  const solve = feedback && rig ? describeSolve(feedback, rig, unit) : null;
  return (
    <footer ref={line} className="status-line">
      <div className="status-solve" role="status" aria-live="polite">
        {solve && (
          <>
            <span className={`status-dot ${solve.tone}`} aria-hidden />
            <strong title={solve.numbers}>{solve.headline}</strong>
            {solve.followed !== '' && (
              <span className="soft followed" title={solve.allFollowed}>
                {solve.followed}
              </span>
            )}
            {solve.held !== '' && (
              <span className="held" title={solve.allHeld}>
                {solve.held}
              </span>
            )}
          </>
        )}
      </div>
      {feedback && solve?.tone === 'missed' && <AdviceButtons feedback={feedback} />}
      <p className="status-hint">{hint}</p>
      <TourOffer />
      <p className="numbers faint">{frame}</p>
    </footer>
  );
}

/** Offered until somebody has taken the tour or begun to pose without it. */
function TourOffer() {
  const isOffered = useStudio(offersTour);
  const { run } = useCommand('help.tour');
  if (!isOffered) return null;
  return (
    <Button className="button tour-offer" onPress={run}>
      Take the tour
    </Button>
  );
}
