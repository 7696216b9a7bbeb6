import type { Along } from '../../core/humanoid/pulling/bring-along.ts';
import { add, subtract, type Vec3 } from '../../core/math/vec3.ts';
import { selectedHandles } from '../state/selection.ts';
import type { StudioState } from '../state/studio.ts';
import type { HandlePlace } from './geometry/handle-places.ts';

/** Where the handles go that are selected beside a pulled one, while that is wanted at a target: the same way as it does. World, metres. */
export function companionsOf(state: StudioState, pulled: HandlePlace, places: readonly HandlePlace[]): (target: Vec3) => Along {
  const selected = selectedHandles(state);
  const others = places.filter(
    ({ handle: { name, kind } }) => kind === 'position' && name !== pulled.handle.name && selected.includes(name),
  );
  if (pulled.handle.kind === 'pole' || !selected.includes(pulled.handle.name)) return () => ({});
  return (target) =>
    Object.fromEntries(others.map(({ handle, at }) => [handle.name, add(at, subtract(target, pulled.at))] as const));
}
