import type { Preview, SolveFeedback, Studio } from './studio.ts';

/** Shows a pose without changing the document; null shows the document again. */
export function setPreview(studio: Studio, preview: Preview | null): void {
  const { transient } = studio.getState();
  if (transient.preview === preview) return;
  studio.setState({ transient: { ...transient, preview } });
}

export function setFeedback(studio: Studio, feedback: SolveFeedback | null): void {
  const { transient } = studio.getState();
  if (transient.feedback === feedback) return;
  studio.setState({ transient: { ...transient, feedback } });
}
