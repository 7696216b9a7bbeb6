import { setPin, setPose } from '../../core/document/edits/posing.ts';
import { handlesOf } from '../../core/humanoid/body/handles.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import { restPose, setRotation } from '../../core/skeleton/pose.ts';
import { commitEdit } from '../state/editing.ts';
import { changePin, isPinned, pinOf, togglePin } from '../state/pins.ts';
import { pinnableHandle, selectedJoint, setTool } from '../state/selection.ts';
import { jointLabel } from '../state/joint-labels.ts';
import type { ToolName } from '../state/session-state.ts';
import { shownPose } from '../state/studio.ts';
import { hasDocument, NO_SHORTCUTS, type Command, when } from './command.ts';
import { hasSelectedJoint, hasPinnableHandle } from './conditions.ts';

const category = 'Pose';

function tool(name: ToolName, label: string, key: string): Command {
  return {
    id: `pose.tool.${name}`,
    label,
    category,
    group: 'Tools',
    shortcuts: [key],
    checked: (state) => state.session.tool === name,
    enabled: hasDocument,
    run: ({ studio }) => setTool(studio, name),
  };
}

function pinPart(part: 'translation' | 'rotation', name: string, label: string): Command {
  return {
    id: `pose.pin.${name}`,
    label,
    category,
    group: 'Pins',
    shortcuts: NO_SHORTCUTS,
    checked: (state) => {
      const handle = pinnableHandle(state);
      return handle !== null && pinOf(state, handle)[part];
    },
    enabled: hasPinnableHandle,
    run: ({ studio }) => {
      const state = studio.getState();
      const handle = pinnableHandle(state);
      if (handle !== null) changePin(studio, handle, { [part]: !pinOf(state, handle)[part] });
    },
  };
}

export const POSE_COMMANDS: readonly Command[] = [
  tool('pull', 'Pull', 'W'),
  tool('rotate', 'Rotate', 'E'),
  {
    id: 'pose.togglePin',
    label: 'Pin handle',
    category,
    group: 'Pins',
    shortcuts: ['P'],
    checked: (state) => {
      const handle = pinnableHandle(state);
      return handle !== null && isPinned(state, handle);
    },
    enabled: hasPinnableHandle,
    run: ({ studio }) => {
      const handle = pinnableHandle(studio.getState());
      if (handle !== null) togglePin(studio, handle);
    },
  },
  pinPart('translation', 'place', 'Pin the place of the handle'),
  pinPart('rotation', 'direction', 'Pin the direction of the handle'),
  {
    id: 'pose.unpinAll',
    label: 'Unpin everything',
    category,
    group: 'Pins',
    shortcuts: ['Alt+P'],
    enabled: when('Nothing is pinned.', (state) => Object.keys(state.document?.history.present.pins ?? {}).length > 0),
    run: ({ studio }) => {
      const { document } = studio.getState();
      if (!document) return;
      commitEdit(studio, 'Unpin everything', (project) =>
        handlesOf(document.rig).reduce((result, { name }) => setPin(result, name, null), project),
      );
    },
  },
  {
    id: 'pose.resetJoint',
    label: 'Reset joint',
    category,
    group: 'Reset',
    shortcuts: { limber: ['Alt+R'], maya: ['Alt+R'], blender: ['Alt+R'] },
    enabled: hasSelectedJoint,
    run: ({ studio }) => {
      const state = studio.getState();
      const joint = selectedJoint(state);
      const shown = shownPose(state);
      if (joint === null || !shown || !state.document) return;
      const { rig } = state.document;
      const pose = shown.slice();
      setRotation(pose, joint, [0, 0, 0, 1]);
      commitEdit(studio, `Reset ${jointLabel(rig, joint)}`, (project) => setPose(project, clampPose(rig.skeleton, pose).pose));
    },
  },
  {
    id: 'pose.resetAll',
    label: 'Reset the whole pose',
    category,
    group: 'Reset',
    shortcuts: ['Alt+Shift+R'],
    enabled: hasDocument,
    run: ({ studio }) => {
      const { document } = studio.getState();
      if (!document) return;
      const { skeleton } = document.rig;
      commitEdit(studio, 'Reset the whole pose', (project) => setPose(project, clampPose(skeleton, restPose(skeleton)).pose));
    },
  },
];
