import { expect, test } from 'vitest';
import { setKeyAt } from '../../../../core/document/edits/clips.ts';
import { toDegrees, toRadians } from '../../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle } from '../../../../core/math/quat.ts';
import { rotationOf, setRotation } from '../../../../core/skeleton/pose.ts';
import { commitEdit, commitPose, undo } from '../../../../renderer/state/editing.ts';
import { showFrame } from '../../../../renderer/state/timeline/playback.ts';
import { select } from '../../../../renderer/state/selection.ts';
import { shownPose } from '../../../../renderer/state/studio.ts';
import { commitTween, hasNeighbours, neighboursOf, previewTween } from '../../../../renderer/state/keys/tween.ts';
import { asLinearLoop, bentElbow, documentOf, leftElbow, openStudio, poseOf } from '../open-studio.ts';

/** The elbow bends by 80° from 0 s to 1 s; at frame 12 the head is turned by 20° without a key. */
async function turnedHead() {
  const { studio } = await openStudio();
  const { skeleton, humanoid } = documentOf(studio).rig;
  const rest = poseOf(studio);
  commitEdit(studio, 'Keys', (project) =>
    asLinearLoop(setKeyAt(setKeyAt(project, skeleton, 0, rest), skeleton, 1, bentElbow(studio, 80))),
  );
  showFrame(studio, 12);
  const pose = shownPose(studio.getState())!.slice();
  setRotation(pose, humanoid.head!, fromAxisAngle([0, 1, 0], toRadians(20)));
  commitPose(studio, 'Turn', pose);
  const bend = (joint: number) => toDegrees(angleBetween(rotationOf(shownPose(studio.getState())!, joint), [0, 0, 0, 1]));
  return { studio, pose, head: () => bend(humanoid.head!), elbow: () => bend(leftElbow(studio)) };
}

test('a tween of the selected part leaves the rest of the pose on screen as it is, and is one step of undo', async () => {
  const { studio, pose, head, elbow } = await turnedHead();
  select(studio, { joint: null, handle: 'leftHand' });
  previewTween(studio, 'breakdown', 0.75, pose);
  expect([elbow(), head()]).toEqual([expect.closeTo(60, 6), expect.closeTo(20, 6)]);
  commitTween(studio, 'breakdown', 0.75, pose);
  expect([elbow(), head()]).toEqual([expect.closeTo(60, 6), expect.closeTo(20, 6)]);
  undo(studio);
  expect([elbow(), head()]).toEqual([expect.closeTo(32, 6), expect.closeTo(20, 6)]);
});

test('a tween without a selection is of the whole body', async () => {
  const { studio, pose, head, elbow } = await turnedHead();
  select(studio, { joint: null, handle: null });
  commitTween(studio, 'push', -1, pose);
  expect([elbow(), head()]).toEqual([expect.closeTo(32, 6), expect.closeTo(0, 6)]);
});

test('there is nothing to tween on the first key, on the last and behind it', async () => {
  const { studio } = await turnedHead();
  const at = (frame: number) => {
    showFrame(studio, frame);
    expect(neighboursOf(studio.getState()) !== null).toBe(hasNeighbours(studio.getState()));
    return hasNeighbours(studio.getState());
  };
  expect([0, 1, 29, 30, 45].map(at)).toEqual([false, true, true, false, false]);
});
