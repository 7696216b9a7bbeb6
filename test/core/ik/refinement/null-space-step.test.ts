import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { UNIT_Z, type Vec3 } from '../../../../core/math/vec3.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { between, hingeAbout, placeOf, straightChain } from '../../../helpers/ik-chains.ts';

/** Three links of 0.1 m in a plane; the tip held at a point leaves them one way to move: the first may point anywhere that the others can follow. */
const chain = straightChain(3, hingeAbout(UNIT_Z, -179, 179));
const TIP: Vec3 = [0, 0.1, 0];

/** Least distance from the second joint to `target` while the tip is at `tip`, by walking round all directions of the first link. */
function nearest(tip: Vec3, target: Vec3): number {
  let least = Infinity;
  for (let k = 0; k < 3600; k++) {
    const angle = (k * Math.PI) / 1800;
    const second: Vec3 = [0.1 * Math.cos(angle), 0.1 * Math.sin(angle), 0];
    // Two links of 0.1 m from there reach whatever is within 0.2 m.
    if (between(second, tip) <= 0.2) least = Math.min(least, between(second, target));
  }
  return least;
}

describe('a goal of a lower priority', () => {
  test('comes as near as the higher one leaves free: no direction of the free link is nearer (100 random conflicts, seed 44)', () => {
    const random = seededRandom(44);
    const solver = createSolver(chain);
    let conflicts = 0;
    for (let i = 0; i < 100; i++) {
      const start = restPose(chain);
      for (let j = 0; j < 3; j++) setRotation(start, j, fromAxisAngle(UNIT_Z, 2 * random() - 1));
      const direction = 6 * random();
      const far = 0.05 + 0.2 * random();
      const tip: Vec3 = [far * Math.cos(direction), far * Math.sin(direction), 0];
      const target: Vec3 = [0.4 * random() - 0.2, 0.4 * random() - 0.2, 0];
      const goals: Goal[] = [
        { kind: 'position', joint: 1, target, tolerance: 1e-6 },
        { kind: 'position', joint: 2, offset: TIP, target: tip, priority: 1, tolerance: 1e-4 },
      ];
      const { pose, residuals } = solver.solve(start, goals);
      expect(between(placeOf(chain, pose, 2, TIP), tip), `case ${i}`).toBeLessThan(1e-4);
      const least = nearest(tip, target);
      if (least > 0.01) conflicts++;
      // What the tolerance of the tip lets it gain or lose at full stretch.
      expect(residuals[0]!.distance, `case ${i}`).toBeLessThan(least + 0.004);
    }
    expect(conflicts).toBeGreaterThan(50);
  });
});
