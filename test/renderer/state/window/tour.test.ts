import { poseOf } from '../open-studio.ts';
import { expect, test } from 'vitest';
import { setKeyAt } from '../../../../core/document/edits/clips.ts';
import { savePose } from '../../../../core/document/edits/library.ts';
import { commitEdit, undo } from '../../../../renderer/state/editing.ts';
import { togglePin } from '../../../../renderer/state/posing/pins.ts';
import { endTour, followTour, nextStep, noticeCamera, offersTour, startTour } from '../../../../renderer/state/window/tour.ts';
import { moveHandle } from '../../../../renderer/tools/nudge.ts';
import { documentOf, openStudio } from '../open-studio.ts';

const VIEW = { target: [0, 1, 0], yaw: 0, pitch: 0, distance: 5 } as const;

test('The tour is done by doing, in any order, and each thing once', async () => {
  const { studio } = await openStudio();
  const stop = followTour(studio);
  const done = () => studio.getState().session.tour;
  togglePin(studio, 'rightFoot');
  expect(done()).toBeNull();
  undo(studio);

  startTour(studio);
  expect(nextStep(done()!)).toBe('pull');
  commitEdit(studio, 'Key', (project) => setKeyAt(project, documentOf(studio).rig.skeleton, 0, poseOf(studio)));
  expect(done()).toEqual(['key']);
  moveHandle(studio, 'leftHand', [-0.1, -0.1, 0.1]);
  expect(done()).toEqual(['key', 'pull']);
  expect(nextStep(done()!)).toBe('orbit');
  noticeCamera(studio, VIEW, { ...VIEW, distance: 3 });
  expect(done()).toEqual(['key', 'pull']);
  noticeCamera(studio, VIEW, { ...VIEW, yaw: 0.1 });
  noticeCamera(studio, VIEW, { ...VIEW, yaw: 0.2 });
  expect(done()).toEqual(['key', 'pull', 'orbit']);
  togglePin(studio, 'leftHand');
  expect(nextStep(done()!)).toBe('unpin');
  togglePin(studio, 'leftHand');
  expect(nextStep(done()!)).toBe('save');
  const saved = { id: 'a', name: 'A', tags: [], folder: '', isFavourite: false, joints: [], thumbnail: '' };
  commitEdit(studio, 'Save pose', (project) => savePose(project, { ...saved, pose: poseOf(studio) }));
  expect(nextStep(done()!)).toBeNull();
  stop();
});

test('A document that is opened with keys and poses does no step of the tour', async () => {
  const { studio } = await openStudio();
  const stop = followTour(studio);
  startTour(studio);
  const other = await openStudio();
  commitEdit(other.studio, 'Key', (project) => setKeyAt(project, documentOf(other.studio).rig.skeleton, 0, poseOf(studio)));
  studio.setState({ document: other.studio.getState().document });
  expect(studio.getState().session.tour).toEqual([]);
  commitEdit(studio, 'Key', (project) => setKeyAt(project, documentOf(studio).rig.skeleton, 5, poseOf(studio)));
  expect(studio.getState().session.tour).toEqual(['key']);
  stop();
});

test('The tour is offered to who has done nothing yet, until it was taken or declined', async () => {
  const { studio } = await openStudio();
  expect(offersTour(studio.getState())).toBe(true);
  startTour(studio);
  expect(offersTour(studio.getState())).toBe(false);
  endTour(studio);
  expect([studio.getState().session.tour, offersTour(studio.getState())]).toEqual([null, false]);
  expect(studio.getState().session.settings.knowsTour).toBe(true);
  const other = await openStudio();
  moveHandle(other.studio, 'leftHand', [-0.1, -0.1, 0.1]);
  expect(offersTour(other.studio.getState())).toBe(false);
});
