import type { Studio } from '../studio.ts';
import type { LiveSession } from './live-session.ts';

export function setLive(studio: Studio, change: Partial<LiveSession>): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, live: { ...session.live, ...change } } });
}
