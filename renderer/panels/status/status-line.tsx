import { frameAt, lastFrame, shownClip } from '../../state/clips.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { hintFor } from './hint.ts';
import { describeSolve } from './solve-words.ts';

/** The window's last line: how the last solve ended, what to do next, where the playhead is. */
export function StatusLine() {
  const { mac } = useServices();
  const feedback = useStudio((state) => state.transient.feedback);
  const rig = useStudio((state) => state.document?.rig ?? null);
  const hint = useStudio((state) => hintFor(state, mac));
  const frame = useStudio((state) => {
    const clip = shownClip(state);
    return clip ? `Frame ${frameAt(clip, state.session.playback.time)} / ${lastFrame(clip)}` : '';
  });
  const solve = feedback && rig ? describeSolve(feedback, rig) : null;
  return (
    <footer className="status-line">
      <div className="status-solve" role="status" aria-live="polite">
        {solve && (
          <>
            <span className={`status-dot ${solve.tone}`} aria-hidden />
            <strong>{solve.headline}</strong>
            <span className="soft numbers">{solve.numbers}</span>
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
      <p className="status-hint">{hint}</p>
      <p className="numbers faint">{frame}</p>
    </footer>
  );
}
