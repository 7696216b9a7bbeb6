import { describe, expect, test } from 'vitest';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { mirrorLimit, otherJoint } from '../../../../core/humanoid/transfer/mirror-limit.ts';
import { conjugate, fromAxisAngle, multiply, rotate, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { normalize, scale, UNIT_X, UNIT_Y, UNIT_Z, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import type { Limit } from '../../../../core/skeleton/limits.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { withLimits } from '../../../../core/skeleton/skeleton.ts';
import { armsLowered, plainFigure, sceneOf, withRandomAxes } from '../../../helpers/figure.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { limitOffence } from '../../../helpers/limit-oracle.ts';
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

describe('a joint does within the mirrored limit what the other does in a mirror within its own', () => {
  const random = seededRandom(91);
  const rig = buildRig(sceneOf(withRandomAxes(armsLowered(plainFigure(), 30), random)));
  const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));

  /** A rotation of joint `from` as joint `to` does it on the other side of the plane x = 0. */
  function mirrored(from: number, to: number, q: Quat): Quat {
    const [at, other] = [worldRotation(rest, from), worldRotation(rest, to)];
    const [x, y, z, w] = multiply(multiply(at, q), conjugate(at));
    return multiply(multiply(conjugate(other), [x, -y, -z, w]), other);
  }

  /** The rig with another limit of one joint. */
  const given = (joint: number, limit: Limit): Rig => ({
    ...rig,
    skeleton: withLimits(rig.skeleton, rig.skeleton.limits.with(joint, limit), rig.skeleton.stiffness, []),
  });

  function expectSameRoom(from: number, to: number, limit: Limit, own: Limit, rotations: readonly Quat[]): void {
    const other = mirrorLimit(given(to, own), from, to, limit)!;
    for (const q of rotations) expect(limitOffence(other, mirrored(from, to, q))).toBeCloseTo(limitOffence(limit, q), 5);
  }

  test.each(['leftLowerArm', 'rightLowerLeg'] as const)(
    'a hinge like the %s, whichever way the axis of the other one points',
    (bone) => {
      const from = rig.humanoid[bone]!;
      const to = otherJoint(rig, from)!;
      const [limit, own] = [rig.skeleton.limits[from]!, rig.skeleton.limits[to]!];
      if (limit.kind !== 'hinge' || own.kind !== 'hinge') throw new Error('elbows and knees are hinges');
      const asked = { ...limit, min: -0.3, max: 1.7 };
      const turns = [-1, -0.31, -0.29, 0, 0.5, 1.6, 1.8].map((angle) => fromAxisAngle(limit.axis, angle));
      expectSameRoom(from, to, asked, own, turns);
      expectSameRoom(from, to, asked, { ...own, axis: scale(own.axis, -1) }, turns);
    },
  );

  /** The eight turns of a cone's frames that leave its axes on each other. */
  const frames = [0, 1, 2, 3].flatMap((quarters): Quat[] => {
    const turn = fromAxisAngle(UNIT_Z, (quarters * Math.PI) / 2);
    return [turn, multiply(turn, fromAxisAngle(UNIT_X, Math.PI))];
  });

  test.each(['leftUpperArm', 'rightUpperLeg', 'leftHand'] as const)(
    'a cone like that of the %s, whichever way the axes of the other one lie',
    (bone) => {
      const from = rig.humanoid[bone]!;
      const to = otherJoint(rig, from)!;
      const [limit, own] = [rig.skeleton.limits[from]!, rig.skeleton.limits[to]!];
      if (limit.kind !== 'swingTwist' || own.kind !== 'swingTwist') throw new Error('shoulders, hips and wrists are cones');
      const asked = { ...limit, swing: [0.3, 0.6, 0.9, 1.2], twist: [-0.2, 0.8] } as const;
      const amid = (size: number) => size * (2 * random() - 1);
      const rotations = Array.from({ length: 40 }, (): Quat => {
        const [swing, about] = [1.5 * random(), normalize([amid(1), amid(1), 0] as Vec3)];
        const l = multiply(fromAxisAngle(about, swing), fromAxisAngle(UNIT_Z, amid(1.2)));
        return multiply(multiply(limit.parentFrame, l), conjugate(limit.childFrame));
      });
      for (const frame of frames) {
        const turned = { ...own, parentFrame: multiply(own.parentFrame, frame), childFrame: multiply(own.childFrame, frame) };
        expectSameRoom(from, to, asked, turned, rotations);
      }
      expect(rotate(frames[1]!, UNIT_Y)[1]).toBeCloseTo(-1, 12);
    },
  );
});
