import { expect, test, vi } from 'vitest';
import { savePose } from '../../../../core/document/edits/library.ts';
import { jointKeys } from '../../../../core/document/joint-keys.ts';
import { savedPoseToData } from '../../../../core/document/serialize-parts.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { referenceBody } from '../../../../core/library/shared/reference-body.ts';
import { sharePose } from '../../../../core/library/shared/shared-pose.ts';
import { subtract } from '../../../../core/math/vec3.ts';
import { commitEdit } from '../../../../renderer/state/editing.ts';
import { followLearntPoses, learntPoses } from '../../../../renderer/state/library/learnt-poses.ts';
import { readLibrary, showLibrary } from '../../../../renderer/state/library/folders/library-folders.ts';
import { priorOf } from '../../../../renderer/state/library/library-prior.ts';
import { libraryToClip } from '../../../../renderer/state/motions/motion.ts';
import { libraryByPlace, posesThere } from '../../../../renderer/state/library/offered-poses.ts';
import { seedsOf } from '../../../../renderer/state/library/pose-seeds.ts';
import { setFeedback, setPreview } from '../../../../renderer/state/preview.ts';
import { gestureLibrary } from '../../../helpers/gesture-library.ts';
import { FEET, handleAt } from '../../../helpers/pulled-figure.ts';
import { documentOf, openStudio, poseOf } from '../open-studio.ts';
import { TEAM, teamLibrary } from './folders/team-library.ts';

/** A studio whose own library is empty, beside a folder with 80 poses; the left hand is pulled to where one of these has it. */
async function pulledBesideFolder() {
  const started = await openStudio();
  const { rig } = documentOf(started.studio);
  const library = gestureLibrary(rig, 80, 3);
  const { skeleton } = referenceBody();
  const keys = jointKeys(skeleton);
  const shared = library.map((saved) => savedPoseToData(skeleton, sharePose(rig, saved).pose, keys));
  const { studio } = await openStudio(teamLibrary(...shared));
  const wanted = library[11]!;
  const away = subtract(handleAt(rig, wanted.pose, 'leftHand'), handleAt(rig, wanted.pose, 'hips'));
  const hips = handleAt(rig, poseOf(studio), 'hips');
  const pull = createPuller(rig).begin(poseOf(studio), 'leftHand', FEET);
  const outcome = pull.to([hips[0] + away[0], hips[1] + away[1], hips[2] + away[2]], { keepsDirection: false });
  const show = () => {
    setPreview(studio, { pose: outcome.pose, cause: 'pull' });
    setFeedback(studio, { outcome, milliseconds: 1, handle: 'leftHand', origin: null, followed: [], move: pull.last() });
  };
  show();
  return { studio, library, outcome, show };
}

test('A pulled body learns from the folder that is shown as from the same poses of the project', async () => {
  const { studio, library, outcome, show } = await pulledBesideFolder();
  const state = () => studio.getState();
  expect(posesThere(state())).toEqual([]);
  commitEdit(studio, 'Fill', (project) => library.reduce(savePose, project));
  show();
  const own = posesThere(state()).map(({ id }) => id);
  expect(own).toHaveLength(6);

  await readLibrary(studio, TEAM);
  showLibrary(studio, TEAM);
  // As many poses are not brought over between two pictures of the window.
  expect(learntPoses(state())).toEqual([]);
  expect(libraryByPlace(state())).toBeNull();
  const stop = followLearntPoses(studio);
  await vi.waitFor(() => expect(learntPoses(state())).toHaveLength(80), { interval: 1 });
  stop();
  expect(posesThere(state()).map(({ id }) => id)).toEqual(own);
  const { poses } = state().session.sharedLibraries[TEAM]!;
  const near = libraryByPlace(state())!;
  expect(near.slice(0, 6).map(({ id }) => id)).toEqual(own);
  expect(new Set(near)).toEqual(new Set(poses));

  const target = handleAt(documentOf(studio).rig, outcome.pose, 'leftHand');
  const goals = [{ kind: 'position', joint: documentOf(studio).rig.humanoid.leftHand!, target }] as const;
  const prior = priorOf(state(), documentOf(studio));
  expect(prior.source(goals, outcome.pose, 1, () => false)).not.toBeNull();
  expect(library.map(({ id }) => id)).toContain(prior.sources()[0]!.id);
  expect(seedsOf(state(), documentOf(studio)).source(goals, outcome.pose)).toHaveLength(3);

  await libraryToClip(studio);
  const { clips, activeClip } = documentOf(studio).history.present;
  expect(clips.find(({ id }) => id === activeClip)!.duration).toBeCloseTo(80, 9);
});
