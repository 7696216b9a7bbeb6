import { describe, expect, test } from 'vitest';
import { createSolver } from '../../../core/ik/solver.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { createSkeleton } from '../../../core/skeleton/skeleton.ts';
import { between, coneAbout, HAND, hingeAbout, humanArm, placeOf, testBiped } from '../../helpers/ik-chains.ts';

describe('targets out of reach', () => {
  test('end at the nearest reachable point: no pose of a brute-force grid is noticeably nearer', () => {
    const skeleton = createSkeleton([
      { name: 'shoulder', parent: -1, offset: [0, 0, 0], limit: coneAbout([1, 0, 0], 80, [0, 0]) },
      { name: 'elbow', parent: 0, offset: [0.3, 0, 0], limit: hingeAbout([0, -1, 0], 0, 140) },
    ]);
    const hand: Vec3 = [0.26, 0, 0];
    const random = seededRandom(4);
    const solver = createSolver(skeleton);
    for (let i = 0; i < 12; i++) {
      const target: Vec3 = [1.6 * random() - 0.8, 1.6 * random() - 0.8, 1.6 * random() - 0.8];
      const outcome = solver.solve(restPose(skeleton), [{ kind: 'position', joint: 1, offset: hand, target }]);
      const pose = restPose(skeleton);
      let best = Infinity;
      for (let azimuth = 0; azimuth < 360; azimuth += 8) {
        for (let swing = 0; swing <= 80; swing += 8) {
          const t = (azimuth * Math.PI) / 180;
          setRotation(pose, 0, fromAxisAngle([0, Math.cos(t), Math.sin(t)], (swing * Math.PI) / 180));
          for (let bend = 0; bend <= 140; bend += 7) {
            setRotation(pose, 1, fromAxisAngle([0, -1, 0], (bend * Math.PI) / 180));
            best = Math.min(best, between(placeOf(skeleton, pose, 1, hand), target));
          }
        }
      }
      expect(outcome.distance).toBeLessThan(best * 1.0015 + 1e-3);
    }
  });

  test('holding such a target still for 100 solves changes nothing, with pinned feet and a moving root too', () => {
    const arm = humanArm();
    const armSolver = createSolver(arm);
    let pose = armSolver.solve(restPose(arm), [{ kind: 'position', joint: 3, offset: HAND, target: [0.7, 0.9, 0.2] }]).pose;
    for (let i = 0; i < 100; i++) {
      const again = armSolver.solve(pose, [{ kind: 'position', joint: 3, offset: HAND, target: [0.7, 0.9, 0.2] }]).pose;
      expect(again).toEqual(pose);
      pose = again;
    }
    const { skeleton, start, joint } = testBiped();
    const solver = createSolver(skeleton);
    const goals = [
      { kind: 'position' as const, joint: joint('wristL'), target: [0.8, 2.4, 0.9] as const },
      ...['footL', 'footR'].map((name) => ({
        kind: 'position' as const,
        joint: joint(name),
        target: placeOf(skeleton, start, joint(name)),
        priority: 1,
        tolerance: 1e-4,
      })),
    ];
    let held = solver.solve(start, goals, { rootStiffness: 0.5, restarts: 4 });
    expect(held.residuals.slice(1).every((left) => left.reached)).toBe(true);
    for (let i = 0; i < 100; i++) {
      const again = solver.solve(held.pose, goals, { rootStiffness: 0.5, restarts: 4 });
      expect(again.pose).toEqual(held.pose);
      held = again;
    }
  });
});
