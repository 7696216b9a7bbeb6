import { describe, expect, test } from 'vitest';
import { deleteClip, setKeyAt } from '../../../core/document/edits/clips.ts';
import { setPose } from '../../../core/document/edits/posing.ts';
import { addNewClip, showClip } from '../../../renderer/state/clip-edits.ts';
import { bringBackPose, droppedPose, keyDroppedPose } from '../../../renderer/state/dropped-pose.ts';
import { commitEdit } from '../../../renderer/state/editing.ts';
import { handleKeyStates, jointKeyStateOf, keyStateOf, unkeyedJoints } from '../../../renderer/state/key-state.ts';
import { play, showFrame } from '../../../renderer/state/playback.ts';
import { shownPose, type Studio } from '../../../renderer/state/studio.ts';
import { bentElbow, documentOf, leftElbow, noticesOf, openStudio } from './open-studio.ts';

/** Keys of a straight arm at 0 s and a bent one at 1 s. */
async function withKeys(): Promise<Studio> {
  const { studio } = await openStudio();
  const { skeleton } = documentOf(studio).rig;
  commitEdit(studio, 'Keys', (project) =>
    setKeyAt(setKeyAt(project, skeleton, 0, project.pose), skeleton, 1, bentElbow(studio, 90)),
  );
  showFrame(studio, 0);
  return studio;
}

function bend(studio: Studio, degrees: number): void {
  commitEdit(studio, 'Bend', (project) => setPose(project, bentElbow(studio, degrees)));
}

const stateOf = (studio: Studio) => keyStateOf(studio.getState());

describe('The key state', () => {
  test('of a clip without keys is that nothing can be lost', async () => {
    const { studio } = await openStudio();
    bend(studio, 40);
    expect(stateOf(studio)).toBe('noKeys');
    showFrame(studio, 5);
    expect(noticesOf(studio)).toEqual([]);
  });

  test('goes from key to between, and to unkeyed with a change until that is keyed or undone', async () => {
    const studio = await withKeys();
    expect(stateOf(studio)).toBe('key');
    showFrame(studio, 12);
    expect(stateOf(studio)).toBe('between');
    bend(studio, 80);
    expect(stateOf(studio)).toBe('unkeyed');
    const { rig } = documentOf(studio);
    commitEdit(studio, 'Key', (project) => setKeyAt(project, rig.skeleton, 0.4, project.pose));
    expect(stateOf(studio)).toBe('key');
  });

  test('is told of each joint and handle by itself', async () => {
    const studio = await withKeys();
    showFrame(studio, 12);
    bend(studio, 80);
    const { rig } = documentOf(studio);
    expect([...unkeyedJoints(studio.getState())]).toEqual([leftElbow(studio)]);
    expect(jointKeyStateOf(studio.getState(), leftElbow(studio))).toBe('unkeyed');
    expect(jointKeyStateOf(studio.getState(), rig.humanoid.rightLowerArm!)).toBe('between');
    const states = handleKeyStates(studio.getState(), rig);
    expect(states.get('leftHand')).toBe('unkeyed');
    expect(states.get('rightHand')).toBe('between');
    expect(states.get('hips')).toBe('between');
    showFrame(studio, 30);
    expect(handleKeyStates(studio.getState(), rig).get('rightHand')).toBe('key');
  });
});

describe('A pose that no key holds', () => {
  test('is told of when the playhead leaves it, and can be brought back', async () => {
    const studio = await withKeys();
    showFrame(studio, 12);
    bend(studio, 80);
    const posed = shownPose(studio.getState());
    showFrame(studio, 20);
    expect(noticesOf(studio)).toEqual(['Unkeyed pose dropped at frame 12.']);
    expect(studio.getState().session.notices[0]!.commands).toEqual(['key.bringBack', 'key.setDropped', 'key.autoDropped']);
    const { past } = documentOf(studio).history;
    bringBackPose(studio);
    expect(studio.getState().session.playback.time).toBeCloseTo(0.4, 12);
    expect(shownPose(studio.getState())).toBe(posed);
    expect(stateOf(studio)).toBe('unkeyed');
    expect(documentOf(studio).history.past).toBe(past);
    expect(noticesOf(studio)).toEqual([]);
  });

  test('is told of when playing leaves it', async () => {
    const studio = await withKeys();
    bend(studio, 80);
    play(studio);
    expect(noticesOf(studio)).toEqual(['Unkeyed pose dropped at frame 0.']);
  });

  test('comes back as an edit after others were made, and the notice goes with them', async () => {
    const studio = await withKeys();
    showFrame(studio, 12);
    bend(studio, 80);
    const posed = shownPose(studio.getState());
    showFrame(studio, 20);
    bend(studio, 10);
    expect(noticesOf(studio)).toEqual([]);
    bringBackPose(studio);
    expect(shownPose(studio.getState())).toEqual(posed);
    expect(documentOf(studio).history.past.at(-1)!.label).toBe('Bring back the unkeyed pose');
  });

  test('is keyed where it was made, in its own clip, while another is shown', async () => {
    const studio = await withKeys();
    const first = documentOf(studio).history.present.activeClip;
    showFrame(studio, 12);
    bend(studio, 80);
    const posed = shownPose(studio.getState());
    addNewClip(studio);
    keyDroppedPose(studio);
    expect(documentOf(studio).history.present.activeClip).not.toBe(first);
    showClip(studio, first);
    showFrame(studio, 12);
    expect(stateOf(studio)).toBe('key');
    expect(shownPose(studio.getState())).toEqual(posed);
    expect(droppedPose(studio.getState())).toBeNull();
  });

  test('cannot come back to a clip that is gone', async () => {
    const studio = await withKeys();
    const first = documentOf(studio).history.present.activeClip;
    bend(studio, 80);
    addNewClip(studio);
    expect(droppedPose(studio.getState())).not.toBeNull();
    commitEdit(studio, 'Delete clip', (project) => deleteClip(project, first));
    expect(droppedPose(studio.getState())).toBeNull();
  });
});
