import { describe, expect, test } from 'vitest';
import { setPose } from '../../../core/document/edits/posing.ts';
import { angleBetween, slerp } from '../../../core/math/quat.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { rotationOf } from '../../../core/skeleton/pose.ts';
import { commitEdit, setPreview, undo } from '../../../renderer/state/editing.ts';
import {
  applySelectedPose,
  blended,
  commitBlend,
  deleteSelectedPose,
  renameSavedPose,
  saveShownPose,
  selectedPose,
  tagSavedPose,
  updateSelectedPose,
} from '../../../renderer/state/library.ts';
import { setLibrarySession } from '../../../renderer/state/session.ts';
import { shownPose, type Studio } from '../../../renderer/state/studio.ts';
import type { Viewport } from '../../../renderer/viewport/contract.ts';
import { bentElbow, documentOf, leftElbow, openStudio } from './open-studio.ts';

function pictures(picture: string): Viewport {
  return { thumbnail: async () => picture } as unknown as Viewport;
}

async function withTwoPoses(): Promise<Studio> {
  const { studio } = await openStudio();
  await saveShownPose(studio, null);
  commitEdit(studio, 'Bend', (project) => setPose(project, bentElbow(studio, 90)));
  await saveShownPose(studio, null);
  return studio;
}

function poses(studio: Studio) {
  return documentOf(studio).history.present.poses;
}

describe('Saving a pose', () => {
  test('keeps what is on screen with its picture, selects it, and offers its name for editing', async () => {
    const { studio } = await openStudio();
    const shown = bentElbow(studio, 45);
    setPreview(studio, { pose: shown, cause: 'playback' });
    await saveShownPose(studio, pictures('data:image/png;base64,AAAA'));
    const [saved] = poses(studio);
    expect(saved).toMatchObject({ name: 'Pose 1', thumbnail: 'data:image/png;base64,AAAA' });
    expect(saved?.pose).toEqual(shown);
    expect(studio.getState().session.library).toEqual({ selected: saved?.id, renaming: saved?.id });
    expect(shownPose(studio.getState())).toBe(shown);
  });

  test('never gives a name or an id twice', async () => {
    const studio = await withTwoPoses();
    setLibrarySession(studio, { selected: poses(studio)[0]?.id ?? null });
    deleteSelectedPose(studio);
    await saveShownPose(studio, null);
    const names = poses(studio).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(poses(studio).map(({ id }) => id)).size).toBe(2);
  });
});

describe('Applying', () => {
  test('takes the pose over exactly, once and twice alike, as one step', async () => {
    const studio = await withTwoPoses();
    commitEdit(studio, 'Straighten', (project) => setPose(project, bentElbow(studio, 10)));
    const steps = documentOf(studio).history.past.length;
    applySelectedPose(studio, 1);
    const once = documentOf(studio).history.present.pose;
    expect(once).toEqual(selectedPose(studio.getState())?.pose);
    applySelectedPose(studio, 1);
    expect(documentOf(studio).history.present.pose).toEqual(once);
    expect(documentOf(studio).history.past.length).toBe(steps + 1);
    undo(studio);
    expect(documentOf(studio).history.present.pose).toEqual(bentElbow(studio, 10));
  });

  test('half-way is the SLERP half-way point of every joint', async () => {
    const studio = await withTwoPoses();
    const [straight, bent] = poses(studio);
    if (!straight || !bent) throw new Error('two poses were saved');
    const half = blended(studio, straight.pose, bent, 0.5);
    for (let joint = 0; joint < documentOf(studio).rig.skeleton.count; joint++) {
      const expected = slerp(rotationOf(straight.pose, joint), rotationOf(bent.pose, joint), 0.5);
      expect(angleBetween(rotationOf(half, joint), expected)).toBeLessThan(1e-9);
    }
  });

  test('beyond 100 % stays inside the limits', async () => {
    const { studio } = await openStudio();
    const base = documentOf(studio).history.present.pose;
    commitEdit(studio, 'Bend', (project) => setPose(project, bentElbow(studio, 148)));
    await saveShownPose(studio, null);
    const saved = selectedPose(studio.getState());
    if (!saved) throw new Error('a pose was saved');
    const over = blended(studio, base, saved, 1.3);
    const { skeleton } = documentOf(studio).rig;
    expect(isInsideLimits(skeleton, over)).toBe(true);
    expect(angleBetween(rotationOf(over, leftElbow(studio)), rotationOf(saved.pose, leftElbow(studio)))).toBeGreaterThan(0.01);
  });

  test('a part is labelled with its percentage', async () => {
    const studio = await withTwoPoses();
    const saved = selectedPose(studio.getState());
    if (!saved) throw new Error('a pose was saved');
    commitBlend(studio, saved, 0.4, bentElbow(studio, 30));
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Blend 40 % of “Pose 2”');
  });
});

describe('A saved pose', () => {
  test('is renamed, but not to nothing', async () => {
    const studio = await withTwoPoses();
    const id = poses(studio)[0]?.id ?? '';
    renameSavedPose(studio, id, '  Contact ');
    renameSavedPose(studio, id, '   ');
    expect(poses(studio)[0]?.name).toBe('Contact');
    expect(studio.getState().session.library.renaming).toBeNull();
  });

  test('is tagged by words with commas between them', async () => {
    const studio = await withTwoPoses();
    const id = poses(studio)[0]?.id ?? '';
    tagSavedPose(studio, id, 'walk, , hands ,walk');
    expect(poses(studio)[0]?.tags).toEqual(['walk', 'hands']);
  });

  test('that is replaced keeps its name and id', async () => {
    const studio = await withTwoPoses();
    const before = selectedPose(studio.getState());
    const pose = bentElbow(studio, 12);
    commitEdit(studio, 'Bend', (project) => setPose(project, pose));
    await updateSelectedPose(studio, pictures('data:image/png;base64,BBBB'));
    expect(selectedPose(studio.getState())).toEqual({ ...before, pose, thumbnail: 'data:image/png;base64,BBBB' });
  });

  test('that is deleted hands the selection to its neighbour, and undo brings it back', async () => {
    const studio = await withTwoPoses();
    const [first, second] = poses(studio);
    deleteSelectedPose(studio);
    expect(poses(studio)).toEqual([first]);
    expect(studio.getState().session.library.selected).toBe(first?.id);
    undo(studio);
    expect(poses(studio)).toEqual([first, second]);
  });

  test('can be changed while a clip is looked at, which stays in view', async () => {
    const studio = await withTwoPoses();
    const pose = bentElbow(studio, 77);
    setPreview(studio, { pose, cause: 'playback' });
    renameSavedPose(studio, poses(studio)[0]?.id ?? '', 'Other');
    expect(shownPose(studio.getState())).toBe(pose);
  });
});
