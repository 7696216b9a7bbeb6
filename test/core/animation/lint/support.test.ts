import { expect, test } from 'vitest';
import { wayOntoSupport } from '../../../../core/animation/lint/support.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { length, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const { leftFoot, leftToes, leftHand } = rig.humanoid;

/** From a place to what carries a body at rest some of whose joints are elsewhere, metres. */
function wayFrom(place: Vec3, moved: ReadonlyMap<number, Vec3> = new Map()): Vec3 {
  const world = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  for (const [joint, at] of moved) world.positions.set(at, 3 * joint);
  return wayOntoSupport(rig, world, place).way;
}

const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
const [x, , z] = worldPosition(rest, leftFoot!);

test('between the feet nothing is lacking, and far beside them the way leads straight onto the nearer one', () => {
  expect(wayFrom([0, 1, z])).toEqual([0, 0, 0]);
  const far = wayFrom([x + 2, 1, z]);
  expect(far[0]).toBeLessThan(-1.8);
  expect(Math.abs(far[2])).toBeLessThan(1e-9);
  const behind = wayFrom([0, 1, z - 2]);
  expect(Math.abs(behind[0])).toBeLessThan(0.02);
  expect(behind[2]).toBeGreaterThan(1.7);
});

test('a hand near the floor carries, one above it does not', () => {
  const place: Vec3 = [x + 0.4, 1, z];
  expect(length(wayFrom(place))).toBeGreaterThan(0.2);
  expect(wayFrom(place, new Map([[leftHand!, [x + 1, 0.05, z]]]))).toEqual([0, 0, 0]);
  expect(length(wayFrom(place, new Map([[leftHand!, [x + 1, 0.5, z]]])))).toBeGreaterThan(0.2);
});

test('a foot in the air carries nothing', () => {
  expect(wayFrom([x, 1, z])).toEqual([0, 0, 0]);
  const lifted = [leftFoot!, leftToes!].map((joint) => {
    const [a, b, c] = worldPosition(rest, joint);
    return [joint, [a, b + 0.4, c]] as const;
  });
  expect(length(wayFrom([x, 1, z], new Map(lifted)))).toBeGreaterThan(0.05);
});
