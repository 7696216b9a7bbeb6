import { describe, expect, test } from 'vitest';
import { limbOf } from '../../../../../core/humanoid/body/limbs.ts';
import { helpfulness } from '../../../../../core/humanoid/pulling/solving/helpfulness.ts';
import { buildRig } from '../../../../../core/humanoid/rigging/build-rig.ts';
import type { PositionGoal } from '../../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../../core/ik/solver.ts';
import { seededRandom } from '../../../../../core/math/random.ts';
import { add, distance, type Vec3 } from '../../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../../../core/skeleton/pose.ts';
import { sampleLimit } from '../../../../../core/skeleton/sample-limit.ts';
import { readGlbScene } from '../../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../../helpers/mannequin.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const { skeleton, humanoid } = rig;
const { upper, bend, end } = limbOf(rig, 'leftHand')!;
const solver = createSolver(skeleton);
const rest = restPose(skeleton);
const hand = worldPosition(forwardKinematics(skeleton, rest), end);
const goalAt = (target: Vec3): PositionGoal => ({ kind: 'position', joint: end, target });

describe('how much a joint would help by itself', () => {
  test.each<Vec3>([
    [-0.1, -0.3, 0.05],
    [-0.25, 0.05, 0.3],
    [0.05, 0.25, -0.1],
  ])('is what the best of its rotations takes off the way, beside the most helpful one: %j', (...way) => {
    const target = add(hand, way);
    const shares = helpfulness(solver, rig, rest, goalAt(target));
    const random = seededRandom(9);
    // The best of many rotations inside the limits, which comes near to the best there is.
    const sampled = [bend, upper, humanoid.leftShoulder!, humanoid.upperChest ?? humanoid.chest!, humanoid.spine!].map(
      (joint) => {
        let nearest = distance(hand, target);
        const pose = rest.slice();
        for (let i = 0; i < 6000; i++) {
          setRotation(pose, joint, sampleLimit(skeleton.limits[joint]!, random));
          nearest = Math.min(nearest, distance(worldPosition(forwardKinematics(skeleton, pose), end), target));
        }
        return { joint, help: 1 - nearest / distance(hand, target) };
      },
    );
    const most = Math.max(...shares);
    expect(most).toBe(1);
    const best = sampled.reduce((a, b) => (a.help > b.help ? a : b));
    for (const { joint, help } of sampled) {
      expect(shares[joint]! / shares[best.joint]!, skeleton.names[joint]).toBeCloseTo(help / best.help, 1);
    }
  });

  test('is nothing of a joint that the point lies on, and counts as all of those that do not carry it', () => {
    const shares = helpfulness(solver, rig, rest, goalAt(add(hand, [0, -0.2, 0])));
    expect(shares[end]).toBe(0);
    expect(shares[humanoid.rightUpperArm!]).toBe(1);
  });

  test('is all alike where there is no way to go', () => {
    expect(new Set(helpfulness(solver, rig, rest, goalAt(hand)))).toEqual(new Set([1]));
  });

  test('is little of an elbow for a hand that goes across the plane in which it bends, and much for one that comes in', () => {
    const [across, inwards] = (
      [
        [0, -0.2, 0],
        [-0.2, 0, 0.25],
      ] as const
    ).map((way) => helpfulness(solver, rig, rest, goalAt(add(hand, way)))) as [Float64Array, Float64Array];
    expect(across[bend]).toBeLessThan(0.3 * across[upper]!);
    expect(inwards[bend]).toBeGreaterThan(0.5 * inwards[upper]!);
  });
});
