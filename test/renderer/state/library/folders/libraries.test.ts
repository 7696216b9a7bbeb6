import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { unpackPoses } from '../../../../../core/document/packed-poses.ts';
import type { Services } from '../../../../../electron/contract.ts';
import { commitPose } from '../../../../../renderer/state/editing.ts';
import {
  applySelectedPose,
  deleteSelectedPose,
  renameSavedPose,
  saveShownPose,
  selectedPose,
  tagSavedPose,
  toggleFavourite,
  updateSelectedPose,
} from '../../../../../renderer/state/library/saved-poses.ts';
import { undoLibraryEdit } from '../../../../../renderer/state/library/folders/change-library.ts';
import { copyPoses } from '../../../../../renderer/state/library/folders/copy-poses.ts';
import {
  addLibraryFolder,
  followLibraries,
  readLibrary,
  showLibrary,
} from '../../../../../renderer/state/library/folders/library-folders.ts';
import { matchInWords } from '../../../../../renderer/state/library/match-words.ts';
import { libraryName, matchOf, shownLibrary, shownPoses } from '../../../../../renderer/state/library/folders/shown-library.ts';
import { partsOfPose, setPartsOfPose } from '../../../../../renderer/state/library/pose-joints.ts';
import { setLibrarySession } from '../../../../../renderer/state/session.ts';
import type { Studio } from '../../../../../renderer/state/studio.ts';
import type { Viewport } from '../../../../../renderer/state/window/viewport.ts';
import { freshServices } from '../../../../electron/services/fresh-services.ts';
import { TINY_PNG } from '../../../../electron/services/sample-project.ts';
import { bentElbow, documentOf, noticesOf, openStudio, poseOf } from '../../open-studio.ts';
import { TEAM, teamLibrary, teamPose } from './team-library.ts';
import { eventually } from '../../../../helpers/eventually.ts';

const viewport = { thumbnail: async () => TINY_PNG } as unknown as Viewport;

/** A studio before a real host, and another program that writes into the same folder. */
async function withHost() {
  const host = await freshServices({ emit: (name, event) => desktopOf().tell(name, event) });
  const others = host.restart({ emit: () => {} });
  const team = join(host.folder, 'Team poses');
  await mkdir(team);
  const { services } = host;
  const { studio, desktop } = await openStudio({
    'dialog.open': () => ({ kind: 'chosen', path: team }),
    'library.open': (...parameters) => services['library.open'](...parameters),
    'library.change': (...parameters) => services['library.change'](...parameters),
    'library.close': (...parameters) => services['library.close'](...parameters),
    'pose.pictures': (...parameters) => services['pose.pictures'](...parameters),
  });
  const desktopOf = () => desktop;
  const stop = followLibraries(studio);
  return { studio, team, others, stop, services };
}

const namesOf = (studio: Studio) => shownPoses(studio.getState()).map(({ name }) => name);

async function namesIn(services: Services, folder: string): Promise<readonly string[]> {
  return unpackPoses((await services['library.open'](folder)).poses).map(({ name }) => name);
}

test('a library folder is added, saved into, edited and undone, and what others save appears', async () => {
  const { studio, team, others, services } = await withHost();
  await addLibraryFolder(studio);
  expect(studio.getState().session.settings.libraries).toEqual([team]);
  expect(shownLibrary(studio.getState())).toMatchObject({ folder: team, poses: [], problem: null, isReading: false });
  commitPose(studio, 'Bend', bentElbow(studio, 70));
  const { past } = documentOf(studio).history;
  const bent = poseOf(studio);
  await saveShownPose(studio, viewport);
  const { selected, renaming } = studio.getState().session.library;
  expect(renaming).toBe(selected);
  renameSavedPose(studio, selected!, 'Bent');
  tagSavedPose(studio, selected!, 'arm, elbow');
  toggleFavourite(studio);
  await eventually(() => expect(shownPoses(studio.getState())[0]).toMatchObject({ name: 'Bent', isFavourite: true }));
  expect(documentOf(studio).history.past).toBe(past);
  expect(unpackPoses((await others['library.open'](team)).poses)).toMatchObject([
    { name: 'Bent', tags: ['arm', 'elbow'], favourite: true, thumbnail: `file:${selected!}` },
  ]);

  await others['library.change'](team, { removed: [], put: [{ item: teamPose('wave', 'Wave') }] });
  await vi.waitFor(() => expect(namesOf(studio)).toEqual(['Bent', 'Wave']), { timeout: 10_000 });

  commitPose(studio, 'Rest', bentElbow(studio, 0));
  applySelectedPose(studio, 1);
  const applied = poseOf(studio);
  for (const [i, value] of bent.entries()) expect(applied[i]).toBeCloseTo(value, 4);
  commitPose(studio, 'Bend more', bentElbow(studio, 30));
  await updateSelectedPose(studio, viewport);
  // Its picture is a file now.
  await readLibrary(studio, team);
  // What changes nothing is no edit to be undone.
  tagSavedPose(studio, selected!, 'arm, elbow');
  deleteSelectedPose(studio);
  await eventually(() => expect(namesOf(studio)).toEqual(['Wave']));
  await eventually(() => expect(noticesOf(studio)).toContain('“Bent” was deleted from “Team poses”.'));
  await undoLibraryEdit(studio);
  expect(namesOf(studio).toSorted()).toEqual(['Bent', 'Wave']);
  // With its picture, which had gone with it.
  const { poses } = await services['library.open'](team);
  expect(poses.items.find(({ name }) => name === 'Bent')?.thumbnail).toBe(`file:${selected!}`);
  expect(shownPoses(studio.getState()).find(({ name }) => name === 'Bent')?.thumbnail).toBe(TINY_PNG);
  await undoLibraryEdit(studio);
  setLibrarySession(studio, { selected });
  for (const [i, value] of bent.entries()) expect(selectedPose(studio.getState())!.pose[i]).toBeCloseTo(value, 4);
});

