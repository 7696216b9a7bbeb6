import {
  chooseAllKeys,
  chooseKeys,
  chosenKeys,
  copiedKeys,
  copyMeantKeys,
  deleteMeantKeys,
  pasteCopiedKeys,
  scaleChosenKeys,
} from '../state/keys/chosen-keys.ts';
import { setKeyAt } from '../../core/document/edits/clips.ts';
import { frameAt, shownClip } from '../state/timeline/clips.ts';
import { partOfSelection } from '../state/part-of-selection.ts';
import { commitEdit } from '../state/editing.ts';
import { withRootTranslation } from '../../core/library/saved-pose.ts';
import { jointInSentence } from '../../core/humanoid/body/joint-labels.ts';
import { selectedJoints } from '../state/selection.ts';
import { shownPose, type Studio } from '../state/studio.ts';
import { inCategory, on, when, type InCategory } from './command.ts';
import { hasKeys, hasMeantKeys, hasSelectedJoint } from './conditions.ts';
import { wordingOf } from '../state/window/wording.ts';

const group = 'Selected keys';

const hasChosen = when('Select keys on the timeline first.', (state) => chosenKeys(state).length > 0);
const hasCopied = when('Copy keys first.', (state) => copiedKeys(state) !== null);

function scale(id: string, label: string, factor: number): InCategory {
  return {
    id,
    label,
    group,
    enabled: hasChosen,
    run: ({ studio }) => scaleChosenKeys(studio, studio.getState().session.playback.time, factor),
  };
}

/** Keys the pose on screen at the playhead, in some joints (−1 for the root's translation). */
function keyJoints(studio: Studio, name: string, joints: readonly number[]): void {
  const state = studio.getState();
  const pose = shownPose(state);
  const clip = shownClip(state);
  if (!pose || !clip || !state.document) return;
  const { skeleton } = state.document.rig;
  const { time } = state.session.playback;
  commitEdit(studio, `Set key on ${name} at ${wordingOf(state).frame(frameAt(clip, time))}`, (project) =>
    setKeyAt(project, skeleton, time, pose, joints),
  );
}

/** Commands about chosen keys; those with the keys of the pose clipboard mean keys while the timeline has the focus. */
export const CHOSEN_KEY_COMMANDS = inCategory('Key', [
  {
    id: 'key.setPart',
    label: 'Set key on this part of the body',
    group: 'Keys',
    shortcuts: { limber: ['Shift+K', 'Shift+I'], blender: ['Shift+I'], maya: ['Shift+S'] },
    labelNow: (state) => `Set key on ${partOfSelection(state)?.name.toLowerCase() ?? 'this part of the body'}`,
    enabled: when('Select a handle or a joint first.', (state) => partOfSelection(state) !== null),
    run: on(partOfSelection, (studio, part) => keyJoints(studio, part.name.toLowerCase(), part.joints)),
  },
  {
    id: 'key.setJoint',
    label: 'Set key on the selected joints alone',
    group: 'Keys',
    enabled: hasSelectedJoint,
    run: ({ studio }) => {
      const state = studio.getState();
      const { rig } = state.document!;
      const joints = selectedJoints(state);
      const name = joints.length === 1 ? jointInSentence(rig, joints[0]!) : `${joints.length} joints`;
      keyJoints(studio, name, withRootTranslation(joints, rig.skeleton.root));
    },
  },
  {
    id: 'key.chooseAll',
    label: 'Select all keys',
    group,
    shortcuts: ['Mod+A'],
    within: 'timeline',
    enabled: hasKeys,
    run: ({ studio }) => chooseAllKeys(studio),
  },
  {
    id: 'key.chooseNone',
    label: 'Deselect keys',
    group,
    shortcuts: ['Escape'],
    within: 'timeline',
    enabled: hasChosen,
    run: ({ studio }) => chooseKeys(studio, []),
  },
  {
    id: 'key.cut',
    label: 'Cut keys',
    group,
    shortcuts: ['Mod+X'],
    within: 'timeline',
    tellsWhyNot: true,
    enabled: hasMeantKeys,
    run: ({ studio }) => {
      copyMeantKeys(studio);
      deleteMeantKeys(studio, 'Cut');
    },
  },
  {
    id: 'key.copy',
    label: 'Copy keys',
    group,
    shortcuts: ['Mod+C'],
    within: 'timeline',
    tellsWhyNot: true,
    enabled: hasMeantKeys,
    run: ({ studio }) => copyMeantKeys(studio),
  },
  {
    id: 'key.paste',
    label: 'Paste keys at the playhead',
    group,
    shortcuts: ['Mod+V'],
    // What was copied last is what is pasted, wherever the focus is.
    goesFirst: true,
    tellsWhyNot: true,
    enabled: hasCopied,
    run: ({ studio }) => pasteCopiedKeys(studio, false),
  },
  {
    id: 'key.pasteMirrored',
    label: 'Paste keys mirrored at the playhead',
    group,
    shortcuts: ['Mod+Shift+V'],
    // What was copied last is what is pasted, wherever the focus is.
    goesFirst: true,
    tellsWhyNot: true,
    enabled: hasCopied,
    run: ({ studio }) => pasteCopiedKeys(studio, true),
  },
  scale('key.spread', 'Scale keys ×2', 2),
  scale('key.draw', 'Scale keys ×½', 0.5),
]);
