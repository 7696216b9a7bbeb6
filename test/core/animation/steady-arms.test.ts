import { Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { fillFrameWorlds } from '../../../core/animation/frame-worlds.ts';
import { steadyArms } from '../../../core/animation/retarget/steady-arms.ts';
import { toRadians } from '../../../core/math/angles.ts';
import { conjugate, fromAxisAngle, multiply, quatAt } from '../../../core/math/quat.ts';
import { normalize, subtract, vec3At } from '../../../core/math/vec3.ts';
import type { WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { readGlbScene } from '../../helpers/glb-scene.ts';

const rig = buildRig(readGlbScene(MANNEQUIN), {});
const { skeleton, humanoid } = rig;
const [upper, lower, hand] = [humanoid.leftUpperArm!, humanoid.leftLowerArm!, humanoid.leftHand!];
const FRAMES = 40;

/** Bent arms that do not move. */
const still = Array.from({ length: FRAMES }, () => {
  const pose = restPose(skeleton);
  const limit = skeleton.limits[lower]!;
  if (limit.kind === 'hinge') setRotation(pose, lower, fromAxisAngle(limit.axis, 0.6 * limit.max));
  return pose;
});
const source = fillFrameWorlds(skeleton, still);

/** The same with the left arm turned about its forearm by so many degrees from frame 20 on. */
function turnedBy(degrees: number) {
  return still.map((pose, frame) => {
    if (frame < 20) return pose;
    const world = source[frame]!;
    const along = normalize(subtract(vec3At(world.positions, hand), vec3At(world.positions, lower)));
    const parent = skeleton.parents[upper]!;
    const before = multiply(quatAt(world.rotations, parent), quatAt(skeleton.rest, upper));
    const turned = pose.slice();
    setRotation(
      turned,
      upper,
      multiply(conjugate(before), multiply(fromAxisAngle(along, toRadians(degrees)), quatAt(world.rotations, upper))),
    );
    return turned;
  });
}

const rotation = (world: WorldTransforms, joint: number) => new Quaternion(...quatAt(world.rotations, joint));
const direction = (world: WorldTransforms) =>
  new Vector3(...subtract(vec3At(world.positions, hand), vec3At(world.positions, lower)));

/** Degrees that the left forearm turns from each frame to the next, whatever about: its direction stays. */
function steps(worlds: readonly WorldTransforms[]): number[] {
  return worlds.slice(1).map((world, i) => (rotation(world, lower).angleTo(rotation(worlds[i]!, lower)) * 180) / Math.PI);
}

test('a forearm that turns about itself in one frame, where the source’s does not, turns over several', () => {
  const sudden = turnedBy(20);
  const before = fillFrameWorlds(skeleton, sudden);
  expect(Math.max(...steps(before))).toBeCloseTo(20, 6);
  const steady = fillFrameWorlds(skeleton, steadyArms(rig, rig, source, sudden, 30));
  expect(Math.max(...steps(steady))).toBeLessThan(8);
  steady.forEach((world, frame) => {
    expect(direction(world).angleTo(direction(before[frame]!)), `frame ${frame}`).toBeLessThan(1e-6);
    expect(rotation(world, hand).angleTo(rotation(before[frame]!, hand)), `frame ${frame}`).toBeLessThan(1e-6);
  });
});

test('an arm that turns as fast as the source’s, or a little faster, keeps its bytes', () => {
  const fast = turnedBy(20);
  expect(steadyArms(rig, rig, fillFrameWorlds(skeleton, fast), fast, 30)).toEqual(fast);
  const slow = turnedBy(7);
  expect(steadyArms(rig, rig, source, slow, 30)).toEqual(slow);
});
