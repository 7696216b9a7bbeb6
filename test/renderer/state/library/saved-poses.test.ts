import { changeSetting } from '../../../../renderer/state/window/settings.ts';
import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { keptGoals } from '../../../../core/library/take-pose.ts';
import { angleBetween, fromRotationVector, slerp } from '../../../../core/math/quat.ts';
import { distance } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { clampPose, isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { rotationOf, setRotation } from '../../../../core/skeleton/pose.ts';
import { jointsByBodyPart } from '../../../../renderer/state/rig/body-parts.ts';
import { commitEdit, commitPose, undo } from '../../../../renderer/state/editing.ts';
import { setPreview } from '../../../../renderer/state/preview.ts';
import {
  applySelectedPose,
  applySelectedPoseFlipped,
  blended,
  commitBlend,
  deleteSelectedPose,
  moveSavedPose,
  posesInPlace,
  renameShownFolder,
  shownPlace,
  toggleFavourite,
  renameSavedPose,
  saveShownPose,
  selectedPose,
  tagSavedPose,
  updateSelectedPose,
} from '../../../../renderer/state/library/saved-poses.ts';
import { partsOfPose, setPartsOfPose } from '../../../../renderer/state/library/pose-joints.ts';
import { setLibrarySession } from '../../../../renderer/state/session.ts';
import type { LibraryPlace } from '../../../../renderer/state/session-state.ts';
import { shownPose, type Studio } from '../../../../renderer/state/studio.ts';
import type { Viewport } from '../../../../renderer/state/window/viewport.ts';
import { bentElbow, documentOf, leftElbow, openStudio, poseOf } from '../open-studio.ts';

function pictures(picture: string): Viewport {
  return { thumbnail: async () => picture } as unknown as Viewport;
}

async function withTwoPoses(): Promise<Studio> {
  const { studio } = await openStudio();
  await saveShownPose(studio, null);
  commitPose(studio, 'Bend', bentElbow(studio, 90));
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
    setPreview(studio, { pose: shown, cause: 'clip' });
    await saveShownPose(studio, pictures('data:image/png;base64,AAAA'));
    const [saved] = poses(studio);
    expect(saved).toMatchObject({ name: 'Pose 1', thumbnail: 'data:image/png;base64,AAAA' });
    expect(saved?.pose).toEqual(shown);
    expect(studio.getState().session.library).toMatchObject({ selected: saved?.id, renaming: saved?.id });
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

  test('gives two poses that are saved at once two names', async () => {
    const { studio } = await openStudio();
    await Promise.all([saveShownPose(studio, pictures('')), saveShownPose(studio, pictures(''))]);
    expect(poses(studio).map(({ name }) => name)).toEqual(['Pose 1', 'Pose 2']);
  });
});

