import { expect, test } from 'vitest';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { stillRange } from '../../../core/animation/holding/still-part.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();

/** A body that travels along X, but for the frames 10 to 24, in which it stands with a tremor of a millimetre. */
function captured() {
  let clip = createClip('walk', 'Walk', { fps: 30, duration: 1.5 });
  for (let frame = 0, x = 0; frame <= 45; frame++) {
    const pose = restPose(rig.skeleton);
    if (frame < 10 || frame > 24) x += 0.05;
    pose[0] = x + (frame % 2) * 0.001;
    clip = setKey(rig.skeleton, clip, frame / 30, pose);
  }
  return clip;
}

test('A part is held for as long as it is nearly still around a moment, and not at all while it moves', () => {
  const clip = captured();
  const [from, to] = stillRange(rig, clip, 'leftHand', 0.5)!;
  expect([Math.round(30 * from), Math.round(30 * to)]).toEqual([9, 24]);
  expect(stillRange(rig, clip, 'leftHand', 0.1)).toBeNull();
  expect(stillRange(rig, clip, 'leftHand', 1.2)).toBeNull();
});
