import { describe, expect, test } from 'vitest';
import {
  chosenInterpolation,
  copyChosen,
  deleteChosen,
  interpolationsByTime,
  keysWithin,
  moveChosen,
  pasteKeys,
  presentKeys,
  repeatChosen,
  scaleChosen,
  setChosenInterpolation,
} from '../../../core/animation/chosen-keys.ts';
import { mirrorCopied } from '../../../core/animation/mirror-keys.ts';
import { ROOT_TRACK, type Clip } from '../../../core/animation/clip.ts';
import { createClip, setInterpolation, setKey } from '../../../core/animation/keys.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { matrixKinematics, positionOf } from '../../helpers/matrix-kinematics.ts';

const rig = buildRig(readGlbScene(MANNEQUIN), {});
const { skeleton } = rig;
const [arm, otherArm] = [rig.humanoid.leftUpperArm!, rig.humanoid.rightUpperArm!];
const JOINTS = [ROOT_TRACK, arm];

/** Keys of the left arm and of the root at these frames of 60; each bends the arm by as many degrees and moves the root by as many millimetres. */
function clipAt(...frames: readonly number[]): Clip {
  return frames.reduce(
    (clip, frame) => {
      const pose = restPose(skeleton);
      pose[0] = frame / 1000;
      setRotation(pose, arm, fromAxisAngle([0, 0, 1], (frame * Math.PI) / 180));
      return setKey(skeleton, clip, frame / 30, pose, JOINTS);
    },
    createClip('c', 'Clip'),
  );
}

/** What stands on each frame of a joint's track, told by the millimetres or degrees that were keyed. */
function keyed(clip: Clip, joint: number): readonly (readonly [frame: number, made: number])[] {
  const track = clip.tracks.find((each) => each.joint === joint)!;
  return track.times.map((time, k) => {
    const made = joint === ROOT_TRACK ? 1000 * track.values[3 * k]! : (2 * Math.asin(track.values[4 * k + 2]!) * 180) / Math.PI;
    return [Math.round(30 * time), Math.round(made)] as const;
  });
}

const frames = (...numbers: readonly number[]) =>
  numbers.flatMap((frame) => JOINTS.map((joint) => ({ joint, time: frame / 30 })));

