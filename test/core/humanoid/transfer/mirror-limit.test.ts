import { describe, expect, test } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { mirrorLimit, otherJoint } from '../../../../core/humanoid/transfer/mirror-limit.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

describe('the mirrored limit', () => {
  const rig = buildRig(readGlbScene(MANNEQUIN));
  const pairs = (
    ['leftUpperArm', 'leftLowerArm', 'leftHand', 'leftUpperLeg', 'leftLowerLeg', 'leftFoot', 'leftShoulder'] as const
  ).map((bone) => [bone, rig.humanoid[bone]!] as const);

  test.each(pairs)('of %s is what the anatomical preset gives the other side', (_, joint) => {
    const other = otherJoint(rig, joint)!;
    const own = rig.skeleton.limits[other]!;
    const mirrored = mirrorLimit(rig, joint, other, rig.skeleton.limits[joint]!)!;
    if (own.kind === 'hinge' && mirrored.kind === 'hinge') {
      expect([mirrored.min, mirrored.max]).toEqual([expect.closeTo(own.min, 6), expect.closeTo(own.max, 6)]);
    } else if (own.kind === 'swingTwist' && mirrored.kind === 'swingTwist') {
      expect(mirrored.swing).toEqual(own.swing.map((half) => expect.closeTo(half, 4)));
      expect(mirrored.twist).toEqual(own.twist.map((end) => expect.closeTo(end, 4)));
    } else {
      expect(mirrored.kind).toBe(own.kind);
    }
  });

  test('does not exist for joints of the middle', () => {
    expect(otherJoint(rig, rig.humanoid.spine!)).toBeNull();
  });

  test('does not exist for joints whose limits are of different kinds, or that have none', () => {
    const [arm, elbow] = [rig.humanoid.leftUpperArm!, rig.humanoid.rightLowerArm!];
    expect(mirrorLimit(rig, arm, elbow, rig.skeleton.limits[arm]!)).toBeNull();
    expect(mirrorLimit(rig, arm, rig.humanoid.rightUpperArm!, { kind: 'free' })).toBeNull();
  });
});
