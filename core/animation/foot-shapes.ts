import type { HumanoidBone } from '../humanoid/body/bones.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { conjugate, rotate } from '../math/quat.ts';
import { subtract } from '../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../skeleton/forward-kinematics.ts';
import { restPose } from '../skeleton/pose.ts';
import type { FootShape } from './planted-feet.ts';

/** Height above the floor, in hip heights, up to which a planted foot is set onto it. */
const FLOOR_SNAP = 0.06;

/** How the foot of one side stands at rest. Throws a `RangeError` when the character has no such foot. */
export function footShape(rig: Rig, side: 'left' | 'right'): FootShape {
  const foot = rig.humanoid[`${side}Foot`];
  if (foot === undefined) throw new RangeError(`this character has no ${side} foot`);
  const toes = rig.humanoid[`${side}Toes` satisfies HumanoidBone];
  const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  const place = worldPosition(rest, foot);
  const tip = toes === undefined ? null : worldPosition(rest, toes);
  return {
    standing: place[1],
    toes: tip && rotate(conjugate(worldRotation(rest, foot)), subtract(tip, place)),
    toesStanding: tip ? tip[1] : place[1],
    snap: FLOOR_SNAP * rig.report.hipHeight,
  };
}
