import type { Studio, StudioState } from './studio.ts';
import type { Preview, SolveFeedback } from './transient-state.ts';

/** Shows a pose without changing the document; null shows the document again. */
export function setPreview(studio: Studio, preview: Preview | null): void {
  const { transient } = studio.getState();
  if (transient.preview === preview) return;
  studio.setState({ transient: { ...transient, preview } });
}

export function setFeedback(studio: Studio, feedback: SolveFeedback | null): void {
  const { transient, session } = studio.getState();
  if (transient.feedback === feedback) return;
  const at = { time: session.playback.time, selection: session.selection };
  studio.setState({ transient: { ...transient, feedback: feedback && { at, ...feedback } } });
}

/** How the last solve ended, while the selection and the playhead are as they were then. */
export function presentFeedback({ transient: { feedback }, session }: StudioState): SolveFeedback | null {
  const { at } = feedback ?? {};
  if (!feedback || !at) return feedback;
  return at.time === session.playback.time && at.selection === session.selection ? feedback : null;
}
