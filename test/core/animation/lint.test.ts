import { expect, test } from 'vitest';
import { createClip, setInterpolation, setKey } from '../../../core/animation/keys.ts';
import { lintClip } from '../../../core/animation/lint.ts';
import { toRadians } from '../../../core/math/angles.ts';
import { fromAxisAngle, type Quat } from '../../../core/math/quat.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { FREE } from '../../../core/skeleton/limits.ts';
import { withLimits } from '../../../core/skeleton/skeleton.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const knee = smallBiped().rig.skeleton.names.indexOf('leftLowerLeg');
const head = smallBiped().rig.skeleton.names.indexOf('head');
const free = smallBiped().rig;
const rig = {
  ...free,
  skeleton: withLimits(
    free.skeleton,
    free.skeleton.names.map((_, j) => (j === knee ? { kind: 'hinge', axis: [1, 0, 0], min: 0, max: 2 } : FREE)),
  ),
};

/** A clip of keys `[seconds, rotation]` of one joint. */
function clipOf(joint: number, keys: readonly (readonly [time: number, rotation: Quat])[]) {
  return keys.reduce(
    (clip, [time, rotation]) => {
      const pose = restPose(rig.skeleton);
      setRotation(pose, joint, rotation);
      return setKey(clip, rig.skeleton, time, pose, [joint]);
    },
    createClip('c', 'Clip', { duration: 2, loop: false }),
  );
}

const about = (degrees: number) => fromAxisAngle([1, 0, 0], toRadians(degrees));

test('a quiet clip has no issues', () => {
  expect(
    lintClip(
      rig,
      clipOf(knee, [
        [0, about(0)],
        [1, about(60)],
        [2, about(0)],
      ]),
    ),
  ).toEqual([]);
});

test('a limit broken between two good keys is found, with the stretch and the angle', () => {
  const clip = clipOf(knee, [
    [0, about(10)],
    [1, about(-20)],
    [2, about(10)],
  ]);
  const issues = lintClip(rig, clip).filter(({ kind }) => kind === 'limit');
  expect(issues).toHaveLength(1);
  expect(issues[0]).toMatchObject({ joint: knee, message: 'leftLowerLeg is 20.0° outside its limit' });
  expect(issues[0]!.from).toBeCloseTo(11 / 30, 6);
  expect(issues[0]!.to).toBeCloseTo(49 / 30, 6);
});

test('a joint that turns over between two frames is a flip', () => {
  const clip = setInterpolation(
    clipOf(head, [
      [0, about(0)],
      [1, about(150)],
    ]),
    'step',
  );
  expect(lintClip(rig, clip).map(({ kind, joint, from }) => [kind, joint, from])).toContainEqual(['flip', head, 1]);
});

test('a sudden start is a speed jump, a gentle one is not', () => {
  const sudden = clipOf(head, [
    [0, about(0)],
    [1, about(0)],
    [1 + 2 / 30, about(110)],
    [2, about(110)],
  ]);
  expect(lintClip(rig, sudden).some(({ kind }) => kind === 'speed')).toBe(true);
  expect(
    lintClip(
      rig,
      clipOf(head, [
        [0, about(0)],
        [1, about(110)],
      ]),
    ),
  ).toEqual([]);
});

test('a planted foot that creeps is a slide', () => {
  const moved = restPose(rig.skeleton);
  moved[0] = 0.06;
  const still = restPose(rig.skeleton);
  const clip = [still, moved].reduce(
    (built, pose, k) => setKey(built, rig.skeleton, k, pose),
    createClip('c', 'Clip', { duration: 1, loop: false }),
  );
  const issues = lintClip(rig, clip);
  expect(issues.map(({ kind }) => kind)).toEqual(['slide', 'slide']);
  expect(issues[0]!.message).toBe('leftFoot slides by 2.0 mm a frame while it is planted');
});
