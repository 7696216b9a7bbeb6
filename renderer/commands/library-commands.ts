import { changeSetting } from '../state/window/settings.ts';
import {
  applyToSelection,
  deleteSelectedPose,
  saveShownPose,
  selectedSaved,
  toggleFavourite,
  updateSelectedPose,
} from '../state/library/saved-poses.ts';
import { shownPoses } from '../state/library/folders/shown-library.ts';
import { libraryToClip } from '../state/motions/motion.ts';
import { partsOfSelection } from '../state/part-of-selection.ts';
import { hasPoseAndJoints, holdsMoreThanSelected, putJointsIntoPose, takeJointsOutOfPose } from '../state/library/pose-joints.ts';
import { applySelected, putSavedAtPlayhead, saveShownClip } from '../state/library/saved-clips.ts';
import { setLibrarySession } from '../state/session.ts';
import { addStarterLibrary, lacksStarterLibrary } from '../state/library/starter-library.ts';
import { inGroup, on, when } from './command.ts';
import { LIBRARY_FOLDER_COMMANDS } from './library-folder-commands.ts';
import { canSavePose, hasChangeablePose, hasKeys, hasSelectedPose } from './conditions.ts';

export const LIBRARY_COMMANDS = inGroup('Library', 'Poses', [
  {
    id: 'pose.save',
    label: 'Save pose to the library',
    shortcuts: ['Mod+D'],
    enabled: canSavePose,
    run: ({ studio, parts }) => saveShownPose(studio, parts.viewport),
  },
  {
    id: 'pose.saveClip',
    label: 'Save clip to the library',
    enabled: when('Set keys first, and show a library that can be changed.', (state) => hasKeys(state) && canSavePose(state)),
    run: ({ studio, parts }) => saveShownClip(studio, parts.viewport),
  },
  {
    id: 'pose.starterLibrary',
    label: 'Add the starter library',
    enabled: when('The starter library is here already, or poses are still being read.', lacksStarterLibrary),
    run: ({ studio }) => addStarterLibrary(studio),
  },
  {
    id: 'pose.toClip',
    label: 'Make a clip of the whole library',
    enabled: when('Save a pose to the library first.', (state) => state.document !== null && shownPoses(state).length > 0),
    run: ({ studio }) => libraryToClip(studio),
  },
  {
    id: 'pose.apply',
    label: 'Apply library pose',
    enabled: hasSelectedPose,
    run: ({ studio }) => applySelected(studio),
  },
  {
    id: 'pose.put',
    label: 'Put library pose or clip at the playhead',
    enabled: hasSelectedPose,
    run: on(selectedSaved, putSavedAtPlayhead),
  },
  {
    id: 'pose.applyFlipped',
    label: 'Apply mirrored',
    enabled: hasSelectedPose,
    run: ({ studio }) => applySelected(studio, true),
  },
  {
    id: 'pose.applyToSelection',
    label: 'Apply library pose to the selected parts',
    enabled: when(
      'Select a pose in the library first, and a handle or a joint.',
      (state) => selectedSaved(state) !== null && partsOfSelection(state).length > 0,
    ),
    run: ({ studio }) => applyToSelection(studio),
  },
  {
    id: 'pose.keepPins',
    label: 'Keep pinned hands and feet while poses are applied',
    checked: ({ session }) => session.library.keepsPins,
    run: ({ studio }) => setLibrarySession(studio, { keepsPins: !studio.getState().session.library.keepsPins }),
  },
  {
    id: 'pose.bringPlace',
    label: 'Apply poses and clips with their place',
    checked: ({ session }) => session.settings.posesBringPlace,
    run: ({ studio }) => changeSetting(studio, 'posesBringPlace', !studio.getState().session.settings.posesBringPlace),
  },
  {
    id: 'pose.favourite',
    label: 'Favourite library pose',
    shortcuts: ['S'],
    within: 'library',
    checked: (state) => selectedSaved(state)?.isFavourite ?? false,
    enabled: hasChangeablePose,
    run: ({ studio }) => toggleFavourite(studio),
  },
  {
    id: 'pose.update',
    label: 'Replace library pose with this one',
    enabled: hasChangeablePose,
    run: ({ studio, parts }) => updateSelectedPose(studio, parts.viewport),
  },
  {
    id: 'pose.putJoints',
    label: 'Put the selected joints into the library pose',
    enabled: when(
      'Select a pose in a library that can be changed, and joints or handles.',
      (state) => hasChangeablePose(state) && hasPoseAndJoints(state),
    ),
    run: ({ studio, parts }) => putJointsIntoPose(studio, parts.viewport),
  },
  {
    id: 'pose.takeJoints',
    label: 'Take the selected joints out of the library pose',
    enabled: when(
      'Select a pose in a library that can be changed, and joints that it holds, but not all of them.',
      (state) => hasChangeablePose(state) && holdsMoreThanSelected(state),
    ),
    run: ({ studio }) => takeJointsOutOfPose(studio),
  },
  {
    id: 'pose.rename',
    label: 'Rename library pose',
    shortcuts: ['F2'],
    within: 'library',
    enabled: hasChangeablePose,
    run: ({ studio }) => setLibrarySession(studio, { renaming: studio.getState().session.library.selected }),
  },
  {
    id: 'pose.delete',
    label: 'Delete library pose',
    shortcuts: ['Delete'],
    within: 'library',
    enabled: hasChangeablePose,
    run: ({ studio }) => deleteSelectedPose(studio),
  },
  ...LIBRARY_FOLDER_COMMANDS,
]);
