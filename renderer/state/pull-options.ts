import type { PullOptions } from '../../core/humanoid/pulling/posing.ts';
import type { StudioState } from './studio.ts';

/** What the switches of the toolbar say of every pull: who follows, and what stops the body. */
export function pullOptions({ session }: StudioState): Pick<PullOptions, 'followers' | 'floorStops' | 'bodyStops'> {
  const { followers, floorStops, bodyStops } = session;
  return { followers, floorStops, bodyStops };
}