test('what both changed is kept twice in the panel as in the folder', async () => {
  const { studio, team, others, stop } = await withHost();
  await addLibraryFolder(studio);
  await saveShownPose(studio, viewport);
  const { selected } = studio.getState().session.library;
  // Nothing of it is told to this window.
  stop();
  await others['library.change'](team, { removed: [], put: [{ item: teamPose(selected!, 'Theirs') }] });
  renameSavedPose(studio, selected!, 'Mine');
  await eventually(() => expect(namesOf(studio).toSorted()).toEqual(['Mine (2)', 'Theirs']));
  expect(await namesIn(others, team)).toEqual(['Mine (2)', 'Theirs']);
  expect(noticesOf(studio).at(-1)).toBe(
    'Team poses: The pose “Mine” was also changed by somebody else: both are kept, yours as “Mine (2)”.',
  );
});

test('poses are copied between project and libraries with their pictures, and none twice', async () => {
  const { studio, team, others } = await withHost();
  await saveShownPose(studio, viewport);
  const own = documentOf(studio).history.present.poses;
  await copyPoses(studio, viewport, own, team);
  await copyPoses(studio, viewport, own, team);
  expect(noticesOf(studio).slice(-2)).toEqual(['One pose was copied to “Team poses”.', 'One is there already.']);
  expect(await others['pose.pictures'](team, [own[0]!.id])).toEqual([expect.any(Uint8Array)]);
  await others['library.change'](team, { removed: [], put: [{ item: teamPose('wave', 'Wave') }] });
  await readLibrary(studio, team);
  showLibrary(studio, team);
  await copyPoses(studio, viewport, shownPoses(studio.getState()), null);
  const { rig, history } = documentOf(studio);
  expect(history.present.poses.map(({ name }) => name)).toEqual(['Pose 1', 'Wave']);
  expect(history.present.poses[1]).toMatchObject({
    thumbnail: TINY_PNG,
    joints: [rig.humanoid.leftUpperArm, rig.humanoid.head],
  });
  expect(history.past.at(-1)?.label).toBe('Copy 2 poses');
});

test('a copying that is cancelled leaves the project as it is, and one that fails says why', async () => {
  const answers = teamLibrary(teamPose('a', 'A'), teamPose('b', 'B'));
  const { studio } = await openStudio({
    ...answers,
    'library.change': () => {
      throw new Error('the disk is full');
    },
  });
  await readLibrary(studio, TEAM);
  showLibrary(studio, TEAM);
  const { past } = documentOf(studio).history;
  const impatient = {
    thumbnail: async () => {
      studio.getState().session.work?.cancel();
      return TINY_PNG;
    },
  } as unknown as Viewport;
  await copyPoses(studio, impatient, shownPoses(studio.getState()), null);
  expect(documentOf(studio).history.past).toBe(past);
  await saveShownPose(studio, viewport);
  expect(noticesOf(studio).at(-1)).toMatch(/^“[^”]+” was not changed\. The disk is full\. See that its folder/);
  expect(namesOf(studio)).toEqual(['A', 'B']);
  expect(studio.getState().session.library).toMatchObject({ selected: null, renaming: null });
});

test('parts are added to a pose of a library and taken out of it', async () => {
  const { studio } = await openStudio(teamLibrary(teamPose('wave', 'Wave')));
  await readLibrary(studio, TEAM);
  showLibrary(studio, TEAM);
  setLibrarySession(studio, { selected: 'wave' });
  const { rig } = documentOf(studio);
  const held = () => partsOfPose(rig, selectedPose(studio.getState())!);
  expect(held()).toEqual(['Head', 'Left arm']);
  setPartsOfPose(studio, 'wave', ['Left arm', 'Right arm']);
  await eventually(() => expect(held()).toEqual(['Left arm', 'Right arm']));
});

test('says how a pose fits, what cannot be read, and which folder is which', async () => {
  const { studio } = await openStudio(teamLibrary(teamPose('wave', 'Wave')));
  const wave = (await readLibrary(studio, TEAM)).poses[0]!;
  expect(matchOf(studio.getState(), wave)).toBeNull();
  showLibrary(studio, TEAM);
  expect(matchInWords(matchOf(studio.getState(), wave)!)).toBe('All 2 bones found.');
  expect(matchInWords({ found: ['head'], missing: [], held: ['head'], planted: ['left'] })).toBe(
    'Its bone found. Limits hold head. The left foot set on the floor.',
  );
  expect(matchInWords({ found: ['head'], missing: ['jaw', 'leftEye', 'rightEye'], held: [], planted: ['left', 'right'] })).toBe(
    '1 of 4 bones found, not jaw, left eye and 1 more. Feet set on the floor.',
  );
  showLibrary(studio, '/away/Poses');
  await eventually(() =>
    expect(shownLibrary(studio.getState())?.problem).toBe(
      'The library “/away/Poses” cannot be read: there is no such folder. See that its folder is there and may be written, then do it again.',
    ),
  );
  expect(libraryName('/a/Poses', ['/a/Poses', '/b/Poses'])).toBe('a/Poses');
  expect(libraryName('/a/Poses', ['/a/Poses', '/b/Other'])).toBe('Poses');
});
