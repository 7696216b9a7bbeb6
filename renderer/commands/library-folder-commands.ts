import { selectedSaved } from '../state/library/saved-poses.ts';
import { lastLibraryEdit, undoLibraryEdit } from '../state/library/folders/change-library.ts';
import { copyToAnotherLibrary, otherLibraries } from '../state/library/folders/copy-poses.ts';
import {
  addLibraryFolder,
  readShownLibrary,
  removeShownLibrary,
  showNextLibrary,
} from '../state/library/folders/library-folders.ts';
import { libraryName, shownPoses } from '../state/library/folders/shown-library.ts';
import { inGroup, when } from './command.ts';
import { openDialog } from '../state/session.ts';
import { canSavePose, showsLibraryFolder } from './conditions.ts';

/** What is done with libraries that lie outside the project. */
export const LIBRARY_FOLDER_COMMANDS = inGroup('Library', 'Folders', [
  {
    id: 'library.add',
    label: 'Add a library folder…',
    run: ({ studio }) => addLibraryFolder(studio),
  },
  {
    id: 'library.next',
    label: 'Show the next library',
    enabled: when('Add a library folder first.', ({ session }) => session.settings.libraries.length > 0),
    run: ({ studio }) => showNextLibrary(studio),
  },
  {
    id: 'library.build',
    label: 'Build a library from motion…',
    enabled: canSavePose,
    run: ({ studio }) => openDialog(studio, 'buildLibrary'),
  },
  {
    id: 'library.copyPose',
    label: 'Copy library pose to another library…',
    enabled: when(
      'Select a pose in the library first, and add another library folder.',
      (state) => selectedSaved(state) !== null && otherLibraries(state).length > 0,
    ),
    run: ({ studio, parts }) => {
      const saved = selectedSaved(studio.getState());
      return saved ? copyToAnotherLibrary(studio, parts.viewport, [saved]) : undefined;
    },
  },
  {
    id: 'library.copyAll',
    label: 'Copy the whole library to another one…',
    enabled: when(
      'Show a library that holds poses first, and add another library folder.',
      (state) => shownPoses(state).length > 0 && otherLibraries(state).length > 0,
    ),
    run: ({ studio, parts }) => copyToAnotherLibrary(studio, parts.viewport, shownPoses(studio.getState())),
  },
  {
    id: 'library.read',
    label: 'Read the library folder again',
    enabled: showsLibraryFolder,
    run: ({ studio }) => readShownLibrary(studio),
  },
  {
    id: 'library.undo',
    label: 'Undo the last change of a library folder',
    labelNow: (state) => {
      const last = lastLibraryEdit(state);
      if (!last) return 'Undo the last change of a library folder';
      return `Undo in “${libraryName(last.folder, state.session.settings.libraries)}”: ${last.label}`;
    },
    enabled: when('Change a library folder first.', (state) => lastLibraryEdit(state) !== null),
    run: ({ studio }) => undoLibraryEdit(studio),
  },
  {
    id: 'library.remove',
    label: 'Remove the library folder from the panel',
    enabled: showsLibraryFolder,
    run: ({ studio }) => removeShownLibrary(studio),
  },
]);
