import starter from '../../../renderer/assets/starter-poses.json' with { type: 'json' };
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { limbExamples, type LimbExamples } from '../../../core/humanoid/picture/limb-examples.ts';
import { normalizeQuat, type Quat } from '../../../core/math/quat.ts';
import { restPose, setRotation, type Pose } from '../../../core/skeleton/pose.ts';

/** How limbs stand in the starter library, whose poses are those of the mannequin: directions, which every body shares. */
export function starterExamples(mannequin: Rig): LimbExamples {
  const whole = starter.poses.filter(({ root }) => root !== null);
  const poses = whole.map(({ bones }): Pose => {
    const pose = restPose(mannequin.skeleton);
    for (const [bone, rotation] of Object.entries(bones)) {
      const joint = mannequin.humanoid[bone as HumanoidBone];
      if (joint !== undefined) setRotation(pose, joint, normalizeQuat(rotation as unknown as Quat));
    }
    return pose;
  });
  return limbExamples(mannequin, poses);
}
