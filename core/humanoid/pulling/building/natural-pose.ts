import type { Goal } from '../../../ik/request/goals.ts';
import { distance } from '../../../math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation } from '../../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../../skeleton/limit-state.ts';
import type { Pose } from '../../../skeleton/pose.ts';
import { handlesOf } from '../../body/handles.ts';
import { isLocked } from '../../body/limbs.ts';
import { sizeOf } from '../../body/rig.ts';
import { placeIn, type PullMove } from '../request/pull-move.ts';

/** Metres that a handle went, for a figure 1.75 m tall, when its body follows the prior by half of what it does far away. */
const HALF_WAY = 0.05;

/**
 * The built pose on the way to how the prior would have the body meet the ends that are pulled or pinned, inside limits, locked joints as they were built; null without a prior or
 * when it has nothing to say. The way grows with how far the handle was pulled, so that grabbing a handle moves nothing.
 */
export function naturalPose(move: PullMove, built: Pose): Pose | null {
  const { rig, snapshot, target, settings, prior } = move;
  if (!prior || settings.followLibrary === 0) return null;
  const moved = distance(placeIn(move, snapshot), target);
  const share = (settings.followLibrary * moved) / (moved + HALF_WAY * sizeOf(rig));
  const natural = prior(endsOf(move, built), built, share, (joint) => isLocked(rig, joint));
  return natural && clampPose(rig.skeleton, natural).pose;
}

/** What is pulled and what is pinned, to stay as the built pose has it: what a soft reach leaves to the last is not asked of the prior either. */
function endsOf({ rig, handle: pulled, pins, keepsDirection }: PullMove, built: Pose): Goal[] {
  const world = forwardKinematics(rig.skeleton, built);
  return handlesOf(rig).flatMap(({ name, kind, joint, offset }): Goal[] => {
    const isPulled = name === pulled;
    if (kind !== 'position' || !(isPulled || pins[name]?.translation)) return [];
    const turns = isPulled ? keepsDirection : pins[name]?.rotation === true;
    const position: Goal = { kind: 'position', joint, offset, target: pointOf(world, joint, offset) };
    return turns ? [position, { kind: 'orientation', joint, target: worldRotation(world, joint) }] : [position];
  });
}
