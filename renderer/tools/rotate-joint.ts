import { forwardKinematics } from '../../core/skeleton/forward-kinematics.ts';
import { shownPose, type Studio } from '../state/studio.ts';
import type { Gesture, PointerSample } from './gesture.ts';
import type { Lens } from './geometry/lens.ts';
import { ringsOf, type RingName } from './geometry/rings.ts';
import { beginTurn } from './turn-handle.ts';

/**
 * Turns a joint about one of its rings, held inside the joint's limit; pins below it hold, the body follows.
 * Returns null when there is no document or the joint has no such ring.
 */
export function beginRotate(
  studio: Studio,
  joint: number,
  ringName: RingName,
  pointer: PointerSample,
  lens: Lens,
): Gesture | null {
  const state = studio.getState();
  const pose = shownPose(state);
  if (!state.document || !pose) return null;
  const { skeleton } = state.document.rig;
  const rings = ringsOf(skeleton, forwardKinematics(skeleton, pose), joint, lens);
  const ring = rings.find(({ name }) => name === ringName);
  return ring ? beginTurn(studio, { joint }, pointer, lens, ring) : null;
}
