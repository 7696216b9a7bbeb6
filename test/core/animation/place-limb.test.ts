import { describe, expect, test } from 'vitest';
import { placeLimb } from '../../../core/animation/retarget/place-limb.ts';
import { limbsOf } from '../../../core/humanoid/body/limbs.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { posedRest } from '../../helpers/posed-rest.ts';

const degrees = (angle: number) => (angle * Math.PI) / 180;

describe.each([0, 60, 85, 120])('a leg whose knee rests bent by %i°', (bent) => {
  const rig = buildRig(posedRest({ 'shin.l': [bent, 0, 0] }, { bind: true }));
  const leg = limbsOf(rig).find(({ name }) => name === 'leftLeg')!;

  /** Standing but for a knee that is bent by so many degrees, as the figure with straight knees has them. */
  function flexedBy(flexion: number): Pose {
    const pose = restPose(rig.skeleton);
    setRotation(pose, leg.bend, fromAxisAngle([1, 0, 0], degrees(flexion - bent)));
    return pose;
  }

  test.each([0, 5, 40])('and is bent by %i° has it ahead after its ankle was raised by 5 cm', (flexion) => {
    const pose = flexedBy(flexion);
    const world = forwardKinematics(rig.skeleton, pose);
    const [x, y, z] = worldPosition(world, leg.end);
    const placed = placeLimb(rig, pose, { limb: leg, place: [x, y + 0.05, z], rotation: worldRotation(world, leg.end) });
    const after = forwardKinematics(rig.skeleton, placed);
    const [hip, knee, ankle] = [leg.upper, leg.bend, leg.end].map((joint) => worldPosition(after, joint));
    expect(Math.hypot(...ankle!.map((value, k) => value - [x, y + 0.05, z][k]!))).toBeLessThan(1e-6);
    // Ahead of the line from hip to ankle.
    const share = (knee![1] - hip![1]) / (ankle![1] - hip![1]);
    expect(knee![2] - (hip![2] + share * (ankle![2] - hip![2]))).toBeGreaterThan(0.05);
  });

  test('and is overstretched by 3° bends no further back', () => {
    const pose = flexedBy(-3);
    const world = forwardKinematics(rig.skeleton, pose);
    const [x, y, z] = worldPosition(world, leg.end);
    const placed = placeLimb(rig, pose, { limb: leg, place: [x, y + 0.05, z], rotation: worldRotation(world, leg.end) });
    const after = forwardKinematics(rig.skeleton, placed);
    const [hip, knee, ankle] = [leg.upper, leg.bend, leg.end].map((joint) => worldPosition(after, joint));
    const share = (knee![1] - hip![1]) / (ankle![1] - hip![1]);
    expect(knee![2] - (hip![2] + share * (ankle![2] - hip![2]))).toBeGreaterThan(0.05);
  });
});