describe('Applying', () => {
  test('takes the pose over exactly, once and twice alike, as one step', async () => {
    const studio = await withTwoPoses();
    commitPose(studio, 'Straighten', bentElbow(studio, 10));
    const steps = documentOf(studio).history.past.length;
    applySelectedPose(studio, 1);
    const once = poseOf(studio);
    expect(once).toEqual(selectedPose(studio.getState())?.pose);
    applySelectedPose(studio, 1);
    expect(poseOf(studio)).toEqual(once);
    expect(documentOf(studio).history.past.length).toBe(steps + 1);
    undo(studio);
    expect(poseOf(studio)).toEqual(bentElbow(studio, 10));
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
    const base = poseOf(studio);
    commitPose(studio, 'Bend', bentElbow(studio, 148));
    await saveShownPose(studio, null);
    const saved = selectedPose(studio.getState());
    if (!saved) throw new Error('a pose was saved');
    const over = blended(studio, base, saved, 1.3);
    const { skeleton } = documentOf(studio).rig;
    expect(isInsideLimits(skeleton, over)).toBe(true);
    expect(angleBetween(rotationOf(over, leftElbow(studio)), rotationOf(saved.pose, leftElbow(studio)))).toBeGreaterThan(0.01);
  });

  test('keeps pinned feet where they are, whatever the percentage, where the library keeps pins', async () => {
    const { studio } = await openStudio();
    const { rig } = documentOf(studio);
    const { skeleton, humanoid } = rig;
    const base = poseOf(studio);
    const pin = { translation: true, rotation: true, weight: 1 };
    const pins = { leftFoot: pin, rightFoot: pin };
    const [x, y, z] = worldPosition(forwardKinematics(skeleton, base), skeleton.root);
    const lower: Goal = { kind: 'position', joint: skeleton.root, target: [x, y - 0.25, z], weight: 1 };
    // Crouched, a step ahead.
    const crouch = createSolver(skeleton)
      .solve(base, [lower, ...keptGoals(rig, base, pins)], { rootStiffness: 0 })
      .pose.slice();
    crouch[2]! += 0.1;
    commitPose(studio, 'Crouch', crouch);
    await saveShownPose(studio, null);
    const saved = selectedPose(studio.getState());
    if (!saved) throw new Error('a pose was saved');
    commitEdit(studio, 'Pin', (present) => ({ ...present, pins }));
    const feet = [humanoid.leftFoot!, humanoid.rightFoot!];
    const slips = (amount: number) => {
      const world = forwardKinematics(skeleton, blended(studio, base, saved, amount));
      const before = forwardKinematics(skeleton, base);
      return Math.max(...feet.map((joint) => distance(worldPosition(world, joint), worldPosition(before, joint))));
    };
    expect(slips(0.5)).toBeGreaterThan(0.03);
    setLibrarySession(studio, { keepsPins: true });
    for (const amount of [0.25, 0.5, 1]) {
      expect(slips(amount)).toBeLessThan(1e-3);
      const pose = blended(studio, base, saved, amount);
      expect(isInsideLimits(skeleton, pose)).toBe(true);
      expect(pose[1]!).toBeLessThan(base[1]! - 0.03 * amount);
    }
    expect(blended(studio, base, saved, 0)).toEqual(base);
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
    commitPose(studio, 'Bend', pose);
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
    setPreview(studio, { pose, cause: 'clip' });
    renameSavedPose(studio, poses(studio)[0]?.id ?? '', 'Other');
    expect(shownPose(studio.getState())).toBe(pose);
  });
});

/** Joints whose rotation differs between two poses. */
function turnedBetween(studio: Studio, a: Float64Array, b: Float64Array): readonly number[] {
  return [...documentOf(studio).rig.skeleton.names.keys()].filter(
    (joint) => angleBetween(rotationOf(a, joint), rotationOf(b, joint)) > 1e-9,
  );
}

/** A studio whose library holds one pose in which every joint is turned a little, with the rest pose on screen. */
async function withTurnedPose(): Promise<{ studio: Studio; rest: Float64Array }> {
  const { studio } = await openStudio();
  const rest = poseOf(studio);
  const { skeleton } = documentOf(studio).rig;
  const pose = rest.slice();
  pose.set([0.1, -0.05, 0.2]);
  // Some joints bend to one side only.
  const ways = [1, -1].map((way) => {
    const turned = rest.slice();
    for (let joint = 0; joint < skeleton.count; joint++)
      setRotation(turned, joint, fromRotationVector([0.01 * way, 0.02 * way, 0.01 * way]));
    return clampPose(skeleton, turned).pose;
  });
  for (let joint = 0; joint < skeleton.count; joint++) {
    const [one, other] = ways.map((turned) => rotationOf(turned, joint));
    const isFree = angleBetween(one!, rotationOf(rest, joint)) > 0.005;
    setRotation(pose, joint, isFree ? one! : other!);
  }
  commitPose(studio, 'Turn', pose);
  await saveShownPose(studio, null);
  commitPose(studio, 'Rest', rest);
  return { studio, rest };
}

