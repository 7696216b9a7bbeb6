import { Quaternion } from 'three';
import { describe, expect, test } from 'vitest';
import { applySavedPose, capturePose } from '../../../core/library/apply.ts';
import { fileOfPicture, pictureFile, withRootTranslation } from '../../../core/library/saved-pose.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { angleBetween, type Quat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { rotationOf } from '../../../core/skeleton/pose.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { skeleton } = smallBiped().rig;
const random = seededRandom(5);
const current = randomPose(skeleton, random, 1.5);
const saved = capturePose(skeleton, randomPose(skeleton, random, 1.5), { id: 'p', name: 'Pose' });

function slerp(a: Quat, b: Quat, t: number): Quat {
  const q = new Quaternion(...a).slerp(new Quaternion(...b), t);
  return [q.x, q.y, q.z, q.w];
}

describe('applying a saved pose', () => {
  test('in full gives its very numbers, and again changes nothing', () => {
    const once = applySavedPose(current, saved);
    expect(once).toEqual(saved.pose);
    expect(applySavedPose(once, saved)).toEqual(once);
  });

  test.each([0.25, 0.5, 0.75])('by %s turns every joint that share of the SLERP and moves the root that share', (amount) => {
    const blended = applySavedPose(current, saved, amount);
    for (let j = 0; j < skeleton.count; j++) {
      const expected = slerp(rotationOf(current, j), rotationOf(saved.pose, j), amount);
      expect(toDegrees(angleBetween(rotationOf(blended, j), expected))).toBeLessThan(1e-5);
    }
    for (let c = 0; c < 3; c++) expect(blended[c]).toBeCloseTo((1 - amount) * current[c]! + amount * saved.pose[c]!, 12);
  });

  test('by 0 changes nothing', () => {
    const same = applySavedPose(current, saved, 0);
    for (let j = 0; j < skeleton.count; j++) expect(angleBetween(rotationOf(same, j), rotationOf(current, j))).toBeLessThan(1e-9);
  });

  test.each([-0.3, 1.3, 2, -2])('by %s goes on at the same speed along the same way', (amount) => {
    const beyond = applySavedPose(current, saved, amount);
    for (let j = 0; j < skeleton.count; j++) {
      const full = angleBetween(rotationOf(current, j), rotationOf(saved.pose, j));
      const turned = Math.abs(amount) * full;
      const wrapped = turned > Math.PI ? Math.abs(2 * Math.PI - turned) : turned;
      expect(angleBetween(rotationOf(beyond, j), rotationOf(current, j))).toBeCloseTo(wrapped, 6);
    }
  });

  test('beyond 200 % stays at 200 %', () => {
    expect(applySavedPose(current, saved, 7)).toEqual(applySavedPose(current, saved, 2));
  });

  test('the root translation is selected as −1', () => {
    const moved = applySavedPose(current, saved, 1, [-1]);
    expect([...moved]).toEqual([...saved.pose.subarray(0, 3), ...current.subarray(3)]);
  });

  test('moves only the joints that it speaks of, and of these only the selected', () => {
    const arm = capturePose(skeleton, saved.pose, { id: 'a', name: 'Arm', joints: [4, 5, 6] });
    const changed = (pose: Float64Array) =>
      [...skeleton.names.keys()].filter((j) => angleBetween(rotationOf(pose, j), rotationOf(current, j)) > 1e-9);
    expect(changed(applySavedPose(current, arm))).toEqual([4, 5, 6]);
    expect(changed(applySavedPose(current, arm, 1, [5, 9]))).toEqual([5]);
    expect(applySavedPose(current, arm).slice(0, 3)).toEqual(current.slice(0, 3));
  });

  test('never changes the poses it was given', () => {
    const before = current.slice();
    const kept = saved.pose.slice();
    applySavedPose(current, saved, 0.5);
    expect(current).toEqual(before);
    expect(saved.pose).toEqual(kept);
  });

  test('of another character is refused in a sentence', () => {
    expect(() => applySavedPose(current.slice(4), saved)).toThrow(
      'the pose "Pose" has 67 numbers, but this character\'s poses have 63',
    );
  });
});

test('a captured pose does not follow later changes of the pose', () => {
  const pose = current.slice();
  const kept = capturePose(skeleton, pose, { id: 'k', name: 'Kept' });
  pose.fill(0);
  expect(kept.pose).toEqual(current);
});

test.each([-2, 0.5, skeleton.count, Number.NaN])('a captured pose speaks of no joint %s', (joint) => {
  expect(() => capturePose(skeleton, current, { id: 'k', name: 'Kept', joints: [joint] })).toThrow(
    `a saved joint must be −1 or a joint index below ${skeleton.count}, got ${joint}`,
  );
});

test('a captured pose speaks of the joints that it is told, the root and the last among them', () => {
  const joints = [-1, skeleton.count - 1];
  expect(capturePose(skeleton, current, { id: 'k', name: 'Kept', joints }).joints).toEqual(joints);
  expect(() => capturePose(skeleton, current.slice(1), { id: 'k', name: 'Kept' })).toThrow(/^the pose: /);
});

test('a captured pose speaks of everything, and has no tags, folder, mark or picture, unless it is told', () => {
  expect(saved).toEqual({
    id: 'p',
    name: 'Pose',
    tags: [],
    folder: '',
    isFavourite: false,
    joints: [-1, ...skeleton.names.keys()],
    thumbnail: '',
    pose: saved.pose,
  });
  const settings = { id: 'k', name: 'Kept', tags: ['a'], folder: 'b/c', isFavourite: true, joints: [2], thumbnail: 'data:,' };
  expect(capturePose(skeleton, current, settings)).toEqual({ ...settings, pose: current });
});

test('a picture beside the file of a pose names the pose, with its revision and without; other pictures name none', () => {
  expect(fileOfPicture(pictureFile('wave'))).toBe('wave');
  expect(fileOfPicture(pictureFile('wave', '17'))).toBe('wave');
  const pictures = [pictureFile('wave'), pictureFile('wave', '17'), pictureFile('wave', '18'), pictureFile('nod', '17')];
  expect(new Set(pictures).size).toBe(4);
  for (const other of ['', 'data:image/png;base64,file:wave', 'wave']) expect(fileOfPicture(other)).toBeNull();
});

test('a selection with the root brings the root translation along', () => {
  expect(withRootTranslation([3, 1], 1)).toEqual([-1, 3, 1]);
  expect(withRootTranslation([3], 1)).toEqual([3]);
  expect(withRootTranslation([1, -1], 1)).toEqual([1, -1]);
});
