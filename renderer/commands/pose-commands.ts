import { setPose } from '../../core/document/edits/posing.ts';
import type { HandleName } from '../../core/humanoid/body/handles.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import { restPose } from '../../core/skeleton/pose.ts';
import { commitEdit } from '../state/editing.ts';
import { gazeOf, hasSight, toggleGaze, withoutGaze } from '../state/posing/gaze.ts';
import { withLimbsInIk } from '../state/posing/limb-ik.ts';
import { isPinned, pinOf, togglePinPart, togglePins } from '../state/posing/pins.ts';
import { pinnableHandles, selectedJoints, setTool } from '../state/selection.ts';
import { resetSelectedJoints } from '../state/posing/limb-edits.ts';
import type { ToolName } from '../state/session-state.ts';
import type { StudioState } from '../state/studio.ts';
import { inCategory, when, type InCategory } from './command.ts';
import { hasSelectedJoint, hasPinnableHandle } from './conditions.ts';

function tool(name: ToolName, label: string, key: string): InCategory {
  return {
    id: `pose.tool.${name}`,
    label,
    group: 'Tools',
    shortcuts: [key],
    checked: (state) => state.session.tool === name,
    run: ({ studio }) => setTool(studio, name),
  };
}

/** Whether there are selected handles that can be pinned, and `holds` of all of them. */
function areAll(state: StudioState, holds: (handle: HandleName) => boolean): boolean {
  const handles = pinnableHandles(state);
  return handles.length > 0 && handles.every(holds);
}

function pinPart(part: 'translation' | 'rotation', name: string, label: string): InCategory {
  return {
    id: `pose.pin.${name}`,
    label,
    group: 'Pins',
    checked: (state) => areAll(state, (handle) => pinOf(state, handle)[part]),
    enabled: hasPinnableHandle,
    run: ({ studio }) => togglePinPart(studio, pinnableHandles(studio.getState()), part),
  };
}

export const POSE_COMMANDS = inCategory('Pose', [
  tool('pull', 'Pull', 'W'),
  tool('rotate', 'Rotate', 'E'),
  {
    id: 'pose.togglePin',
    label: 'Pin handle',
    group: 'Pins',
    shortcuts: ['P'],
    checked: (state) => areAll(state, (handle) => isPinned(state, handle)),
    enabled: hasPinnableHandle,
    run: ({ studio }) => togglePins(studio, pinnableHandles(studio.getState())),
  },
  pinPart('translation', 'place', 'Pin the place of the handle'),
  pinPart('rotation', 'direction', 'Pin the direction of the handle'),
  {
    id: 'pose.gaze',
    label: 'Look at a point',
    group: 'Pins',
    shortcuts: { limber: ['Alt+G'], maya: ['Alt+G'], blender: ['Alt+Shift+G'] },
    checked: (state) => gazeOf(state) !== null,
    enabled: when('This character has no head.', hasSight),
    run: ({ studio }) => toggleGaze(studio),
  },
  {
    id: 'pose.unpinAll',
    label: 'Unpin everything',
    group: 'Pins',
    shortcuts: ['Alt+P'],
    enabled: when(
      'Nothing is pinned.',
      (state) => Object.keys(state.document?.history.present.pins ?? {}).length > 0 || gazeOf(state) !== null,
    ),
    run: ({ studio }) => commitEdit(studio, 'Unpin everything', (project) => withoutGaze({ ...project, pins: {} })),
  },
  {
    id: 'pose.resetJoint',
    label: 'Reset joint',
    labelNow: (state) => (selectedJoints(state).length > 1 ? 'Reset joints' : 'Reset joint'),
    group: 'Reset',
    shortcuts: { limber: ['Alt+R'], maya: ['Alt+R'], blender: ['Alt+R'] },
    enabled: hasSelectedJoint,
    run: ({ studio }) => resetSelectedJoints(studio),
  },
  {
    id: 'pose.resetAll',
    label: 'Reset the whole pose',
    group: 'Reset',
    shortcuts: ['Alt+Shift+R'],
    run: ({ studio }) => {
      const { document, session } = studio.getState();
      if (!document) return;
      const { skeleton } = document.rig;
      const { pose } = clampPose(skeleton, restPose(skeleton));
      const { time } = session.playback;
      commitEdit(studio, 'Reset the whole pose', (project) =>
        withoutGaze(withLimbsInIk(setPose(project, pose, time), document.rig)),
      );
    },
  },
]);
