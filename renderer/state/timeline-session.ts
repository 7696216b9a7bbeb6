import type { ClipIssue } from '../../core/animation/lint/issues.ts';
import type { Studio } from './studio.ts';

/** What the timeline shows beside the clip, kept while the window is open. */
export interface TimelineSession {
  /** Whether what is wrong with the clip stands beside its keys. */
  readonly isChecked: boolean;
  /** The issue that was gone to last. */
  readonly issue: ClipIssue | null;
}

export const NO_TIMELINE_SESSION: TimelineSession = { isChecked: false, issue: null };

export function setTimelineSession(studio: Studio, change: Partial<TimelineSession>): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, timeline: { ...session.timeline, ...change } } });
}
