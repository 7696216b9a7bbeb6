import { expect } from 'vitest';
import { referenceBody } from '../../../core/library/shared/reference-body.ts';
import { changeLibrary } from '../../../renderer/state/library/folders/change-library.ts';
import { readLibrary, showLibrary } from '../../../renderer/state/library/folders/library-folders.ts';
import { shownPoses } from '../../../renderer/state/library/folders/shown-library.ts';
import { setLibrarySession } from '../../../renderer/state/session.ts';
import { changeSetting } from '../../../renderer/state/window/settings.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { documentOf, noticesOf, type FakeDesktop } from '../state/open-studio.ts';
import { TEAM } from '../state/library/folders/team-library.ts';

interface Scene {
  readonly studio: Studio;
  readonly desktop: FakeDesktop;
}

const namesOf = (studio: Studio) => shownPoses(studio.getState()).map(({ name }) => name);

/** What the commands of library folders do, on a host whose library `TEAM` holds “Wave”. */
export const LIBRARY_FOLDER_CHECKS: Readonly<Record<string, (scene: Scene) => void>> = {
  'library.add': ({ studio }) => {
    const { settings, library } = studio.getState().session;
    expect(settings.libraries).toEqual([TEAM]);
    expect(library.source).toBe(TEAM);
    expect(namesOf(studio)).toEqual(['Wave']);
  },
  'library.build': ({ studio }) => expect(studio.getState().session.dialogs.at(-1)).toMatchObject({ name: 'buildLibrary' }),
  'library.next': ({ studio }) => expect(studio.getState().session.library.source).toBe(TEAM),
  'library.copyPose': ({ studio }) => {
    const { poses } = studio.getState().session.sharedLibraries[TEAM]!;
    expect(poses.map(({ name }) => name)).toEqual(['Wave', 'Pose 1']);
    expect(poses[1]!.pose).toHaveLength(3 + 4 * referenceBody().skeleton.count);
  },
  'library.copyAll': ({ studio }) => {
    const { rig, history } = documentOf(studio);
    const [, wave] = history.present.poses;
    expect(wave).toMatchObject({ name: 'Wave', joints: [rig.humanoid.leftUpperArm, rig.humanoid.head] });
    expect(noticesOf(studio).at(-1)).toBe('One pose was copied to “Project”.');
  },
  'library.read': ({ desktop }) => expect(desktop.callsOf('library.open')).toHaveLength(2),
  'library.undo': ({ studio }) => {
    expect(namesOf(studio)).toEqual(['Wave']);
    expect(noticesOf(studio).at(-1)).toBe('Undone in “Team poses”: Delete everything.');
  },
  'library.remove': ({ studio, desktop }) => {
    const { settings, library } = studio.getState().session;
    expect(settings.libraries).toEqual([]);
    expect(library.source).toBe(null);
    expect(desktop.callsOf('library.close')).toEqual([[TEAM]]);
  },
};

export const LIBRARY_FOLDER_PREPARE: Readonly<Record<string, (studio: Studio) => Promise<void>>> = {
  'library.next': add,
  'library.copyPose': add,
  'library.copyAll': show,
  'library.read': show,
  'library.undo': async (studio) => {
    await show(studio);
    await changeLibrary(studio, TEAM, 'Delete everything', (library) => ({ ...library, poses: [] }));
  },
  'library.remove': show,
};

async function add(studio: Studio): Promise<void> {
  await readLibrary(studio, TEAM);
  changeSetting(studio, 'libraries', [TEAM]);
  setLibrarySession(studio, { selected: documentOf(studio).history.present.poses[0]!.id });
}

async function show(studio: Studio): Promise<void> {
  await add(studio);
  showLibrary(studio, TEAM);
}
