import { handlesOf, type Handle, type HandleName } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { conjugate, rotate } from '../../../core/math/quat.ts';
import { add, distance, normalize, rejectFrom, scale, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import {
  pointOf,
  worldAtRest,
  worldPosition,
  worldRotation,
  type WorldTransforms,
} from '../../../core/skeleton/forward-kinematics.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { boneTip } from './bone-shapes.ts';

/** Where a handle is drawn and grabbed. */
export interface HandlePlace {
  readonly handle: Handle;
  /** World, metres. */
  readonly at: Vec3;
  /** The point of the body that it moves; the same as `at` except for poles, which float off the joint. */
  readonly anchor: Vec3;
}

/** A pole floats this share of the limb's length away from its joint. */
const POLE_DISTANCE = 0.16;
/** Weight of the direction that the limb is built to bend in against the way it is bent: decides for straight limbs. */
const BUILT_BEND = 0.15;

export function handleLabel(name: HandleName): string {
  return inWords(name);
}

/** Finds the places of a rig's handles for any stand of its joints. */
export function createHandlePlacer(rig: Rig): (world: WorldTransforms) => HandlePlace[] {
  const { skeleton } = rig;
  const rest = worldAtRest(skeleton);
  const handles = handlesOf(rig).map((handle) => {
    const upper = Math.max(skeleton.parents[handle.joint]!, 0);
    const built = handle.pole && rotate(conjugate(worldRotation(rest, upper)), handle.pole);
    return { handle, upper, end: boneTip(skeleton, handle.joint), built };
  });
  return (world) =>
    handles.map(({ handle, upper, end, built }) => {
      const anchor = pointOf(world, handle.joint, handle.offset);
      if (!built) return { handle, at: anchor, anchor };
      const limbEnd = pointOf(world, handle.joint, end);
      const limbStart = worldPosition(world, upper);
      const reach = distance(limbStart, anchor) + distance(anchor, limbEnd);
      const direction = bend(limbStart, anchor, limbEnd, rotate(worldRotation(world, upper), built));
      return { handle, anchor, at: add(anchor, scale(direction, reach * POLE_DISTANCE)) };
    });
}

/** Away from the line between a limb's ends; for a limb that is nearly straight, where it is built to bend. */
function bend(start: Vec3, middle: Vec3, end: Vec3, built: Vec3): Vec3 {
  const line = normalize(subtract(end, start));
  const out = rejectFrom(subtract(middle, start), line);
  const reach = distance(start, middle) + distance(middle, end);
  return normalize(add(scale(out, 1 / reach), scale(built, BUILT_BEND)), built);
}