describe('chosen keys', () => {
  const clip = clipAt(0, 10, 20, 30);

  test('take contacts along where whole poses are moved or scaled, and leave them where single joints are', () => {
    const contacts = [
      { part: 'leftHeel', from: 10 / 30, to: 20 / 30 },
      { part: 'leftBall', from: 15 / 30, to: 1 },
    ] as const;
    const held: Clip = { ...clip, contacts };
    const framesOf = ({ contacts: spans = [] }: Clip) =>
      spans.map(({ from, to }) => [from, to].map((time) => Math.round(30 * time)));
    expect(framesOf(moveChosen(held, frames(10), 4).clip)).toEqual([
      [14, 20],
      [17, 30],
    ]);
    expect(framesOf(moveChosen(held, frames(20, 30), 6).clip)).toEqual([
      [10, 26],
      [18, 36],
    ]);
    expect(framesOf(scaleChosen(held, frames(0, 10, 20, 30), 0, 2).clip)).toEqual([
      [20, 40],
      [30, 60],
    ]);
    expect(moveChosen(held, [{ joint: arm, time: 10 / 30 }], 4).clip.contacts).toBe(contacts);
    // A key that passes another one leaves them as they are.
    expect(moveChosen(held, frames(10), 15).clip.contacts).toBe(contacts);
  });

  test('go on in a way of their own, which goes with them where they are moved, copied, pasted and keyed again', () => {
    const held = setChosenInterpolation(clip, frames(10), 'step');
    expect(chosenInterpolation(held, frames(10))).toBe('step');
    expect(chosenInterpolation(held, frames(0, 10))).toBeNull();
    expect(chosenInterpolation(held, frames(0, 20))).toBe('linear');
    expect([...interpolationsByTime(held, [arm]).values()]).toEqual(['linear', 'step', 'linear', 'linear']);
    for (const moved of [
      moveChosen(held, frames(10), 5).clip,
      repeatChosen(held, frames(10), 5).clip,
      pasteKeys(clip, copyChosen(rig, held, frames(10))!, 0.5).clip,
    ]) {
      expect(chosenInterpolation(moved, frames(15))).toBe('step');
      expect(chosenInterpolation(moved, frames(20))).toBe('linear');
    }
    const again = setKey(skeleton, held, 10 / 30, restPose(skeleton), JOINTS);
    expect(chosenInterpolation(again, frames(10))).toBe('step');
    // A key that is set within a held stretch is held too: what was held stays held.
    expect(chosenInterpolation(setKey(skeleton, held, 14 / 30, restPose(skeleton), JOINTS), frames(14))).toBe('step');
    expect(chosenInterpolation(setInterpolation(held, 'ease'), frames(0, 10, 20, 30))).toBe('ease');
  });

  test('that go on as their track does leave nothing of their own in it', () => {
    const back = setChosenInterpolation(setChosenInterpolation(clip, frames(10), 'ease'), frames(10), 'linear');
    expect(back).toEqual(clip);
  });

  test('move together and keep their distances; a key in the way is replaced and counted', () => {
    const moved = moveChosen(clip, frames(10, 20), 5);
    expect(keyed(moved.clip, arm)).toEqual([
      [0, 0],
      [15, 10],
      [25, 20],
      [30, 30],
    ]);
    expect(moved).toMatchObject({ replaced: [] });
    expect(new Set(moved.chosen.map(({ time }) => Math.round(30 * time)))).toEqual(new Set([15, 25]));
    const over = moveChosen(clip, frames(10, 20), 10);
    expect(keyed(over.clip, ROOT_TRACK)).toEqual([
      [0, 0],
      [20, 10],
      [30, 20],
    ]);
    // One of the arm and one of the root.
    expect(new Set(over.replaced.map(({ joint, time }) => `${joint} ${Math.round(30 * time)}`))).toEqual(
      new Set(JOINTS.map((joint) => `${joint} 30`)),
    );
  });

  test('of one joint leave the others of the frame where they are', () => {
    const moved = moveChosen(clip, [{ joint: arm, time: 10 / 30 }], 2).clip;
    expect(keyed(moved, arm)).toEqual([
      [0, 0],
      [12, 10],
      [20, 20],
      [30, 30],
    ]);
    expect(keyed(moved, ROOT_TRACK)).toEqual(keyed(clip, ROOT_TRACK));
  });

  test('stop together at the first frame', () => {
    expect(keyed(moveChosen(clip, frames(10, 20), -14).clip, arm)).toEqual([
      [0, 10],
      [10, 20],
      [30, 30],
    ]);
  });

  test('are repeated further on while they stay', () => {
    const repeated = repeatChosen(clip, frames(10), 15);
    expect(keyed(repeated.clip, arm)).toEqual([
      [0, 0],
      [10, 10],
      [20, 20],
      [25, 10],
      [30, 30],
    ]);
    expect(repeated.chosen).toHaveLength(2);
  });

  test('are scaled about a moment; two that meet on a frame are told', () => {
    expect(keyed(scaleChosen(clip, frames(10, 20, 30), 10 / 30, 0.5).clip, arm)).toEqual([
      [0, 0],
      [10, 10],
      [15, 20],
      [20, 30],
    ]);
    const crowded = scaleChosen(clip, frames(0, 10, 20, 30), 0, 0.04);
    expect(keyed(crowded.clip, arm)).toEqual([
      [0, 10],
      [1, 30],
    ]);
    expect(crowded.replaced).toHaveLength(4);
    expect(() => scaleChosen(clip, frames(0), 0, 0)).toThrow('keys are scaled by a finite factor above 0, got 0');
  });

  test('are deleted, and a track without keys goes', () => {
    expect(deleteChosen(clip, keysWithin(clip, 0, 2, [arm])).tracks.map(({ joint }) => joint)).toEqual([ROOT_TRACK]);
    expect(deleteChosen(clip, [])).toBe(clip);
  });

  test('are found by time and joint, and those that went are no longer there', () => {
    const found = keysWithin(clip, 10 / 30, 20 / 30, [arm]);
    expect(found.map(({ joint, time }) => [joint, Math.round(30 * time)])).toEqual([
      [arm, 10],
      [arm, 20],
    ]);
    expect(presentKeys(deleteChosen(clip, found.slice(1)), found)).toEqual(found.slice(0, 1));
  });
});

describe('copied keys', () => {
  const copied = copyChosen(rig, clipAt(0, 10, 20, 30), frames(10, 30))!;

  test('are set again from any frame on, in another clip too, at its own frame rate', () => {
    const other = createClip('d', 'Other', { fps: 60 });
    const pasted = pasteKeys(other, copied, 0.5);
    expect(pasted.clip.tracks.find(({ joint }) => joint === arm)!.times.map((time) => Math.round(60 * time))).toEqual([30, 70]);
    expect(keyed(pasted.clip, arm).map(([, made]) => made)).toEqual([10, 30]);
    expect(copyChosen(rig, other, frames(10))).toBeNull();
  });

  test('tell what they replace', () => {
    expect(pasteKeys(clipAt(5, 25), copied, 5 / 30).replaced).toHaveLength(4);
  });

  test('in a mirror are of the other side, and put the hand where a mirror shows it', () => {
    const mirrored = mirrorCopied(copied);
    expect(new Set(mirrored.keys.map(({ joint }) => joint))).toEqual(new Set([ROOT_TRACK, otherArm]));
    const at = (keys: typeof copied, hand: number) => {
      const { clip } = pasteKeys(createClip('d', 'Other'), keys, 0);
      return positionOf(matrixKinematics(skeleton, sampleClip(skeleton, clip, 20 / 30))[hand]!);
    };
    const [x, y, z] = at(copied, rig.humanoid.leftHand!);
    const [mx, my, mz] = at(mirrored, rig.humanoid.rightHand!);
    expect([mx, my, mz]).toEqual([-x!, y, z].map((value) => expect.closeTo(value!, 4)));
    // Something was mirrored: the arm is bent by 30 degrees, and the body moved by 30 mm.
    expect(Math.abs(x!)).toBeGreaterThan(0.3);
  });
});
