import type { HandlePlace } from './handle-places.ts';
import { boneEnds, boneTip, type BoneShape } from './bone-shapes.ts';
import type { Rig } from '../../../core/humanoid/rig.ts';
import { add, distance, length, scale, type Vec3 } from '../../../core/math/vec3.ts';
import { pointOf, worldPosition, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import type { Selection } from '../../state/studio.ts';

/** A ball that the camera should show. */
export interface Sphere {
  readonly centre: Vec3;
  /** Metres. */
  readonly radius: number;
}

/** Bones end inside the flesh: share of the body's height that it reaches beyond them. */
const FLESH = 0.05;

/** The whole figure: the box of its drawn bones with some flesh around it, as a ball that touches the box's longest sides. */
export function figureBounds(rig: Rig, shapes: readonly BoneShape[], world: WorldTransforms): Sphere {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const shape of shapes) {
    if (!shape.humanoid) continue;
    for (const end of boneEnds(shape, world)) {
      for (let axis = 0; axis < 3; axis++) {
        low[axis] = Math.min(low[axis]!, end[axis]!);
        high[axis] = Math.max(high[axis]!, end[axis]!);
      }
    }
  }
  if (!(low[0] <= high[0])) return { centre: [0, rig.report.height / 2, 0], radius: Math.max(rig.report.height / 2, 0.1) };
  const half = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2;
  return { centre: scale(add(low, high), 0.5), radius: Math.max(half + FLESH * rig.report.height, 0.1) };
}

/** What is selected: the joint's bone or the handle with its surroundings; null when nothing is. */
export function selectionBounds(
  rig: Rig,
  world: WorldTransforms,
  selection: Selection,
  places: readonly HandlePlace[],
): Sphere | null {
  const near = 0.12 * Math.max(rig.report.height, 0.1);
  const place = places.find(({ handle }) => handle.name === selection.handle);
  if (place) return { centre: place.anchor, radius: Math.max(near, 1.5 * distance(place.at, place.anchor)) };
  if (selection.joint === null) return null;
  const tip = boneTip(rig.skeleton, selection.joint);
  const middle = pointOf(world, selection.joint, scale(tip, 0.5));
  return { centre: length(tip) > 0 ? middle : worldPosition(world, selection.joint), radius: Math.max(near, length(tip)) };
}
