import { describe, expect, it } from 'vitest';
import { handlesOf } from '../../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { turnJoint } from '../../../../core/humanoid/body/limbs.ts';
import { angleBetween, fromAxisAngle } from '../../../../core/math/quat.ts';
import { add, cross, normalize, scale, UNIT_Y, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../../../core/skeleton/pose.ts';
import { FEET, figureOf, pinMoved } from '../../../benchmarks/posing/figure.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const DEGREE = Math.PI / 180;
const SIDES = ['leftFoot', 'rightFoot'] as const;

function hipsIn(rig: Rig, pose: Pose): Vec3 {
  const { joint, offset } = handlesOf(rig).find(({ name }) => name === 'hips')!;
  return pointOf(forwardKinematics(rig.skeleton, pose), joint, offset);
}

/** Radians by which the joints of two poses are turned differently in the world, at the most; of all joints or of the feet. */
function apart(rig: Rig, one: Pose, other: Pose, joints = [...rig.skeleton.names.keys()]): number {
  const [a, b] = [forwardKinematics(rig.skeleton, one), forwardKinematics(rig.skeleton, other)];
  return Math.max(...joints.map((joint) => angleBetween(worldRotation(a, joint), worldRotation(b, joint))));
}

describe.each(sampleRigs())('heels of $name', ({ rig }) => {
  const rest = restPose(rig.skeleton);
  const figure = figureOf(rig);
  const puller = createPuller(rig);
  const feet = SIDES.map((name) => rig.humanoid[name]!);
  const below = (share: number): Vec3 => add(hipsIn(rig, rest), [0, -share * figure.leg, 0]);
  const crouch = puller.begin(rest, 'hips', FEET).to(below(0.3)).pose;

  it('that came up in a crouch go down in a later pull as they would have in the first', () => {
    expect(apart(rig, crouch, rest, feet)).toBeGreaterThan(10 * DEGREE);
    const later = puller.begin(crouch, 'hips', FEET);
    expect(apart(rig, later.to(hipsIn(rig, crouch)).pose, crouch)).toBeLessThan(0.5 * DEGREE);
    const half = later.to(below(0.15)).pose;
    expect(apart(rig, half, puller.begin(rest, 'hips', FEET).to(below(0.15)).pose, feet)).toBeLessThan(0.5 * DEGREE);
    const upright = later.to(hipsIn(rig, rest)).pose;
    expect(apart(rig, upright, rest, feet)).toBeLessThan(1.5 * DEGREE);
    for (const foot of SIDES) expect(pinMoved(figure, upright, foot)).toBeLessThan(1e-3 * figure.size);
  });

  it('that somebody raised stay up', () => {
    const lateral = normalize(cross(UNIT_Y, figure.forward));
    // Over bent knees, so that the legs reach without it.
    const bent = puller.begin(rest, 'hips', FEET).to(below(0.1)).pose;
    const raised = feet.reduce((pose, foot) => turnJoint(rig, pose, foot, fromAxisAngle(lateral, 0.3)), bent);
    expect(apart(rig, raised, rest, feet)).toBeGreaterThan(0.29);
    const lowered = puller.begin(raised, 'hips', FEET).to(add(hipsIn(rig, bent), scale(UNIT_Y, 0.02 * figure.leg))).pose;
    expect(apart(rig, lowered, raised, feet)).toBeLessThan(0.5 * DEGREE);
  });
});
