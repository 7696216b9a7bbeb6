import { hasKeys as shownClipHasKeys } from '../state/timeline/clips.ts';
import { hasSounds } from '../state/sound/edit-sounds.ts';
import { hasSelectedPose as isPoseSelected } from '../state/library/saved-poses.ts';
import { shownLibrary } from '../state/library/folders/shown-library.ts';
import { meantKeys } from '../state/keys/chosen-keys.ts';
import { selectedParts } from '../state/posing/limb-edits.ts';
import { pinnableHandles, selectedHandle, selectedJoint } from '../state/selection.ts';
import type { StudioState } from '../state/studio.ts';
import { when } from './command.ts';

/** Whether poses can be saved into the library that is shown. */
function canBeChanged(state: StudioState): boolean {
  const library = shownLibrary(state);
  return library === null || !(library.isReadOnly || library.isReading || library.problem !== null);
}

/** Conditions that commands of several files share. */
export const hasKeys = when('Set a key first.', shownClipHasKeys);
export const canPlay = when('Set a key or add a sound first.', (state) => shownClipHasKeys(state) || hasSounds(state));
export const hasMeantKeys = when('Select keys on the timeline first, or go to one.', (state) => meantKeys(state).length > 0);
export const hasSelectedPose = when('Select a pose in the library first.', isPoseSelected);
export const hasChangeablePose = when(
  'Select a pose first, of a library that can be changed.',
  (state) => isPoseSelected(state) && canBeChanged(state),
);
export const canSavePose = when(
  'Open a character first, and show a library that can be changed.',
  (state) => state.document !== null && canBeChanged(state),
);
export const showsLibraryFolder = when(
  'Show a library folder in the library’s panel first.',
  (state) => shownLibrary(state) !== null,
);
export const hasSelectedHandle = when('Select a handle first.', (state) => selectedHandle(state) !== null);
export const hasSelectedJoint = when('Select a handle or a joint first.', (state) => selectedJoint(state) !== null);
export const hasSelectedPart = when('Select a handle or a joint first.', (state) => selectedParts(state).length > 0);
export const hasPinnableHandle = when(
  'Select a hand, a foot, the head, the chest or the hips first.',
  (state) => pinnableHandles(state).length > 0,
);
export const hasCopiedPose = when('Copy a pose first.', (state) => state.document !== null && state.session.clipboard !== null);
