import { handlesOf } from '../../core/humanoid/body/handles.ts';
import { hideSelected, isHidden, isolateSelected, showEverything } from '../state/window/hidden.ts';
import { toggleLiveMirror } from '../state/posing/live-mirror.ts';
import { mirrorableJoints, mirrorSelectedJoints } from '../state/posing/limb-edits.ts';
import { handleSelection, selectAll } from '../state/selection.ts';
import { hasDocument, NO_SHORTCUTS, type Command, when } from './command.ts';
import { hasSelectedJoint } from './conditions.ts';

/** What is selected, what of the body is shown, and what happens to several joints at once. */
export const SELECTION_COMMANDS: readonly Command[] = [
  {
    id: 'edit.selectAll',
    label: 'Select all handles',
    category: 'Edit',
    group: 'Selection',
    shortcuts: { limber: ['Mod+A'], blender: ['A'], maya: ['Mod+A'] },
    enabled: hasDocument,
    run: ({ studio }) => {
      const state = studio.getState();
      const rig = state.document?.rig;
      if (!rig) return;
      const handles = handlesOf(rig).filter(({ kind, joint }) => kind === 'position' && !isHidden(state, 'joints', joint));
      selectAll(
        studio,
        handles.map(({ name }) => handleSelection(rig, name)),
      );
    },
  },
  {
    id: 'edit.selectByBox',
    label: 'Select by a box',
    category: 'Edit',
    group: 'Selection',
    shortcuts: { limber: NO_SHORTCUTS, blender: ['B'], maya: NO_SHORTCUTS },
    enabled: hasDocument,
    run: ({ parts }) => parts.viewport?.awaitBox(),
  },
  {
    id: 'pose.mirrorSelected',
    label: 'Mirror selection onto the other side',
    category: 'Pose',
    group: 'Mirror',
    shortcuts: ['Shift+M'],
    enabled: when('Select handles or joints of one side first.', (state) => mirrorableJoints(state).length > 0),
    run: ({ studio }) => mirrorSelectedJoints(studio),
  },
  {
    id: 'pose.liveMirror',
    label: 'Mirror while posing',
    category: 'Pose',
    group: 'Mirror',
    shortcuts: ['Alt+X'],
    checked: (state) => state.session.mirrorsLive,
    enabled: hasDocument,
    run: ({ studio }) => toggleLiveMirror(studio),
  },
  {
    id: 'view.hideSelected',
    label: 'Hide selection',
    category: 'View',
    group: 'Hide',
    shortcuts: { limber: ['Shift+H'], blender: ['H'], maya: ['Mod+H'] },
    enabled: hasSelectedJoint,
    run: ({ studio }) => hideSelected(studio),
  },
  {
    id: 'view.isolateSelected',
    label: 'Hide all but the selection',
    category: 'View',
    group: 'Hide',
    shortcuts: { limber: ['Alt+Shift+H'], blender: ['Shift+H'], maya: ['Alt+H'] },
    enabled: hasSelectedJoint,
    run: ({ studio }) => isolateSelected(studio),
  },
  {
    id: 'view.showAll',
    label: 'Show everything again',
    category: 'View',
    group: 'Hide',
    shortcuts: { limber: ['Alt+H'], blender: ['Alt+H'], maya: ['Mod+Shift+H'] },
    enabled: when('Nothing is hidden.', ({ session }) => session.hidden.joints.size + session.hidden.meshes.size > 0),
    run: ({ studio }) => showEverything(studio),
  },
];
