import { beforeEach, expect, test } from 'vitest';
import { activeClip, setKeyAt } from '../../../../core/document/edits/clips.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { ghostsOf, trailsOf } from '../../../../renderer/state/timeline/motion-marks.ts';
import { commitEdit } from '../../../../renderer/state/editing.ts';
import { setPlayRange, showFrame } from '../../../../renderer/state/timeline/playback.ts';
import { select } from '../../../../renderer/state/selection.ts';
import { setTimelineSession } from '../../../../renderer/state/timeline/set-timeline-session.ts';
import type { Studio } from '../../../../renderer/state/studio.ts';
import { matrixKinematics, positionOf, transformPoint } from '../../../helpers/matrix-kinematics.ts';
import { handlesOf } from '../../../../core/humanoid/body/handles.ts';
import { bentElbow, documentOf, openStudio, poseOf } from '../open-studio.ts';

let studio: Studio;

/** The elbow bends from 0 s to 1 s and is straight again at 2 s; keys of the right leg alone at half a second. */
beforeEach(async () => {
  ({ studio } = await openStudio());
  const { skeleton, humanoid } = documentOf(studio).rig;
  const rest = poseOf(studio);
  commitEdit(studio, 'Keys', (project) =>
    setKeyAt(
      setKeyAt(setKeyAt(setKeyAt(project, skeleton, 0, rest), skeleton, 1, bentElbow(studio, 90)), skeleton, 2, rest),
      skeleton,
      0.5,
      rest,
      [humanoid.rightLowerLeg!],
    ),
  );
  showFrame(studio, 20);
});

/** Where a handle is at a frame, by matrices. */
function placeAt(frame: number, name: string): readonly number[] {
  const { rig, history } = documentOf(studio);
  const { joint, offset } = handlesOf(rig).find((handle) => handle.name === name)!;
  const pose = sampleClip(rig.skeleton, activeClip(history.present), frame / 30);
  return transformPoint(matrixKinematics(rig.skeleton, pose)[joint]!, offset);
}

test('the trail of the selected handle goes through its place at every frame, with the keys of its limb', () => {
  select(studio, { joint: null, handle: 'leftHand' });
  const [trail, ...more] = trailsOf(studio.getState());
  expect(more).toEqual([]);
  expect(trail!.points.map(({ frame }) => frame)).toEqual(Array.from({ length: 61 }, (_, frame) => frame));
  for (const { frame, at } of trail!.points.filter((_, i) => i % 7 === 0)) {
    placeAt(frame, 'leftHand').forEach((value, c) => expect(at[c]).toBeCloseTo(value, 9));
  }
  expect(trail!.points.filter(({ isKey }) => isKey).map(({ frame }) => frame)).toEqual([0, 30, 60]);
});

test('without a selection hands, feet and hips have trails, and only what is played does', () => {
  select(studio, { joint: null, handle: null });
  setPlayRange(studio, [15, 30]);
  const trails = trailsOf(studio.getState());
  expect(trails.map(({ handle }) => handle).toSorted()).toEqual(['hips', 'leftFoot', 'leftHand', 'rightFoot', 'rightHand']);
  for (const { points } of trails) expect([points[0]!.frame, points.at(-1)!.frame]).toEqual([15, 30]);
  const foot = trails.find(({ handle }) => handle === 'rightFoot')!;
  expect(foot.points.filter(({ isKey }) => isKey).map(({ frame }) => frame)).toEqual([15, 30]);
});

test('ghosts are the nearest keys on either side, or every fourth frame, as many as wanted', () => {
  const hand = documentOf(studio).rig.humanoid.leftHand!;
  const seen = () =>
    ghostsOf(studio.getState())
      .toSorted((a, b) => a.place - b.place)
      .map(({ place, world }) => ({ place, at: [...world.positions.subarray(3 * hand, 3 * hand + 3)] }));
  const at = (place: number, frame: number) => ({
    place,
    at: handPlace(frame).map((value) => expect.closeTo(value, 9)),
  });
  const handPlace = (frame: number) => {
    const { rig, history } = documentOf(studio);
    return positionOf(matrixKinematics(rig.skeleton, sampleClip(rig.skeleton, activeClip(history.present), frame / 30))[hand]!);
  };
  expect(seen()).toEqual([at(-2, 0), at(-1, 15), at(1, 30), at(2, 60)]);
  setTimelineSession(studio, { ghosts: { by: 'keys', count: 1 } });
  expect(seen()).toEqual([at(-1, 15), at(1, 30)]);
  setTimelineSession(studio, { ghosts: { by: 'frames', count: 2 } });
  expect(seen()).toEqual([at(-2, 12), at(-1, 16), at(1, 24), at(2, 28)]);
  showFrame(studio, 0);
  expect(seen()).toEqual([at(1, 4), at(2, 8)]);
});

test('a clip without keys has neither', async () => {
  ({ studio } = await openStudio());
  expect(trailsOf(studio.getState())).toEqual([]);
  expect(ghostsOf(studio.getState())).toEqual([]);
});
