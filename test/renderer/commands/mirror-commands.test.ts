import { poseOf } from '../state/open-studio.ts';
import { expect, test } from 'vitest';
import { conjugate, fromAxisAngle, multiply, rotate } from '../../../core/math/quat.ts';
import { distance, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import { rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { MIRROR_COMMANDS } from '../../../renderer/commands/mirror-commands.ts';
import type { CommandContext } from '../../../renderer/commands/command.ts';
import { commitPose } from '../../../renderer/state/editing.ts';
import { openedStudio } from '../tools/mannequin-studio.ts';

test('mirroring left onto right brings the right hand and foot to where the left ones are in the mirror, of a body that leans and turns', async () => {
  const studio = openedStudio();
  const { rig } = studio.document();
  const posed: Pose = poseOf(studio).slice();
  const turn = (bone: HumanoidBone, axis: Vec3, angle: number): void => {
    const joint = rig.humanoid[bone]!;
    setRotation(posed, joint, multiply(fromAxisAngle(axis, angle), rotationOf(posed, joint)));
  };
  turn('spine', [0, 0, 1], 0.2);
  turn('chest', [0, 1, 0], 0.25);
  turn('leftUpperArm', [0, 0, 1], 0.5);
  turn('leftUpperLeg', [1, 0, 0], -0.6);
  const { pose } = clampPose(rig.skeleton, posed);
  commitPose(studio, 'Lean', pose);
  await MIRROR_COMMANDS.find(({ id }) => id === 'pose.leftToRight')!.run({ studio } as unknown as CommandContext);
  const world = forwardKinematics(rig.skeleton, poseOf(studio));
  const hips = rig.humanoid.hips!;
  const fromHips = (bone: HumanoidBone): Vec3 =>
    rotate(
      conjugate(worldRotation(world, hips)),
      subtract(worldPosition(world, rig.humanoid[bone]!), worldPosition(world, hips)),
    );
  for (const part of ['Hand', 'Foot', 'LowerArm'] as const) {
    const [x, y, z] = fromHips(`left${part}`);
    expect(distance(fromHips(`right${part}`), [-x, y, z]), part).toBeLessThan(2e-3);
  }
});
