import { redoLabel, undoLabel } from '../../core/document/history.ts';
import { redo, undo } from '../state/editing.ts';
import { pastePose } from '../state/posing/paste-pose.ts';
import { setPreview } from '../state/preview.ts';
import { select } from '../state/selection.ts';
import { NOTHING_SELECTED } from '../state/session-state.ts';
import { shownPose, type StudioState } from '../state/studio.ts';
import { openSettings } from '../state/session.ts';
import { always, inCategory, when } from './command.ts';
import { hasCopiedPose } from './conditions.ts';

function undoStep(state: StudioState): string | null {
  return state.document && undoLabel(state.document.history);
}

function redoStep(state: StudioState): string | null {
  return state.document && redoLabel(state.document.history);
}

function withStep(verb: string, step: string | null): string {
  return step === null ? verb : `${verb} “${step}”`;
}

export const EDIT_COMMANDS = inCategory('Edit', [
  {
    id: 'edit.undo',
    label: 'Undo',
    group: 'History',
    shortcuts: ['Mod+Z'],
    labelNow: (state) => withStep('Undo', undoStep(state)),
    enabled: when('Nothing has been changed yet.', (state) => undoStep(state) !== null),
    run: ({ studio }) => undo(studio),
  },
  {
    id: 'edit.redo',
    label: 'Redo',
    group: 'History',
    shortcuts: ['Mod+Shift+Z', 'Mod+Y'],
    labelNow: (state) => withStep('Redo', redoStep(state)),
    enabled: when('Nothing has been undone.', (state) => redoStep(state) !== null),
    run: ({ studio }) => redo(studio),
  },
  {
    id: 'edit.copyPose',
    label: 'Copy pose',
    group: 'Clipboard',
    shortcuts: ['Mod+C'],
    tellsWhyNot: true,
    run: ({ studio }) => {
      const state = studio.getState();
      const pose = shownPose(state);
      // What was copied last is what is pasted: copied keys make way.
      const timeline = { ...state.session.timeline, copied: null };
      if (pose) studio.setState({ session: { ...state.session, clipboard: pose.slice(), timeline } });
    },
  },
  {
    id: 'edit.pastePose',
    label: 'Paste pose',
    group: 'Clipboard',
    shortcuts: ['Mod+V'],
    tellsWhyNot: true,
    enabled: hasCopiedPose,
    run: ({ studio }) => pastePose(studio, 'Paste pose', (_, pose) => pose),
  },
  {
    id: 'edit.deselect',
    label: 'Deselect',
    group: 'Selection',
    shortcuts: { limber: ['Escape'], maya: ['Escape'], blender: ['Escape', 'Alt+A'] },
    enabled: when(
      'Nothing is selected.',
      ({ session: { selection }, transient }) =>
        selection.joint !== null ||
        selection.handle !== null ||
        (transient.preview !== null && transient.preview.cause !== 'live'),
    ),
    run: ({ studio }) => {
      const { session, transient } = studio.getState();
      const { selection } = session;
      const isSelected = selection.joint !== null || selection.handle !== null;
      // A replay is over before anything else: what is selected stays selected.
      if (isSelected && transient.preview?.cause !== 'replay') select(studio, NOTHING_SELECTED);
      else setPreview(studio, null);
    },
  },
  {
    id: 'edit.settings',
    label: 'Settings…',
    group: 'Settings',
    shortcuts: ['Mod+,'],
    enabled: always,
    run: ({ studio }) => openSettings(studio),
  },
]);