describe('A mask', () => {
  test('lets a pose reach only the chosen parts of the body, and says so in the step', async () => {
    const { studio, rest } = await withTurnedPose();
    setLibrarySession(studio, { mask: ['Left arm', 'Head'] });
    applySelectedPose(studio, 1);
    const { history, rig } = documentOf(studio);
    const parts = jointsByBodyPart(rig);
    expect(turnedBetween(studio, poseOf(studio), rest).toSorted((a, b) => a - b)).toEqual(
      [...parts.get('Left arm')!, ...parts.get('Head')!].toSorted((a, b) => a - b),
    );
    expect(poseOf(studio).slice(0, 3)).toEqual(rest.slice(0, 3));
    expect(history.past.at(-1)?.label).toBe('Apply “Pose 1” to left arm, head');
  });

  test('with the trunk moves the body along', async () => {
    const { studio } = await withTurnedPose();
    setLibrarySession(studio, { mask: ['Trunk'] });
    changeSetting(studio, 'posesBringPlace', true);
    applySelectedPose(studio, 1);
    expect(Array.from(poseOf(studio).subarray(0, 3))).toEqual([0.1, -0.05, 0.2]);
  });
});

describe('A pose of some parts', () => {
  test('loses and gets parts, new ones from what is on screen, as one step each', async () => {
    const { studio, rest } = await withTurnedPose();
    const saved = () => selectedPose(studio.getState())!;
    const { rig } = documentOf(studio);
    setPartsOfPose(studio, saved().id, ['Left arm']);
    expect(partsOfPose(rig, saved())).toEqual(['Left arm']);
    const before = saved().pose;
    setPartsOfPose(studio, saved().id, ['Left arm', 'Trunk']);
    expect(partsOfPose(rig, saved())).toEqual(['Trunk', 'Left arm']);
    expect(saved().joints).toContain(-1);
    expect(saved().pose.slice(0, 3)).toEqual(rest.slice(0, 3));
    const arm = jointsByBodyPart(rig).get('Left arm')![0]!;
    expect(rotationOf(saved().pose, arm)).toEqual(rotationOf(before, arm));
    undo(studio);
    expect(partsOfPose(rig, saved())).toEqual(['Left arm']);
    setPartsOfPose(studio, saved().id, []);
    expect(partsOfPose(rig, saved())).toEqual(['Left arm']);
  });

  test('goes to the other side of the body', async () => {
    const { studio, rest } = await withTurnedPose();
    const { rig } = documentOf(studio);
    setPartsOfPose(studio, selectedPose(studio.getState())!.id, ['Left arm']);
    applySelectedPoseFlipped(studio);
    const turned = turnedBetween(studio, poseOf(studio), rest);
    expect(turned).toEqual(jointsByBodyPart(rig).get('Right arm'));
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Apply “Pose 1 flipped”');
  });
});

describe('Folders and favourites', () => {
  test('choose what is shown', async () => {
    const studio = await withTwoPoses();
    const [first, second] = poses(studio);
    moveSavedPose(studio, first!.id, 'Walk / Start');
    toggleFavourite(studio);
    const shown = (place: LibraryPlace) => posesInPlace(poses(studio), place).map(({ id }) => id);
    expect(shown('folder:Walk')).toEqual([first!.id]);
    expect(shown('favourites')).toEqual([second!.id]);
    expect(shown('all')).toHaveLength(2);
    toggleFavourite(studio);
    expect(shown('favourites')).toEqual([]);
    undo(studio);
    expect(shown('favourites')).toEqual([second!.id]);
  });

  test('take in what is saved while they are shown', async () => {
    const studio = await withTwoPoses();
    moveSavedPose(studio, poses(studio)[0]!.id, 'Walk');
    setLibrarySession(studio, { place: 'folder:Walk' });
    await saveShownPose(studio, null);
    expect(poses(studio).at(-1)?.folder).toBe('Walk');
    setLibrarySession(studio, { place: 'favourites' });
    await saveShownPose(studio, null);
    expect(poses(studio).at(-1)).toMatchObject({ folder: '', isFavourite: true });
  });

  test('stay in view when the folder is renamed, and give way to all poses when it is empty', async () => {
    const studio = await withTwoPoses();
    moveSavedPose(studio, poses(studio)[0]!.id, 'Walk');
    setLibrarySession(studio, { place: 'folder:Walk' });
    renameShownFolder(studio, ' ');
    renameShownFolder(studio, 'Run');
    const { place } = studio.getState().session.library;
    expect(place).toBe('folder:Run');
    expect(posesInPlace(poses(studio), place)).toHaveLength(1);
    undo(studio);
    expect(shownPlace(place, poses(studio))).toBe('all');
  });
});
