import { describe, expect, test } from 'vitest';
import { deleteClip, setKeyAt } from '../../../../core/document/edits/clips.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { rotationOf } from '../../../../core/skeleton/pose.ts';
import { addNewClip, showClip } from '../../../../renderer/state/timeline/clip-edits.ts';
import { commitEdit, commitPose, undo } from '../../../../renderer/state/editing.ts';
import { handleKeyStates, jointKeyStateOf, keyStateOf, unkeyedJoints } from '../../../../renderer/state/keys/key-state.ts';
import { pause, play, showFrame } from '../../../../renderer/state/timeline/playback.ts';
import { shownPose, type Studio } from '../../../../renderer/state/studio.ts';
import { dropUnkeyedPose, keyUnkeyed, showUnkeyed } from '../../../../renderer/state/posing/unkeyed-edits.ts';
import { hiddenUnkeyed } from '../../../../renderer/state/posing/unkeyed-pose.ts';
import { asLinearLoop, bentElbow, documentOf, leftElbow, noticesOf, openStudio, poseOf } from '../open-studio.ts';

/** Keys of a straight arm at 0 s and a bent one at 1 s. */
async function withKeys(): Promise<Studio> {
  const { studio } = await openStudio();
  const { skeleton } = documentOf(studio).rig;
  commitEdit(studio, 'Keys', (project) =>
    asLinearLoop(setKeyAt(setKeyAt(project, skeleton, 0, poseOf(studio)), skeleton, 1, bentElbow(studio, 90))),
  );
  showFrame(studio, 0);
  return studio;
}

/** How far the left elbow is bent on screen, degrees. */
function bendOf(studio: Studio): number {
  const rotation = rotationOf(shownPose(studio.getState())!, leftElbow(studio));
  return (angleBetween(rotation, [0, 0, 0, 1]) * 180) / Math.PI;
}

function bend(studio: Studio, degrees: number): void {
  commitPose(studio, 'Bend', bentElbow(studio, degrees));
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
    commitEdit(studio, 'Key', (project) => setKeyAt(project, rig.skeleton, 0.4, poseOf(studio)));
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
  test('stays where it is when the playhead leaves it, and is told of until it is seen again', async () => {
    const studio = await withKeys();
    showFrame(studio, 12);
    bend(studio, 80);
    const posed = shownPose(studio.getState());
    const { past } = documentOf(studio).history;
    showFrame(studio, 20);
    expect(bendOf(studio)).toBeCloseTo((90 * 20) / 30, 6);
    expect(noticesOf(studio)).toEqual(['The pose at frame 12 is not keyed yet.']);
    expect(studio.getState().session.notices[0]!.commands).toEqual(['key.setUnkeyed', 'key.dropUnkeyed', 'key.showUnkeyed']);
    showFrame(studio, 12);
    expect(shownPose(studio.getState())).toBe(posed);
    expect(stateOf(studio)).toBe('unkeyed');
    expect(noticesOf(studio)).toEqual([]);
    showFrame(studio, 20);
    showUnkeyed(studio);
    expect(studio.getState().session.playback.time).toBeCloseTo(0.4, 12);
    expect(shownPose(studio.getState())).toBe(posed);
    expect(documentOf(studio).history.past).toBe(past);
  });

  test('is not shown while the clip plays over it', async () => {
    const studio = await withKeys();
    bend(studio, 80);
    play(studio);
    expect(noticesOf(studio)).toEqual(['The pose at frame 0 is not keyed yet.']);
    expect(bendOf(studio)).toBeCloseTo(0, 6);
    pause(studio);
    expect(bendOf(studio)).toBeCloseTo(80, 6);
  });

  test('gives way to a pose at another frame, which is told, and undo brings it back', async () => {
    const studio = await withKeys();
    showFrame(studio, 12);
    bend(studio, 80);
    showFrame(studio, 20);
    bend(studio, 10);
    expect(noticesOf(studio)).toEqual(['The pose at another frame that was not keyed has been replaced.']);
    undo(studio);
    expect(studio.getState().session.playback.time).toBeCloseTo(0.4, 12);
    expect(bendOf(studio)).toBeCloseTo(80, 6);
  });

  test('is keyed where it was made, in its own clip, while another is shown', async () => {
    const studio = await withKeys();
    const first = documentOf(studio).history.present.activeClip;
    showFrame(studio, 12);
    bend(studio, 80);
    const posed = shownPose(studio.getState());
    addNewClip(studio);
    expect(noticesOf(studio)).toEqual(['The pose at frame 12 of “Clip 1” is not keyed yet.']);
    keyUnkeyed(studio);
    expect(noticesOf(studio)).toEqual([]);
    expect(documentOf(studio).history.present.activeClip).not.toBe(first);
    showClip(studio, first);
    showFrame(studio, 12);
    expect(stateOf(studio)).toBe('key');
    expect(shownPose(studio.getState())).toEqual(posed);
  });

  test('goes when it is dropped, and with its clip', async () => {
    const studio = await withKeys();
    bend(studio, 80);
    dropUnkeyedPose(studio);
    expect(bendOf(studio)).toBeCloseTo(0, 6);
    undo(studio);
    expect(bendOf(studio)).toBeCloseTo(80, 6);
    const first = documentOf(studio).history.present.activeClip;
    addNewClip(studio);
    expect(hiddenUnkeyed(studio.getState())).not.toBeNull();
    commitEdit(studio, 'Delete clip', (project) => deleteClip(project, first));
    expect(hiddenUnkeyed(studio.getState())).toBeNull();
    expect(noticesOf(studio)).toEqual([]);
  });
});
