import type { Orbit } from '../../../renderer/tools/geometry/orbit.ts';
import type { Steerable } from '../../../renderer/tools/steer-camera.ts';

/** A camera of the viewport that looks from where `orbit` says. */
export function steerable(orbit: () => Orbit, set: (next: Orbit) => void = () => {}): Steerable {
  return { orbit, grasp: orbit, set, keep: () => {} };
}
