import { describe, expect, test } from 'vitest';
import { setPin } from '../../../../core/document/edits/posing.ts';
import { savePose } from '../../../../core/document/edits/library.ts';
import { capturePose } from '../../../../core/library/apply.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { setPose } from '../../../../core/document/edits/posing.ts';
import { distance, subtract } from '../../../../core/math/vec3.ts';
import { commitEdit, commitPose, undo } from '../../../../renderer/state/editing.ts';
import {
  libraryByPlace,
  posesThere,
  pulledHandle,
  takenPose,
  takePoseThere,
} from '../../../../renderer/state/library/offered-poses.ts';
import { setFeedback, setPreview } from '../../../../renderer/state/preview.ts';
import { gestureLibrary } from '../../../helpers/gesture-library.ts';
import { FEET, handleAt } from '../../../helpers/pulled-figure.ts';
import { documentOf, openStudio, poseOf } from '../open-studio.ts';

/** A studio with 80 poses in which the left hand was pulled to where, seen from the hips, one of them has it. */
async function pulledStudio() {
  const { studio } = await openStudio();
  const { rig } = documentOf(studio);
  const library = gestureLibrary(rig, 80, 3);
  commitEdit(studio, 'Fill the library', (project) => library.reduce(savePose, project));
  const snapshot = poseOf(studio);
  const wanted = library[11]!;
  const away = subtract(handleAt(rig, wanted.pose, 'leftHand'), handleAt(rig, wanted.pose, 'hips'));
  const hips = handleAt(rig, snapshot, 'hips');
  const pull = createPuller(rig).begin(snapshot, 'leftHand', FEET);
  const outcome = pull.to([hips[0] + away[0], hips[1] + away[1], hips[2] + away[2]], { keepsDirection: false });
  const feedback = { outcome, milliseconds: 1, handle: 'leftHand' as const, origin: null, followed: [], move: pull.last() };
  setPreview(studio, { pose: outcome.pose, cause: 'pull' });
  setFeedback(studio, feedback);
  return { studio, rig, wanted, outcome };
}

