import { expect, test } from 'vitest';
import { ROOT_TRACK, type Clip } from '../../../../core/animation/clip.ts';
import type { LintSettings } from '../../../../core/animation/lint/issues.ts';
import { createClip, setInterpolation, setKey } from '../../../../core/animation/keys.ts';
import { lintClip } from '../../../../core/animation/lint/lint-clip.ts';
import { toDegrees, toRadians } from '../../../../core/math/angles.ts';
import { fromAxisAngle, type Quat } from '../../../../core/math/quat.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { FREE } from '../../../../core/skeleton/limits.ts';
import { withLimits } from '../../../../core/skeleton/skeleton.ts';
import { smallBiped } from '../../../helpers/small-biped.ts';

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
      return setKey(rig.skeleton, clip, time, pose, [joint]);
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
  expect(issues[0]).toMatchObject({ joint: knee, message: 'Left lower leg is 20.0° outside its limit' });
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
    (built, pose, k) => setKey(rig.skeleton, built, k, pose),
    createClip('c', 'Clip', { duration: 1, loop: false }),
  );
  const issues = lintClip(rig, clip);
  expect(issues.map(({ kind }) => kind)).toEqual(['slide', 'slide', 'dead']);
  expect(issues[0]!.message).toBe('Left foot slides by 2.0 mm a frame while it is planted');
});

/** Kinds, joints and amounts of what is found, without notes about keys that change nothing. */
function found(clip: Clip, settings?: LintSettings) {
  return lintClip(rig, clip, settings)
    .filter(({ kind }) => kind !== 'dead')
    .map(({ kind, joint, worst, amount }) => ({ kind, joint, worst, amount }));
}

test('a joint that leaves its way for one frame is a pop, and neither a flip nor a jump of speed besides', () => {
  const frames = Array.from({ length: 31 }, (_, frame) => [frame / 30, about(frame === 12 ? 40 + 70 : 40 + frame)] as const);
  const [issue, ...more] = found({ ...clipOf(head, frames), duration: 1 });
  expect(issue).toMatchObject({ kind: 'pop', joint: head, worst: 12 / 30 });
  // To 110° from 51°, and back to 53°.
  expect(issue!.amount).toBeCloseTo(toRadians(57), 6);
  expect(more).toEqual([]);
});

test('a loop whose end is not its beginning has a seam in each joint that jumps, and only a loop has one', () => {
  const clip = clipOf(head, [
    [0, about(0)],
    [2, about(5)],
  ]);
  expect(found(clip)).toEqual([]);
  const [issue, ...more] = found({ ...clip, loop: true });
  expect(issue).toMatchObject({ kind: 'seam', joint: head, worst: 2 });
  expect(issue!.amount).toBeCloseTo(toRadians(5), 6);
  expect(more).toEqual([]);
});

test('a loop that ends at another speed than it begins with has a seam in speed, where the speed changes nowhere else by as much', () => {
  // Out slowly and back fast: at the seam −180° a second become 90.
  const frames = Array.from({ length: 61 }, (_, frame) => {
    const u = frame / 60;
    return [frame / 30, about(180 * u * (1 - u * u))] as const;
  });
  const clip = clipOf(head, frames);
  expect(found(clip)).toEqual([]);
  const loop = { ...clip, loop: true };
  const [issue, ...more] = found(loop);
  expect(issue).toMatchObject({ kind: 'seamSpeed', joint: head, worst: 2 });
  // Over a frame, h = 1/60 of the way: 90 (1 − h²) at the beginning, −90 (2 − 3h + h²) at the end.
  expect(toDegrees(issue!.amount)).toBeCloseTo(90 * (3 - 3 / 60), 6);
  expect(more).toEqual([]);
  expect(found(loop, { seamSpeed: 5 })).toEqual([]);
  expect(lintClip(rig, loop)[0]!.message).toMatch(/^Head changes its speed by \d+° a second where the loop begins again$/);
  // Where the way within the clip turns back as sharply the seam does not stand out.
  const zigzag = clipOf(head, [
    [0, about(0)],
    [1, about(130)],
    [2, about(0)],
  ]);
  expect(found({ ...zigzag, loop: true })).toEqual([]);
});

test('a body that ends a loop higher than it began has a seam, one that walked on has none', () => {
  const at = (place: readonly number[]) => {
    const pose = restPose(rig.skeleton);
    pose.set(place);
    return pose;
  };
  const to = (place: readonly number[]) =>
    [at([0, 0.3, 0]), at(place)].reduce(
      (built, pose, k) => setKey(rig.skeleton, built, k, pose, [ROOT_TRACK]),
      createClip('c', 'Clip', { duration: 1 }),
    );
  expect(found(to([0, 0.3, 1.4]))).toEqual([]);
  expect(found(to([0, 0.35, 1.4]))).toMatchObject([{ kind: 'seam', joint: ROOT_TRACK }]);
  const [aside] = found(to([0.03, 0.3, 0.04]), { ignore: ['slide'] });
  expect(aside).toMatchObject({ kind: 'seam', joint: ROOT_TRACK });
  expect(aside!.amount).toBeCloseTo(0.05, 9);
});

test('a sole under the floor is found where it is deepest', () => {
  const at = (height: number) => {
    const pose = restPose(rig.skeleton);
    pose[1] = height;
    return pose;
  };
  const clip = [at(0), at(-0.05), at(0)].reduce(
    (built, pose, k) => setKey(rig.skeleton, built, k, pose, [ROOT_TRACK]),
    createClip('c', 'Clip', { duration: 2, loop: false }),
  );
  const sunken = found(clip).filter(({ kind }) => kind === 'floor');
  expect(new Map(sunken.map(({ joint, worst }) => [rig.skeleton.names[joint!], worst]))).toEqual(
    new Map([
      ['leftFoot', 1],
      ['rightFoot', 1],
    ]),
  );
  expect(sunken[0]!.amount).toBeCloseTo(0.05, 6);
  expect(found(clip, { floor: 0.06, ignore: ['slide'] })).toEqual([]);
});

test('two keys of a joint in one frame, keys behind the end and keys that change nothing are told by their number', () => {
  const clip = clipOf(head, [
    [0, about(0)],
    [1, about(30)],
    [2, about(60)],
    [3, about(90)],
    [4, about(20)],
  ]);
  const track = clip.tracks[0]!;
  const doubled = {
    ...track,
    times: [0, 0.995, 1, 2, 3, 4],
    values: [...track.values.slice(0, 4), ...track.values.slice(4, 8), ...track.values.slice(4)],
  };
  const issues = lintClip(rig, { ...clip, duration: 2, tracks: [doubled] });
  expect(issues.map(({ kind, amount, message }) => [kind, amount, message])).toEqual([
    ['doubled', 1, '1 key of head too many in one frame'],
    ['dead', 1, '1 key could go without any change of the motion'],
    ['behind', 2, '2 keys behind the end of the clip are never played'],
  ]);
  expect(lintClip(rig, { ...clip, duration: 2, tracks: [doubled] }, { ignore: ['dead', 'doubled', 'behind'] })).toEqual([]);
});

test('what is shown may be another clip than the one whose keys are looked at', () => {
  const clip = clipOf(knee, [
    [0, about(10)],
    [2, about(-20)],
  ]);
  const shown = clipOf(knee, [
    [0, about(10)],
    [2, about(20)],
  ]);
  const settings: LintSettings = { ignore: ['slide'] };
  expect(lintClip(rig, clip, settings).map(({ kind }) => kind)).toEqual(['limit']);
  expect(lintClip(rig, clip, settings, shown)).toEqual([]);
});
