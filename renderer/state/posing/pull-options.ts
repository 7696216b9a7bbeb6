import type { PullOptions } from '../../../core/humanoid/pulling/puller.ts';
import type { SolverSettings } from '../../../core/humanoid/pulling/request/pull-goals.ts';
import { solidsAbout } from '../props/solids.ts';
import { actorsBeside } from '../scene/beside.ts';
import type { StudioState } from '../studio.ts';

/** What the switches of the toolbar say of every pull: who follows, and what stops the body: with itself the other characters and the props that are shown. `bodyStops` may say otherwise. */
export function pullOptions(
  state: StudioState,
  bodyStops = state.session.bodyStops,
): Pick<PullOptions, 'followers' | 'floorStops' | 'bodyStops' | 'beside' | 'solids'> {
  const { followers, floorStops } = state.session;
  const beside = bodyStops ? actorsBeside(state).map(({ rig, place, pose }) => ({ rig, place, pose })) : [];
  return { followers, floorStops, bodyStops, beside, solids: bodyStops ? solidsAbout(state) : [] };
}

/** Metres within which a handle must come to a place that was typed, or stepped to by keys: a step may be as small as a pull's own tolerance. */
const EXACT = 1e-5;

/** The settings for a place that is meant to the tenth of a millimetre, where a pointer's need not be. */
export function exactly(settings: SolverSettings): SolverSettings {
  return { ...settings, tolerance: Math.min(settings.tolerance, EXACT) };
}
