import { describe, expect, test } from 'vitest';
import { referenceBody } from '../../../../core/library/shared/reference-body.ts';
import { rotationOf } from '../../../../core/skeleton/pose.ts';
import { commitPose, undo } from '../../../../renderer/state/editing.ts';
import { readLibrary, showLibrary } from '../../../../renderer/state/library/folders/library-folders.ts';
import { saveShownPose, selectedPose } from '../../../../renderer/state/library/saved-poses.ts';
import {
  hasPoseAndJoints,
  holdsMoreThanSelected,
  putJointsIntoPose,
  takeJointsOutOfPose,
} from '../../../../renderer/state/library/pose-joints.ts';
import { select } from '../../../../renderer/state/selection.ts';
import { setLibrarySession } from '../../../../renderer/state/session.ts';
import type { Viewport } from '../../../../renderer/state/window/viewport.ts';
import { bentElbow, documentOf, leftElbow, openStudio, poseOf } from '../open-studio.ts';
import { TEAM, teamLibrary, teamPose } from './folders/team-library.ts';
import { eventually } from '../../../helpers/eventually.ts';

const viewport = { thumbnail: async () => 'data:image/png;base64,BBBB' } as unknown as Viewport;

describe('Single joints of a saved pose', () => {
  test('are taken out of it, and put in as they are on screen, each as one step', async () => {
    const { studio } = await openStudio();
    await saveShownPose(studio, null);
    const before = selectedPose(studio.getState())!;
    const elbow = leftElbow(studio);
    expect(hasPoseAndJoints(studio.getState())).toBe(false);
    select(studio, { joint: elbow, handle: null });
    expect(holdsMoreThanSelected(studio.getState())).toBe(true);
    takeJointsOutOfPose(studio);
    expect(selectedPose(studio.getState())!.joints).toEqual(before.joints.filter((joint) => joint !== elbow));
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Take left lower arm out of “Pose 1”');
    expect(holdsMoreThanSelected(studio.getState())).toBe(false);

    commitPose(studio, 'Bend', bentElbow(studio, 60));
    await putJointsIntoPose(studio, viewport);
    const bent = poseOf(studio);
    const put = selectedPose(studio.getState())!;
    expect(put.joints).toContain(elbow);
    expect(put.thumbnail).toBe('data:image/png;base64,BBBB');
    expect(rotationOf(put.pose, elbow)).toEqual(rotationOf(bent, elbow));
    // Those that it holds already are renewed.
    commitPose(studio, 'Bend less', bentElbow(studio, 20));
    await putJointsIntoPose(studio, viewport);
    const less = poseOf(studio);
    expect(rotationOf(selectedPose(studio.getState())!.pose, elbow)).toEqual(rotationOf(less, elbow));
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Put left lower arm into “Pose 1”');
    undo(studio);
    expect(rotationOf(selectedPose(studio.getState())!.pose, elbow)).toEqual(rotationOf(bent, elbow));
  });

  test('of a library for all characters are those of its bones', async () => {
    const { studio } = await openStudio(teamLibrary(teamPose('low', 'Low')));
    await readLibrary(studio, TEAM);
    showLibrary(studio, TEAM);
    setLibrarySession(studio, { selected: 'low' });
    const { humanoid } = referenceBody();
    const spoken = () => studio.getState().session.sharedLibraries[TEAM]!.poses[0]!.joints;
    select(studio, { joint: leftElbow(studio), handle: null });
    commitPose(studio, 'Bend', bentElbow(studio, 60));
    await putJointsIntoPose(studio, null);
    expect(new Set(spoken())).toEqual(new Set([humanoid.leftUpperArm, humanoid.head, humanoid.leftLowerArm]));
    select(studio, { joint: documentOf(studio).rig.humanoid.head!, handle: null });
    takeJointsOutOfPose(studio);
    await eventually(() => expect(new Set(spoken())).toEqual(new Set([humanoid.leftUpperArm, humanoid.leftLowerArm])));
  });
});
