import { describe, expect, test } from 'vitest';
import type { HandleName } from '../../../../../core/humanoid/body/handles.ts';
import { sizeOf } from '../../../../../core/humanoid/body/rig.ts';
import { createPuller } from '../../../../../core/humanoid/pulling/puller.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../../core/humanoid/pulling/request/pull-goals.ts';
import { seededRandom } from '../../../../../core/math/random.ts';
import { add, distance, normalize, scale, type Vec3 } from '../../../../../core/math/vec3.ts';
import { restPose } from '../../../../../core/skeleton/pose.ts';
import { degreesBetween, FEET, handleAt } from '../../../../helpers/pulled-figure.ts';
import { sampleRigs } from '../../../../helpers/rigs.ts';
import { few } from '../../../../helpers/extent.ts';

const HANDLES: readonly HandleName[] = ['leftHand', 'rightHand', 'leftFoot'];
/** Degrees that the straight elbow of the mannequin bends by for the last tenth of a tolerance, and a little. */
const LITTLE = 3;

/** Ways in which a pointer trembles: unit vectors. */
function ways(seed: number, count: number): Vec3[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => normalize([random() - 0.5, random() - 0.5, random() - 0.5]));
}

describe.each(sampleRigs())('at rest, of $name', ({ rig }) => {
  const rest = restPose(rig.skeleton);
  const tolerance = DEFAULT_SOLVER_SETTINGS.tolerance * sizeOf(rig);
  const settings = { ...DEFAULT_SOLVER_SETTINGS, tolerance };

  test.each(few(HANDLES, 4))(
    '%s hardly turns a joint for a pointer that trembles by the tolerance, and says that it is there',
    (name) => {
      const from = handleAt(rig, rest, name);
      const pull = createPuller(rig).begin(rest, name, FEET, settings);
      for (const way of ways(3, 20)) {
        const target = add(from, scale(way, tolerance));
        const { pose, status, residuals, distance: told } = pull.to(target);
        expect(degreesBetween(rig, pose, rest)).toBeLessThan(LITTLE);
        expect(status).toBe('reached');
        expect(residuals[0]!.distance).toBeCloseTo(distance(handleAt(rig, pose, name), target), 12);
        expect(told).toBeGreaterThanOrEqual(residuals[0]!.distance);
      }
    },
  );

  test.each(HANDLES)('%s goes where it is pulled to from thirty tolerances on', (name) => {
    const from = handleAt(rig, rest, name);
    const pull = createPuller(rig).begin(rest, name, FEET, settings);
    const target = add(from, [0, 40 * tolerance, 0]);
    expect(distance(handleAt(rig, pull.to(target).pose, name), target)).toBeLessThan(0.8 * tolerance);
  });
});
