import { Lock, LockOpen, Pin, PinOff } from 'lucide-react';
import { TreeItem, TreeItemContent } from 'react-aria-components';
import { handlesOf } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { inWords, jointInSentence, jointLabel } from '../../../core/humanoid/body/joint-labels.ts';
import { isHidden as isJointHidden } from '../../state/window/hidden.ts';
import { isLocked, lockLabel, toggleLock } from '../../state/posing/joints.ts';
import { jointKeyStateOf } from '../../state/keys/key-state.ts';
import { isPinned, togglePin } from '../../state/posing/pins.ts';
import { heldByPull } from '../../state/posing/held-joints.ts';
import { presentFeedback } from '../../state/preview.ts';
import { activate, rowSelection } from '../../state/selection.ts';
import { IconButton } from '../widgets/button.tsx';
import { KeyMark } from '../widgets/key-mark.tsx';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { HideButton } from './hide-button.tsx';

/** One joint: its name, whether it is held by its limit, and its lock and pin. */
export function JointRow({ joint, rig }: { joint: number; rig: Rig }) {
  const { studio } = useServices();
  const label = jointLabel(rig, joint);
  const ownName = rig.skeleton.names[joint] ?? '';
  const isHeld = useStudio((state) => {
    const feedback = presentFeedback(state);
    return feedback !== null && heldByPull(feedback).includes(joint);
  });
  const isHidden = useStudio((state) => isJointHidden(state, 'joints', joint));
  const keyState = useStudio((state) => jointKeyStateOf(state, joint));
  const openMenu = useContextMenu('joint', () => activate(studio, rowSelection(rig, joint)));
  return (
    <TreeItem
      id={`joint-${joint}`}
      textValue={label}
      className={isHidden ? 'tree-row joint-row hidden-row' : 'tree-row joint-row'}
      onContextMenu={openMenu}
    >
      <TreeItemContent>
        <KeyMark state={keyState} />
        <span className={isHeld ? 'row-label held' : 'row-label'} title={ownName}>
          {label}
        </span>
        <PinButton joint={joint} rig={rig} />
        <LockButton joint={joint} />
        <HideButton what="joints" some={[joint]} name={jointInSentence(rig, joint)} />
      </TreeItemContent>
    </TreeItem>
  );
}

function PinButton({ joint, rig }: { joint: number; rig: Rig }) {
  const { studio } = useServices();
  const handle = handlesOf(rig).find((each) => each.joint === joint && each.kind === 'position')?.name ?? null;
  const pinned = useStudio((state) => handle !== null && isPinned(state, handle));
  if (!handle) return null;
  return (
    <IconButton
      icon={pinned ? Pin : PinOff}
      label={`${pinned ? 'Unpin' : 'Pin'} ${inWords(handle).toLowerCase()}`}
      className={pinned ? 'row-action on' : 'row-action'}
      onPress={() => togglePin(studio, handle)}
    />
  );
}

function LockButton({ joint }: { joint: number }) {
  const { studio } = useServices();
  const locked = useStudio((state) => isLocked(state, joint));
  const label = useStudio((state) => lockLabel(state, joint));
  return (
    <IconButton
      icon={locked ? Lock : LockOpen}
      label={label}
      className={locked ? 'row-action on' : 'row-action'}
      onPress={() => toggleLock(studio, joint)}
    />
  );
}
