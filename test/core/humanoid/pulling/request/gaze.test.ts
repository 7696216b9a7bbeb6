import { describe, expect, test } from 'vitest';
import { pinned } from '../../../../../core/humanoid/body/handles.ts';
import { gazeGoals, lookAt, sightIn } from '../../../../../core/humanoid/pulling/request/gaze.ts';
import { createPuller } from '../../../../../core/humanoid/pulling/puller.ts';
import { createJointTurner } from '../../../../../core/humanoid/pulling/turn-joint.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../../core/humanoid/pulling/request/pull-goals.ts';
import { fromAxisAngle } from '../../../../../core/math/quat.ts';
import { dot, normalize, subtract, type Vec3 } from '../../../../../core/math/vec3.ts';
import { isInsideLimits } from '../../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../../../core/skeleton/pose.ts';
import { buildRig } from '../../../../../core/humanoid/rigging/build-rig.ts';
import { readGlbScene } from '../../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../../helpers/mannequin.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));

/** Degrees between the sight of a pose and the way to a place. */
function off(pose: Pose, target: Vec3): number {
  const { from, ahead } = sightIn(rig, pose, 1)!;
  const [sight, way] = [normalize(subtract(ahead, from)), normalize(subtract(target, from))];
  return (Math.acos(Math.min(1, dot(sight, way))) * 180) / Math.PI;
}

describe('looking at a place', () => {
  test.each([
    ['to the left', [1, 1.6, 1.2]],
    ['down', [0, 1.1, 1.2]],
    ['up to the right', [-0.8, 2.2, 1]],
  ] as const)('%s turns neck and head there and nothing else, inside the limits', (_, target) => {
    const rest = restPose(rig.skeleton);
    const pose = lookAt(rig, rest, target);
    expect(off(rest, target)).toBeGreaterThan(20);
    expect(off(pose, target)).toBeLessThan(1);
    expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
    const own = new Set([rig.humanoid.neck, rig.humanoid.head]);
    for (let joint = 0; joint < rig.skeleton.count; joint++)
      if (!own.has(joint)) expect(rotationOf(pose, joint)).toEqual(rotationOf(rest, joint));
  });

  test('behind the back comes as near as the neck allows', () => {
    const pose = lookAt(rig, restPose(rig.skeleton), [0.3, 1.6, -2]);
    expect(off(pose, [0.3, 1.6, -2])).toBeGreaterThan(10);
    expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
  });

  test('is a goal of every pull: the head looks there while the hips go down and a hand takes the trunk along', () => {
    const gaze: Vec3 = [0.5, 1.3, 1.5];
    const puller = createPuller(rig);
    // A hand that is taken lower leans the trunk so far that neck and head stand on their limits, short of the place.
    for (const [handle, target] of [
      ['hips', [0.05, 0.7, 0]],
      ['leftHand', [0.3, 0.95, 0.7]],
      ['head', [0.1, 1.45, 0.1]],
    ] as const) {
      const pull = puller.begin(restPose(rig.skeleton), handle, pinned('leftFoot', 'rightFoot'), { gaze });
      const { pose, status } = pull.to(target);
      expect([handle, status]).toEqual([handle, 'reached']);
      expect(off(pose, gaze)).toBeLessThan(2);
      expect(
        off(puller.begin(restPose(rig.skeleton), handle, pinned('leftFoot', 'rightFoot')).to(target).pose, gaze),
      ).toBeGreaterThan(5);
    }
  });

  test('holds while the chest is turned, and not while the head itself is', () => {
    const gaze: Vec3 = [0.5, 1.3, 1.5];
    const settings = { ...DEFAULT_SOLVER_SETTINGS, gaze };
    const looking = lookAt(rig, restPose(rig.skeleton), gaze);
    const turn = (bone: 'chest' | 'head') =>
      createJointTurner(rig, looking, rig.humanoid[bone]!, {}, settings).to(fromAxisAngle([0, 1, 0], -0.3));
    expect(off(turn('chest'), gaze)).toBeLessThan(1);
    expect(off(turn('head'), gaze)).toBeGreaterThan(5);
  });

  test('is said of head and eyes as soft goals', () => {
    expect(gazeGoals(rig, [0, 1, 1]).every(({ soft, kind }) => soft === true && kind === 'aim')).toBe(true);
    expect(() => createPuller(rig).begin(restPose(rig.skeleton), 'hips', {}, { gaze: [0, 1] as unknown as Vec3 })).toThrow(
      'the gaze must be 3 finite numbers of at most 1000000000, got 0, 1',
    );
  });
});
