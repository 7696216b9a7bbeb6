import { expect, test } from 'vitest';
import { footPoints, solePointsOf } from '../../../../core/animation/holding/contact-points.ts';
import { standOn } from '../../../../core/animation/ground/stand-on.ts';
import { createGround } from '../../../../core/contact/ground.ts';
import type { Shape } from '../../../../core/contact/shape.ts';
import { createSurface, placeSurface } from '../../../../core/contact/surface.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { sitOn } from '../../../../core/humanoid/seating/sit-on.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { limitExcess } from '../../../../core/skeleton/limit-state.ts';
import { restPose, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const { skeleton, humanoid } = rig;
const TILT = (15 * Math.PI) / 180;

const on = (shape: Shape, at: Vec3) => createGround([placeSurface(createSurface(shape), at)], null);

/** Millimetres that each heel, ball and toe is above a height that is written down. */
function gaps(pose: Pose, heightAt: (z: number) => number): number[] {
  const world = forwardKinematics(skeleton, pose);
  return footPoints(rig)
    .flatMap(solePointsOf)
    .map(({ joint, offset }) => {
      const [, y, z] = pointOf(world, joint, offset);
      return 1000 * (y - heightAt(z));
    });
}

function expectStanding(pose: Pose, heightAt: (z: number) => number, at: Vec3): void {
  for (const gap of gaps(pose, heightAt)) expect(Math.abs(gap)).toBeLessThan(2);
  const world = forwardKinematics(skeleton, pose);
  const [x, y, z] = worldPosition(world, humanoid.hips!);
  expect(Math.hypot(x - at[0], z - at[2])).toBeLessThan(0.25);
  expect(y - at[1]).toBeGreaterThan(0.75);
  for (let joint = 0; joint < skeleton.count; joint++) expect(limitExcess(skeleton, pose, joint)).toBeLessThan(0.01);
}

test('a body stands on a table that is higher than any step, wherever on it is said', () => {
  const table: Shape = { kind: 'box', size: [2, 0.75, 2] };
  for (const at of [
    [3, 0.75, 1],
    [2.5, 0.75, 1.4],
  ] as const) {
    const stood = standOn(rig, restPose(skeleton), on(table, [3, 0, 1]), at)!;
    expectStanding(stood, () => 0.75, at);
  }
});

test.each([1, -1])('on a slope of 15° both feet are tilted as it is, up or down (%s)', (way) => {
  const shape: Shape = { kind: 'ramp', length: 4, height: 4 * Math.tan(TILT), width: 3 };
  const turn = way > 0 ? fromAxisAngle([0, 1, 0], 0) : fromAxisAngle([0, 1, 0], Math.PI);
  const ground = createGround([placeSurface(createSurface(shape), [0, 0, 0], turn)], null);
  const heightAt = (z: number) => (2 + way * z) * Math.tan(TILT);
  const stood = standOn(rig, restPose(skeleton), ground, [0, heightAt(0), 0])!;
  // Up the slope ankles reach their limit.
  for (const gap of gaps(stood, heightAt)) expect(Math.abs(gap)).toBeLessThan(way > 0 ? 4 : 2);
});

test('who sits gets up: legs as at rest, trunk and arms as they are', () => {
  const seat = createSurface({ kind: 'box', size: [0.5, 0.45, 0.5] });
  const raised = restPose(skeleton);
  setRotation(raised, humanoid.leftUpperArm!, fromAxisAngle([0, 0, 1], 0.5));
  const sitting = sitOn(rig, raised, { surface: seat, at: [0, 0.45, 0], facing: [1, 0, 0] }, createGround([seat]));
  const hips = worldPosition(forwardKinematics(skeleton, sitting), humanoid.hips!);
  expect(hips[1]).toBeLessThan(0.7);
  const stood = standOn(rig, sitting, on({ kind: 'box', size: [1, 0.2, 1] }, [2, 0, 0]), [2, 0.2, 0])!;
  expectStanding(stood, () => 0.2, [2, 0.2, 0]);
  const arm = 3 + 4 * humanoid.leftUpperArm!;
  expect([...stood.subarray(arm, arm + 4)]).toEqual([...sitting.subarray(arm, arm + 4)]);
});

test('what feet have no place on, and what is no ground, is told', () => {
  expect(standOn(rig, restPose(skeleton), on({ kind: 'ball', radius: 0.06 }, [0, 0.06, 0]), [0, 0.12, 0])).toBeNull();
  expect(standOn(rig, restPose(skeleton), on({ kind: 'box', size: [0.05, 1, 0.05] }, [0, 0, 0]), [0, 1, 0])).toBeNull();
  expect(() => standOn(rig, restPose(skeleton), 3 as never, [0, 0, 0])).toThrow('the ground must be an object, got 3');
  expect(() => standOn(rig, restPose(skeleton), createGround([]), [0, NaN, 0])).toThrow(RangeError);
});
