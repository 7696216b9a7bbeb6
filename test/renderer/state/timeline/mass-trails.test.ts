import { beforeEach, expect, test } from 'vitest';
import { clipFromPoses } from '../../../../core/animation/clip-from-poses.ts';
import { centreOfMass, segmentMasses } from '../../../../core/humanoid/anatomy/masses.ts';
import { lintClip } from '../../../../core/animation/lint/lint-clip.ts';
import { activeClip, editActiveClip } from '../../../../core/document/edits/clips.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { forwardKinematics } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { commitEdit, undo } from '../../../../renderer/state/editing.ts';
import { goToIssue, repair } from '../../../../renderer/state/timeline/clip-issues.ts';
import { massTrailsOf } from '../../../../renderer/state/timeline/mass-trails.ts';
import { setTimelineSession } from '../../../../renderer/state/timeline/set-timeline-session.ts';
import type { Studio } from '../../../../renderer/state/studio.ts';
import { documentOf, noticesOf, openStudio } from '../open-studio.ts';

let studio: Studio;

const presentClip = () => activeClip(documentOf(studio).history.present);
const flight = () => lintClip(documentOf(studio).rig, presentClip()).find(({ kind }) => kind === 'flight')!;

/** A jump of 0.4 s from frame 15 on that stays at its top for a while. */
beforeEach(async () => {
  ({ studio } = await openStudio());
  const { skeleton } = documentOf(studio).rig;
  const poses = Array.from({ length: 43 }, (_, frame) => {
    const pose = restPose(skeleton);
    const seconds = Math.min(0.4, Math.max(0, (frame - 15) / 30));
    pose[1] = 0.5 * Math.min(1, seconds / 0.1, (0.4 - seconds) / 0.1);
    return pose;
  });
  commitEdit(studio, 'Jump', (project) =>
    editActiveClip(project, (clip) => clipFromPoses(skeleton, poses, { id: clip.id, name: clip.name, fps: 30, loop: false })),
  );
});

test('the way of the centre of mass is shown around an issue against physics while the clip is checked', () => {
  expect(massTrailsOf(studio.getState())).toEqual([]);
  setTimelineSession(studio, { isChecked: true });
  goToIssue(studio, flight());
  const [trail, ...others] = massTrailsOf(studio.getState());
  expect(others).toEqual([]);
  expect(trail).toMatchObject({ isBefore: false, first: 0 });
  const { rig } = documentOf(studio);
  const world = forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, presentClip(), 21 / 30));
  centreOfMass(segmentMasses(rig), world).forEach((value, c) => expect(trail!.points[21]![c]).toBeCloseTo(value, 9));
  setTimelineSession(studio, { isChecked: false });
  expect(massTrailsOf(studio.getState())).toEqual([]);
});

test('a repair shows the way before beside the way after, until it is undone', async () => {
  setTimelineSession(studio, { isChecked: true });
  await repair(studio, flight());
  const [before, after] = massTrailsOf(studio.getState());
  expect([before!.isBefore, after!.isBefore]).toEqual([true, false]);
  // A flight of 0.4 s rises by g t² / 8; the one before stood at half a metre.
  const rise = ({ points }: typeof before & object) => points[21]![1] - points[15]![1];
  expect(rise(before!)).toBeCloseTo(0.5, 6);
  expect(rise(after!)).toBeCloseTo((9.81 * 0.16) / 8, 3);
  undo(studio);
  expect(massTrailsOf(studio.getState()).map(({ isBefore }) => isBefore)).toEqual([false]);
});

test('other issues show no way', () => {
  setTimelineSession(studio, { isChecked: true });
  goToIssue(studio, { ...flight(), kind: 'speed' });
  expect(massTrailsOf(studio.getState())).toEqual([]);
});

test('a repair that would bring more than it takes leaves the clip and the history, and says so', async () => {
  const { rig } = documentOf(studio);
  const hasty = Array.from({ length: 46 }, (_, frame) => {
    const pose = restPose(rig.skeleton);
    const share = Math.min(1, Math.max(0, (frame - 18) / 9));
    pose[1] = 0.5 * Math.min(1, 4 * share, 4 * (1 - share));
    return pose;
  });
  commitEdit(studio, 'Jump', (project) =>
    editActiveClip(project, (clip) => clipFromPoses(rig.skeleton, hasty, { id: clip.id, name: clip.name, fps: 30, loop: false })),
  );
  const before = documentOf(studio).history;
  await repair(
    studio,
    lintClip(rig, presentClip()).find(({ kind }) => kind === 'landing')!,
  );
  expect(documentOf(studio).history).toBe(before);
  expect(noticesOf(studio).at(-1)).toBe(
    'This repair would bring more issues than it takes, and was left out. Repair the others first.',
  );
});
