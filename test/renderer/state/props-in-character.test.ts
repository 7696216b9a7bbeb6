import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openCharacterFile } from '../../../core/formats/open-character.ts';
import { openedCharacter } from '../../../core/formats/opened-character.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { carrierOfBone } from '../../../renderer/state/props/carriers.ts';
import { hasPropsInFile, takePropsOut } from '../../../renderer/state/props/props-in-character.ts';
import { carrierNow, shownProps } from '../../../renderer/state/props/shown-props.ts';
import { redo, undo } from '../../../renderer/state/editing.ts';
import { receiveCharacter } from '../../../renderer/state/documents/show-character.ts';
import { shownPose, type Studio } from '../../../renderer/state/studio.ts';
import { armedMannequin, inRightHand } from '../../helpers/armed-mannequin.ts';
import { documentOf, noticesOf, openStudio } from './open-studio.ts';

let studio: Studio;

const opened = (fileName: string, bytes: Uint8Array) =>
  openedCharacter(fileName, openCharacterFile(fileName, bytes), createHash('sha256').update(bytes).digest('hex'));

beforeEach(async () => {
  ({ studio } = await openStudio({ 'character.openBytes': (fileName, bytes) => opened(fileName, bytes) }));
});

/** Answers the question which props are taken out. */
async function take(chosen: readonly number[] | null): Promise<void> {
  const taking = takePropsOut(studio);
  const dialog = studio.getState().session.dialogs.at(-1);
  if (dialog?.name !== 'fileProps') throw new Error('nothing is asked');
  dialog.answer(chosen);
  await taking;
}

const handPlace = () => {
  const { rig } = documentOf(studio);
  return worldPosition(forwardKinematics(rig.skeleton, shownPose(studio.getState())!), rig.humanoid.rightHand!);
};

describe('A character whose file holds a sword', () => {
  test('is opened with the offer to take it out, and becomes a character and a prop in its hand, as one step', async () => {
    await receiveCharacter(studio, opened('armed.glb', armedMannequin(inRightHand)), 'open');
    expect(noticesOf(studio).at(-1)).toMatch(/holds a prop beside the body: “Blade of Joy”/);
    const before = documentOf(studio);
    await take([0]);
    const after = documentOf(studio);
    expect(after.history.past.at(-1)!.label).toBe('Take out Blade of Joy');
    const [shown] = shownProps(studio.getState());
    expect(shown!.prop).toMatchObject({ name: 'Blade of Joy', form: { kind: 'file', fileName: 'Blade of Joy.glb' } });
    expect(carrierNow(studio.getState(), shown!.prop)).toEqual(carrierOfBone(studio.getState(), 'rightHand'));
    // The wrapper of the sword is at [0.6, 0.1, 0.2] of the hand at rest.
    expect(distance(shown!.frame.position, handPlace())).toBeCloseTo(Math.hypot(0.6, 0.1, 0.2), 5);
    // What is posed now is the file without it, and what is written names that.
    expect(after.character.hash).not.toBe(before.character.hash);
    expect(projectToData(after.rig, after.history.present).character.hash).toBe(after.character.hash);
    expect(hasPropsInFile(studio.getState())).toBe(false);
    undo(studio);
    expect(documentOf(studio)).toMatchObject({ character: { hash: before.character.hash }, history: { present: { props: [] } } });
    expect(documentOf(studio).rig).toBe(before.rig);
    redo(studio);
    expect(documentOf(studio).character.hash).toBe(after.character.hash);
    expect(shownProps(studio.getState())).toHaveLength(1);
  });

  test('stays as it is where nothing is chosen', async () => {
    await receiveCharacter(studio, opened('armed.glb', armedMannequin(inRightHand)), 'open');
    const before = documentOf(studio);
    await take(null);
    await take([]);
    expect(documentOf(studio)).toBe(before);
  });

  test('stands in its place when it is added to a scene, and what stands beside it in the file stands beside it there', async () => {
    await receiveCharacter(studio, opened('armed.glb', armedMannequin()), 'add');
    expect(noticesOf(studio).at(-1)).toMatch(/Blade of Joy/);
    const { place } = documentOf(studio).history.present;
    expect(Math.hypot(...place.at)).toBeGreaterThan(0.1);
    await take([0]);
    const [shown] = shownProps(studio.getState());
    expect(carrierNow(studio.getState(), shown!.prop)).toBeNull();
    const [x, , z] = [0, 1, 2].map((axis) => shown!.prop.rest.position[axis]! - place.at[axis]!) as [number, number, number];
    expect(Math.hypot(x, z)).toBeCloseTo(Math.hypot(0.6, 0.2), 5);
    expect(documentOf(studio).history.present.actors).toHaveLength(1);
  });
});
