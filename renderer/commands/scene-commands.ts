import { othersOf } from '../../core/document/work-on-actor.ts';
import { chooseActor } from '../state/documents/open-path.ts';
import {
  hasLockedActors,
  isPresentSolo,
  nextToWorkOn,
  setActorLocked,
  setActorSolo,
  unlockActors,
  workOnNext,
} from '../state/scene/actor-marks.ts';
import { canDeleteActor, deleteActor, duplicateActor } from '../state/scene/edit-actors.ts';
import { deleteCamera } from '../state/cameras/edit-cameras.ts';
import { selectedCamera } from '../state/cameras/shown-cameras.ts';
import { deleteProp } from '../state/props/edit-props.ts';
import { selectedProp } from '../state/props/shown-props.ts';
import { standFaceToFace } from '../state/scene/face-to-face.ts';
import { canMirrorAll, mirrorAll } from '../state/scene/mirror-all.ts';
import { takersOf } from '../state/scene/clip-onto-others.ts';
import { canHoldOn, holdOn } from '../state/scene/hold-on.ts';
import { openDialog } from '../state/session.ts';
import { hasKeys as shownClipHasKeys } from '../state/timeline/clips.ts';
import type { StudioState } from '../state/studio.ts';
import { inCategory, when } from './command.ts';

const group = 'Characters';

const hasSeveral = when(
  'Add a second character first.',
  ({ document }: StudioState) => document !== null && othersOf(document.history.present).length > 0,
);

/** Who is worked on; a document must be there. */
function workedOn({ document }: StudioState): string {
  return document!.history.present.workedOn;
}

export const SCENE_COMMANDS = inCategory('Scene', [
  {
    id: 'scene.add',
    label: 'Add character…',
    group,
    shortcuts: ['Mod+Alt+O'],
    run: ({ studio }) => chooseActor(studio),
  },
  {
    id: 'scene.duplicate',
    label: 'Duplicate character',
    group,
    run: ({ studio }) => duplicateActor(studio),
  },
  {
    id: 'scene.next',
    label: 'Work on the next character',
    group,
    shortcuts: ['PageDown'],
    enabled: hasSeveral,
    run: ({ studio }) => workOnNext(studio, 1),
  },
  {
    id: 'scene.previous',
    label: 'Work on the previous character',
    group,
    shortcuts: ['PageUp'],
    enabled: hasSeveral,
    run: ({ studio }) => workOnNext(studio, -1),
  },
  {
    id: 'scene.faceToFace',
    label: 'Put face to face',
    group,
    enabled: hasSeveral,
    run: ({ studio }) => standFaceToFace(studio),
  },
  {
    id: 'scene.ontoOthers',
    label: 'Put clip on other characters…',
    group,
    enabled: when(
      'Set a key first, and add a second character that is not locked.',
      (state) => shownClipHasKeys(state) && takersOf(state).length > 0,
    ),
    run: ({ studio }) => openDialog(studio, 'ontoOthers'),
  },
  {
    id: 'scene.holdOn',
    label: 'Keep on what it lies on',
    group,
    shortcuts: ['Shift+O'],
    enabled: when('Select a handle that lies on a prop or on another character.', canHoldOn),
    run: ({ studio }) => holdOn(studio),
  },
  {
    id: 'scene.solo',
    label: 'Show only this character',
    group,
    shortcuts: ['Alt+PageDown'],
    checked: isPresentSolo,
    enabled: hasSeveral,
    run: ({ studio }) => setActorSolo(studio, workedOn(studio.getState()), !isPresentSolo(studio.getState())),
  },
  {
    id: 'scene.lock',
    label: 'Lock character',
    group,
    shortcuts: ['Alt+PageUp'],
    enabled: when(
      'Add another character first, or unlock one: somebody is worked on.',
      (state) => state.document !== null && nextToWorkOn(state, workedOn(state)) !== null,
    ),
    run: ({ studio }) => setActorLocked(studio, workedOn(studio.getState()), true),
  },
  {
    id: 'scene.unlock',
    label: 'Unlock all characters',
    group,
    enabled: when('Lock a character first: press the lock beside its name.', hasLockedActors),
    run: ({ studio }) => unlockActors(studio),
  },
  {
    id: 'scene.mirror',
    label: 'Mirror clip (swap left and right)',
    group,
    shortcuts: ['Alt+Shift+X'],
    enabled: when('Find the file of each character first: all are mirrored.', canMirrorAll),
    run: ({ studio }) => mirrorAll(studio),
  },
  {
    id: 'scene.delete',
    label: 'Delete character',
    group,
    enabled: when('Add another character first: a scene keeps one.', canDeleteActor),
    run: ({ studio }) => deleteActor(studio, workedOn(studio.getState())),
  },
  {
    id: 'scene.deleteSelected',
    label: 'Delete prop or camera',
    group: 'Props',
    shortcuts: ['Delete'],
    within: 'viewport',
    labelNow: (state) =>
      selectedCamera(state) ? 'Delete camera' : selectedProp(state) ? 'Delete prop' : 'Delete prop or camera',
    enabled: when(
      'Select a prop or a camera first: click it, or its name in the list.',
      (state) => selectedProp(state) !== null || selectedCamera(state) !== null,
    ),
    run: ({ studio }) => {
      const [prop, camera] = [selectedProp(studio.getState()), selectedCamera(studio.getState())];
      if (prop) deleteProp(studio, prop);
      else if (camera) deleteCamera(studio, camera);
    },
  },
]);
