import type { Along } from '../../core/humanoid/pulling/request/pull-move.ts';
import type { HandleName } from '../../core/humanoid/body/handles.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { bodyMirror, mirrorPlace } from '../../core/humanoid/transfer/body-mirror.ts';
import { add, subtract, type Vec3 } from '../../core/math/vec3.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { handleOnOtherSide } from '../state/posing/live-mirror.ts';
import { selectedHandles } from '../state/selection.ts';
import type { StudioState } from '../state/studio.ts';
import type { HandlePlace } from './geometry/handle-places.ts';

/**
 * Where other handles go while a pulled one is wanted at a target: what is selected with it the same way as it does, and with the live mirror the handles of the
 * other side where these are in the mirror. World, metres.
 */
export function companionsOf(
  state: StudioState,
  { rig, snapshot }: { readonly rig: Rig; readonly snapshot: Pose },
  pulled: HandlePlace,
  places: readonly HandlePlace[],
): (target: Vec3) => Along {
  if (pulled.handle.kind !== 'position') return () => ({});
  const selected = selectedHandles(state).includes(pulled.handle.name) ? selectedHandles(state) : [];
  const others = places.filter(
    ({ handle: { name, kind } }) => kind === 'position' && name !== pulled.handle.name && selected.includes(name),
  );
  const sameWay = (target: Vec3) => others.map(({ handle, at }) => [handle.name, add(at, subtract(target, pulled.at))] as const);
  if (!state.session.mirrorsLive) return (target) => Object.fromEntries(sameWay(target));
  const mirror = bodyMirror(rig, snapshot);
  return (target) => {
    const moved: readonly (readonly [HandleName, Vec3])[] = [[pulled.handle.name, target], ...sameWay(target)];
    const mirrored = moved.flatMap(([name, place]) => {
      const other = handleOnOtherSide(name);
      return other && places.some(({ handle }) => handle.name === other) ? [[other, mirrorPlace(mirror, place)] as const] : [];
    });
    const { [pulled.handle.name]: _, ...along } = Object.fromEntries([...mirrored, ...moved]);
    return along;
  };
}
