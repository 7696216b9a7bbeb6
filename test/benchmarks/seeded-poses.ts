import type { Rig } from '../../core/humanoid/body/rig.ts';
import { fromRotationVector } from '../../core/math/quat.ts';
import { seededRandom } from '../../core/math/random.ts';
import { restPose, setRotation, type Pose } from '../../core/skeleton/pose.ts';

/** Poses in which every joint is turned somewhere, the same in every run. */
export function seededPoses({ skeleton }: Rig, count: number): Pose[] {
  const random = seededRandom(1);
  return Array.from({ length: count }, () => {
    const pose = restPose(skeleton);
    for (let joint = 0; joint < skeleton.count; joint++) {
      setRotation(pose, joint, fromRotationVector([random() - 0.5, random() - 0.5, random() - 0.5]));
    }
    return pose;
  });
}
