import type { Studio } from '../studio.ts';
import type { TimelineSession } from './timeline-session.ts';

/** Changes some of what the timeline shows beside the clip. */
export function setTimelineSession(studio: Studio, change: Partial<TimelineSession>): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, timeline: { ...session.timeline, ...change } } });
}
