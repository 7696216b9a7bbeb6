import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { TRACKED_PARTS, type TrackedPart, type TrackedPlaces } from '../../../../core/humanoid/tracking/tracked-places.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../../core/skeleton/pose.ts';

/** Where these parts of a body are in a pose. */
export function placesOf(rig: Rig, pose: Pose, parts: readonly TrackedPart[] = TRACKED_PARTS): TrackedPlaces {
  const world = forwardKinematics(rig.skeleton, pose);
  return Object.fromEntries(
    parts.map((part) => {
      const joint = rig.humanoid[part]!;
      return [part, { position: worldPosition(world, joint), rotation: worldRotation(world, joint) }];
    }),
  );
}
