import type { Rig } from '../../core/humanoid/body/rig.ts';
import { cross, normalize, scale, subtract, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../core/skeleton/pose.ts';

/** Where the palm of a hand looks, by where its knuckles are from the wrist: a unit vector of the world. */
export function palmOf(rig: Rig, pose: Pose, side: 'left' | 'right'): Vec3 {
  const world = forwardKinematics(rig.skeleton, pose);
  const [wrist, index, little] = (['Hand', 'IndexProximal', 'LittleProximal'] as const).map((part) =>
    worldPosition(world, rig.humanoid[`${side}${part}`]!),
  ) as [Vec3, Vec3, Vec3];
  const normal = normalize(cross(subtract(index, wrist), subtract(little, wrist)));
  return side === 'left' ? scale(normal, -1) : normal;
}
