import { expect, test } from 'vitest';
import { setKeyAt, activeClip } from '../../../../core/document/edits/clips.ts';
import { savePose } from '../../../../core/document/edits/library.ts';
import { capturePose } from '../../../../core/library/apply.ts';
import { referenceBody } from '../../../../core/library/shared/reference-body.ts';
import { commitEdit, undo } from '../../../../renderer/state/editing.ts';
import { poseAtTime } from '../../../../renderer/state/timeline/clips.ts';
import { readLibrary, showLibrary } from '../../../../renderer/state/library/folders/library-folders.ts';
import { shownPoses } from '../../../../renderer/state/library/folders/shown-library.ts';
import { setPlayRange, showFrame } from '../../../../renderer/state/timeline/playback.ts';
import { applySelected, putSavedAt, saveShownClip } from '../../../../renderer/state/library/saved-clips.ts';
import { setLibrarySession } from '../../../../renderer/state/session.ts';
import { bentElbow, documentOf, leftElbow, noticesOf, openStudio, poseOf } from '../open-studio.ts';
import { rotationOf } from '../../../../core/skeleton/pose.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { toDegrees } from '../../../../core/math/angles.ts';
import { TEAM, teamLibrary } from './folders/team-library.ts';

/** A studio in which the left elbow goes from straight to 40 degrees within the first second. */
async function animated() {
  const started = await openStudio(teamLibrary());
  const { studio } = started;
  const { skeleton } = documentOf(studio).rig;
  const straight = poseOf(studio);
  commitEdit(studio, 'Key', (project) => setKeyAt(setKeyAt(project, skeleton, 0, straight), skeleton, 1, bentElbow(studio, 40)));
  const bendAt = (time: number) => {
    const pose = poseAtTime(documentOf(studio), time)!;
    return toDegrees(angleBetween(rotationOf(pose, leftElbow(studio)), rotationOf(straight, leftElbow(studio))));
  };
  return { ...started, bendAt };
}

test('The clip on the timeline, or its played range, is kept in the library with its name to edit, as one step', async () => {
  const { studio } = await animated();
  setPlayRange(studio, [0, 15]);
  await saveShownClip(studio, null);
  const { history } = documentOf(studio);
  const saved = history.present.poses.at(-1)!;
  expect(saved).toMatchObject({ name: 'Clip 1', motion: { fps: 30, duration: 0.5 } });
  expect(studio.getState().session.library).toMatchObject({ selected: saved.id, renaming: saved.id });
  expect(history.past.at(-1)?.label).toBe('Save clip “Clip 1”');
  undo(studio);
  expect(documentOf(studio).history.present.poses).toEqual([]);
});

test('A saved clip is applied at the playhead, mirrored too, and undone', async () => {
  const { studio, bendAt } = await animated();
  setPlayRange(studio, [0, 30]);
  await saveShownClip(studio, null);
  setPlayRange(studio, null);
  expect(bendAt(1.5)).toBeCloseTo(40, 3);
  showFrame(studio, 45);
  applySelected(studio);
  expect(bendAt(1.5)).toBeCloseTo(0, 3);
  expect(bendAt(2.5)).toBeCloseTo(40, 3);
  expect(studio.getState().session.playback.time).toBe(1.5);
  expect(documentOf(studio).history.past.at(-1)?.label).toBe('Put “Clip 1” onto the timeline');
  undo(studio);
  expect(bendAt(1.5)).toBeCloseTo(40, 3);
  showFrame(studio, 45);
  applySelected(studio, true);
  expect(bendAt(2.5)).toBeCloseTo(0, 3);
});

test('A pose that stands still is keyed where it is put, in the parts that are chosen', async () => {
  const { studio, bendAt } = await animated();
  const saved = capturePose(documentOf(studio).rig.skeleton, bentElbow(studio, 80), { id: 'bent', name: 'Bent' });
  commitEdit(studio, 'Save', (project) => savePose(project, saved));
  setLibrarySession(studio, { mask: ['Left arm'] });
  putSavedAt(studio, saved, 60);
  expect(bendAt(2)).toBeCloseTo(80, 3);
  expect(documentOf(studio).history.past.at(-1)?.label).toBe('Put “Bent” onto the timeline for left arm');
  const keyed = activeClip(documentOf(studio).history.present).tracks.filter(({ times }) => times.at(-1) === 2);
  expect(keyed.length).toBeGreaterThan(0);
  expect(keyed.length).toBeLessThan(8);
});

test('A clip is kept in a folder for all characters, and put back onto one as it was', async () => {
  const { studio, bendAt } = await animated();
  await readLibrary(studio, TEAM);
  showLibrary(studio, TEAM);
  setPlayRange(studio, [0, 30]);
  await saveShownClip(studio, null);
  const [shared] = shownPoses(studio.getState());
  expect(shared!.pose).toHaveLength(3 + 4 * referenceBody().skeleton.count);
  expect(shared!.motion?.duration).toBe(1);
  await readLibrary(studio, TEAM);
  expect(shownPoses(studio.getState())).toEqual([shared]);
  setPlayRange(studio, null);
  showFrame(studio, 60);
  applySelected(studio);
  expect(bendAt(3)).toBeGreaterThan(39);
  expect(bendAt(3)).toBeLessThan(41);
  expect(noticesOf(studio)).toEqual([]);
});