describe('The poses that put a pulled handle there', () => {
  test('are the nearest by place, while it is pulled and after, until the pose is another', async () => {
    const { studio, rig, outcome } = await pulledStudio();
    expect(pulledHandle(studio.getState())).toBe('leftHand');
    const offered = posesThere(studio.getState());
    expect(offered).toHaveLength(6);
    const goalOf = (pose: Float64Array) => subtract(handleAt(rig, pose, 'leftHand'), handleAt(rig, pose, 'hips'));
    const off = (pose: Float64Array) => distance(goalOf(pose), goalOf(outcome.pose));
    const { poses } = documentOf(studio).history.present;
    const mean = poses.reduce((sum, { pose }) => sum + off(pose), 0) / poses.length;
    for (const { pose } of offered) expect(off(pose)).toBeLessThan(0.8 * mean);

    commitPose(studio, 'Pull left hand', outcome.pose);
    expect(pulledHandle(studio.getState())).toBe('leftHand');
    expect(posesThere(studio.getState())).toEqual(offered);
    // Also while one of them is shown.
    setPreview(studio, { pose: offered[0]!.pose, cause: 'offer' });
    expect(pulledHandle(studio.getState())).toBe('leftHand');
    setPreview(studio, null);
    undo(studio);
    expect(pulledHandle(studio.getState())).toBeNull();
    expect(posesThere(studio.getState())).toEqual([]);
  });

  test('are taken with pins and the pulled handle kept, as one step', async () => {
    const { studio, rig, outcome } = await pulledStudio();
    commitPose(studio, 'Pull left hand', outcome.pose);
    const [best] = posesThere(studio.getState());
    const taken = takenPose(studio.getState(), 'leftHand', best!, outcome.pose);
    takePoseThere(studio, best!, taken);
    const { past } = documentOf(studio).history;
    expect(past.at(-1)!.label).toBe(`Apply “${best!.name}”`);
    for (const handle of ['leftHand', 'leftFoot', 'rightFoot'] as const)
      expect(distance(handleAt(rig, poseOf(studio), handle), handleAt(rig, outcome.pose, handle))).toBeLessThan(1e-3);
    expect(poseOf(studio)).not.toEqual(outcome.pose);
    undo(studio);
    expect(poseOf(studio)).toEqual(outcome.pose);
  });

  test('hold something the handle hangs from; poses of fingers or a leg alone stand last in the panel', async () => {
    const { studio, rig } = await pulledStudio();
    const { skeleton, humanoid } = rig;
    const pose = poseOf(studio);
    const partial = (id: string, joints: readonly number[]) => capturePose(skeleton, pose, { id, name: id, joints });
    const parts = [
      partial('fist', [humanoid.leftHand!, humanoid.leftIndexProximal!]),
      partial('leg', [humanoid.leftUpperLeg!, humanoid.leftLowerLeg!]),
    ];
    const arm = {
      ...capturePose(skeleton, posesThere(studio.getState())[0]!.pose, { id: 'arm', name: 'arm' }),
      joints: [humanoid.leftUpperArm!],
    };
    const shown = studio.getState().transient;
    commitEdit(studio, 'Save parts', (project) => [...parts, arm].reduce(savePose, project));
    setPreview(studio, shown.preview);
    setFeedback(studio, shown.feedback);
    const sorted = libraryByPlace(studio.getState())!.map(({ id }) => id);
    expect(sorted).toHaveLength(83);
    expect(sorted.slice(-2).toSorted()).toEqual(['fist', 'leg']);
    expect(sorted.indexOf('arm')).toBeLessThan(81);
    expect(posesThere(studio.getState()).map(({ id }) => id)).toEqual(sorted.slice(0, 6));
  });

  test('are offered for the hips as well: first those in which the pinned feet are as far from them', async () => {
    const { studio } = await openStudio();
    const { rig } = documentOf(studio);
    const rest = poseOf(studio);
    const lowered = (by: number) => {
      const [x, y, z] = handleAt(rig, rest, 'hips');
      const pull = createPuller(rig).begin(rest, 'hips', FEET);
      return { outcome: pull.to([x, y - by, z]), move: pull.last() };
    };
    // As libraries for all characters have them: no other joints than those of a person.
    const joints = Object.values(rig.humanoid);
    const saved = [0, 0.15, 0.3, 0.4].map((by) =>
      capturePose(rig.skeleton, lowered(by).outcome.pose, { id: `${by}`, name: `${by}`, joints }),
    );
    const fist = capturePose(rig.skeleton, rest, { id: 'fist', name: 'fist', joints: [rig.humanoid.leftIndexProximal!] });
    commitEdit(studio, 'Fill the library', (project) => [...saved, fist].reduce(savePose, project));
    const { outcome, move } = lowered(0.29);
    setPreview(studio, { pose: outcome.pose, cause: 'pull' });
    setFeedback(studio, { outcome, milliseconds: 1, handle: 'hips', origin: null, followed: [], move });
    expect(posesThere(studio.getState()).map(({ id }) => id)).toEqual(['0.3', '0.4', '0.15', '0']);
  });

  test('need no pins', async () => {
    const { studio, rig, outcome } = await pulledStudio();
    commitEdit(studio, 'Unpin', (project) =>
      setPin(setPin(setPose(project, outcome.pose, 0), 'leftFoot', null), 'rightFoot', null),
    );
    const [best] = documentOf(studio).history.present.poses;
    const taken = takenPose(studio.getState(), 'leftHand', best!, poseOf(studio));
    expect(distance(handleAt(rig, taken, 'leftHand'), handleAt(rig, poseOf(studio), 'leftHand'))).toBeLessThan(1e-3);
  });
});
