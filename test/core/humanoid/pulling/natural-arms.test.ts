import { describe, expect, test } from 'vitest';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { add, normalize, scale, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../../core/skeleton/pose.ts';
import { followPath, noContinuity } from '../../../benchmarks/posing/continuity.ts';
import { FEET, figureOf, moved, placeOf } from '../../../benchmarks/posing/figure.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const DEGREES = Math.PI / 180;
const people = sampleRigs().filter(({ name }) => /mannequin|unreal/.test(name));

describe.each(people)('an arm of $name', ({ rig }) => {
  const figure = figureOf(rig);
  const { rest, arm } = figure;
  const { leftShoulder: clavicle, leftUpperArm: upper, leftLowerArm: elbow } = rig.humanoid;
  const shoulder = worldPosition(forwardKinematics(rig.skeleton, rest), upper!);
  const at = ([out, up, ahead]: Vec3): Vec3 => moved(figure, shoulder, [out * arm, up * arm, ahead * arm]);
  const turnBetween = (a: Pose, b: Pose): number =>
    angleBetween(
      worldRotation(forwardKinematics(rig.skeleton, a), upper!),
      worldRotation(forwardKinematics(rig.skeleton, b), upper!),
    ) / DEGREES;

  test.each<[string, number, number]>([
    ['aside', 1, 0],
    ['ahead', 0.15, 1],
  ])('that is raised %s takes its clavicle along, about 1 to 2 of the shoulder, from 30° on', (_, out, ahead) => {
    const gesture = createPuller(rig).begin(rest, 'leftHand', FEET);
    const degreesUp = (pose: Pose, from: number, to: number): number => {
      const world = forwardKinematics(rig.skeleton, pose);
      return Math.asin(normalize(subtract(worldPosition(world, to), worldPosition(world, from)))[1]) / DEGREES;
    };
    const raised = (angle: number): readonly [number, number] => {
      const [s, c] = [Math.sin(angle * DEGREES), Math.cos(angle * DEGREES)];
      const { pose } = gesture.to(at(scale([s * out, -c, s * ahead], 0.93)), { keepsDirection: false });
      return [degreesUp(pose, upper!, elbow!), degreesUp(pose, clavicle!, upper!)];
    };
    const [low, high] = [raised(45), raised(135)];
    const slope = (high[1] - low[1]) / (high[0] - low[0]);
    expect(slope).toBeGreaterThan(0.2);
    expect(slope).toBeLessThan(0.45);
  });

  test.each<[string, Vec3, Vec3, Vec3]>([
    ['in front', [0, 0, 0.6], [0.4, 0, 0], [0, 0.4, 0]],
    ['beside', [0.6, 0, 0.1], [0, 0.4, 0], [0, 0, 0.4]],
    ['across', [-0.3, 0.1, 0.5], [0.25, 0, 0], [0, 0, 0.25]],
    ['below', [0.1, -0.7, 0.2], [0.3, 0, 0], [0, 0, 0.3]],
  ])('that goes round %s never turns by more than 20° a step of a hand, nor jumps', (_, middle, one, other) => {
    for (const keepsDirection of [true, false]) {
      const found = noContinuity();
      const path = Array.from({ length: 121 }, (_each, i): Vec3 => {
        const [s, c] = [Math.sin((2 * Math.PI * i) / 120), Math.cos((2 * Math.PI * i) / 120)];
        return at(add(middle, add(scale(one, s), scale(other, c))));
      });
      followPath(figure, rest, 'leftHand', path, ['leftHand'], { keepsDirection }, found);
      expect(found.breaks).toBe(0);
      expect(found.most).toBeLessThan(20);
      expect(found.reached).toBe(found.steps);
    }
  });

  test('that is grabbed and not moved stays as it is', () => {
    const gesture = createPuller(rig).begin(rest, 'leftHand', FEET);
    const posed = gesture.to(at([0.3, 0.2, 0.5])).pose;
    const hand = placeOf(figure, forwardKinematics(rig.skeleton, posed), 'leftHand');
    const { pose } = createPuller(rig).begin(posed, 'leftHand', FEET).to(hand);
    expect(turnBetween(posed, pose)).toBeLessThan(0.05);
  });
});
