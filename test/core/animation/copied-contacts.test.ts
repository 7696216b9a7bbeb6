import { expect, test } from 'vitest';
import { copyChosen, keysWithin, pasteKeys } from '../../../core/animation/chosen-keys.ts';
import { mirrorCopied } from '../../../core/animation/mirror-keys.ts';
import type { Clip, ContactSpan, TouchingSpan } from '../../../core/animation/clip.ts';
import { withContacts } from '../../../core/animation/holding/contact-spans.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { mirrorPose } from '../../../core/humanoid/transfer/mirror-pose.ts';
import { composeFrames, frameSeenFrom, SAME_FRAME, type Frame } from '../../../core/math/frame.ts';
import { angleBetween, fromRotationVector } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { readGlbScene } from '../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { randomPose } from '../../helpers/random-pose.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const { skeleton, humanoid } = rig;
const FPS = 30;

const standing = (part: 'leftHeel' | 'rightHeel', from: number, to: number): ContactSpan => ({
  part,
  from: from / FPS,
  to: to / FPS,
});
const touching = (by: TouchingSpan['on']['by'], from: number, to: number): TouchingSpan => ({
  part: 'leftHand',
  from: from / FPS,
  to: to / FPS,
  on: { by, ...SAME_FRAME },
});

/** Whole poses at frames 0, 10 and 20 of 60, and these contacts. */
function clipWith(...contacts: readonly ContactSpan[]): Clip {
  const random = seededRandom(4);
  const posed = [0, 10, 20].reduce(
    (clip, frame) => setKey(skeleton, clip, frame / FPS, randomPose(skeleton, random)),
    createClip('c', 'Clip', { fps: FPS }),
  );
  return withContacts(posed, contacts);
}

/** The contacts of a clip as their part and their frames. */
const told = ({ contacts = [] }: Clip) =>
  contacts.map(({ part, from, to }) => [part, Math.round(FPS * from), Math.round(FPS * to)]);

test('contacts between whole poses that are copied are pasted along, and those of the same part give way to them', () => {
  const prop = { prop: 'prop-1' };
  const clip = clipWith(
    standing('leftHeel', 2, 18),
    standing('rightHeel', 5, 25),
    standing('leftHeel', 30, 50),
    touching(prop, 0, 10),
  );
  const copied = copyChosen(rig, clip, keysWithin(clip, 0, 1))!;
  expect(copied.contacts).toHaveLength(2);
  const pasted = pasteKeys(clip, copied, 31 / FPS);
  // Those that hold alike and touch are one.
  expect(told(pasted.clip)).toEqual([
    ['leftHeel', 2, 18],
    ['leftHeel', 30, 50],
    ['rightHeel', 5, 25],
    ['leftHand', 0, 10],
    ['leftHand', 31, 41],
  ]);
  // What has other keys between is no whole pose.
  const hand = keysWithin(clip, 0, 1, [humanoid.leftHand!]);
  expect(copyChosen(rig, clip, hand)!.contacts).toEqual([]);
});

test('a contact that is pasted over another one of its part takes that one’s time alone', () => {
  const clip = clipWith(touching({ prop: 'prop-1' }, 0, 10), touching({ prop: 'prop-2' }, 20, 60));
  const copied = copyChosen(rig, clip, keysWithin(clip, 0, 1))!;
  const { contacts = [] } = pasteKeys(clip, copied, 1).clip;
  expect(contacts.map(({ from, to, on }) => [Math.round(FPS * from), Math.round(FPS * to), on!.by])).toEqual([
    [0, 10, { prop: 'prop-1' }],
    [20, 30, { prop: 'prop-2' }],
    [30, 40, { prop: 'prop-1' }],
    [40, 60, { prop: 'prop-2' }],
  ]);
});

test('contacts are mirrored with their keys: of the other side, on the own body where the mirrored hand is, and not on what stays', () => {
  const random = seededRandom(9);
  const place: Frame = { position: [0.1, 0.05, -0.2], rotation: fromRotationVector([0.4, -0.7, 0.2]) };
  for (const bone of ['chest', 'rightUpperLeg', 'head'] as const) {
    const pose = randomPose(skeleton, random);
    const frameOf = (of: Pose, joint: number): Frame => {
      const world = forwardKinematics(skeleton, of);
      return { position: worldPosition(world, joint), rotation: worldRotation(world, joint) };
    };
    const point = [0.02, 0.07, 0.01] as const;
    const pointed = (of: Pose, joint: number) => composeFrames(frameOf(of, joint), { ...SAME_FRAME, position: [...point] });
    const by = humanoid[bone]!;
    const seen = frameSeenFrom(pointed(pose, humanoid.leftHand!), frameOf(pose, by));
    const own: TouchingSpan = {
      ...touching({ joint: skeleton.names[by]! }, 0, 10),
      on: { by: { joint: skeleton.names[by]! }, ...seen, point: [...point] },
    };
    const clip = clipWith(standing('leftHeel', 0, 20), own);
    const copied = copyChosen(rig, clip, keysWithin(clip, 0, 1))!;
    const [heel, hand] = mirrorCopied(copied).contacts as [ContactSpan, TouchingSpan];
    expect([heel.part, hand.part]).toEqual(['rightHeel', 'rightHand']);
    const mirrored = mirrorPose(rig, pose);
    const opposite = skeleton.names.indexOf((hand.on.by as { readonly joint: string }).joint);
    expect(opposite).toBe(humanoid[bone.replace('right', 'left') as typeof bone]);
    const held = composeFrames(frameOf(mirrored, humanoid.rightHand!), { ...SAME_FRAME, position: hand.on.point! });
    const there = composeFrames(frameOf(mirrored, opposite), hand.on);
    expect(distance(held.position, there.position), bone).toBeLessThan(1e-5);
    expect(angleBetween(held.rotation, there.rotation), bone).toBeLessThan(1e-4);
    const others = clipWith(touching({ actor: 'actor-2', joint: 'head' }, 0, 10), {
      ...touching({ prop: 'p' }, 12, 20),
      on: { by: { prop: 'p' }, ...place },
    });
    expect(mirrorCopied(copyChosen(rig, others, keysWithin(others, 0, 1))!).contacts).toEqual([]);
  }
});
