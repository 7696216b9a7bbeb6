import { expect, test } from 'vitest';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { clipFromLive } from '../../../../core/formats/vmc/live-clip.ts';
import { angleBetween, fromAxisAngle } from '../../../../core/math/quat.ts';
import { restPose, rotationOf, setRotation, weightIndex } from '../../../../core/skeleton/pose.ts';
import { createSkeleton, withExpressions } from '../../../../core/skeleton/skeleton.ts';

const skeleton = withExpressions(createSkeleton([{ name: 'hips', parent: -1, offset: [0, 1, 0] }]), ['happy', 'sad']);
const settings = { id: 'live', name: 'Live', fps: 30 };

/** Turned about y by so many radians, as far forward in metres, and as happy. */
function at(amount: number) {
  const pose = restPose(skeleton);
  pose[2] = amount;
  setRotation(pose, 0, fromAxisAngle([0, 1, 0], amount));
  pose[weightIndex(pose, 0)] = amount;
  return pose;
}

test('what came at uneven times is a clip of even frames that shows each moment where it was', () => {
  const moments = [0, 17, 33, 49, 90, 101, 250, 301];
  const came = moments.map((time) => ({ milliseconds: 5000 + time, pose: at(time / 1000) }));
  const clip = clipFromLive(skeleton, came, settings);
  expect(clip.duration).toBeCloseTo(0.3, 9);
  for (let frame = 0; frame <= 9; frame++) {
    const pose = sampleClip(skeleton, clip, frame / 30);
    expect(pose[2]).toBeCloseTo(frame / 30, 4);
    expect(angleBetween(rotationOf(pose, 0), fromAxisAngle([0, 1, 0], frame / 30))).toBeLessThan(2e-4);
    expect(pose[weightIndex(pose, 0)]).toBeCloseTo(frame / 30, 2);
  }
  // An even motion needs two keys a track, and an expression that never shows none.
  expect(clip.tracks.map(({ joint, times }) => [joint, times.length])).toEqual([
    [-1, 2],
    [0, 2],
    [-2, 2],
  ]);
});

test('one pose is a clip of one frame; none is refused', () => {
  expect(clipFromLive(skeleton, [{ milliseconds: 7, pose: at(0.5) }], settings)).toMatchObject({ duration: 1 / 30, loop: false });
  expect(() => clipFromLive(skeleton, [], settings)).toThrow('a recording needs at least one pose, got none');
});
