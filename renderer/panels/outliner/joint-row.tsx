import { Lock, LockOpen, Pin, PinOff } from 'lucide-react';
import { TreeItem, TreeItemContent } from 'react-aria-components';
import { setPin } from '../../../core/document/edits/posing.ts';
import { setStiffness } from '../../../core/document/edits/rig-settings.ts';
import { handlesOf } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { commitEdit } from '../../state/editing.ts';
import { inWords, jointLabel } from '../../state/joint-labels.ts';
import { IconButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** One joint: its name, whether it is held by its limit, and its lock and pin. */
export function JointRow({ joint, rig }: { joint: number; rig: Rig }) {
  const label = jointLabel(rig, joint);
  const ownName = rig.skeleton.names[joint] ?? '';
  const isHeld = useStudio((state) => state.transient.feedback?.outcome.limited.includes(joint) === true);
  return (
    <TreeItem id={`joint-${joint}`} textValue={label} className="tree-row joint-row">
      <TreeItemContent>
        <span className={isHeld ? 'row-label held' : 'row-label'} title={ownName}>
          {label}
        </span>
        <PinButton joint={joint} rig={rig} />
        <LockButton joint={joint} label={label} />
      </TreeItemContent>
    </TreeItem>
  );
}

function PinButton({ joint, rig }: { joint: number; rig: Rig }) {
  const { studio } = useServices();
  const handle = handlesOf(rig).find((each) => each.joint === joint && each.kind !== 'pole')?.name ?? null;
  const pin = useStudio((state) => (handle ? (state.document?.history.present.pins[handle] ?? null) : null));
  if (!handle) return null;
  const label = `${pin ? 'Unpin' : 'Pin'} ${inWords(handle).toLowerCase()}`;
  return (
    <IconButton
      icon={pin ? Pin : PinOff}
      label={label}
      className={pin ? 'row-action on' : 'row-action'}
      onPress={() =>
        commitEdit(studio, label, (project) =>
          setPin(project, handle, pin ? null : { translation: true, rotation: true, weight: 1 }),
        )
      }
    />
  );
}

/** A locked joint is left alone when handles are pulled: its stiffness is 1. */
function LockButton({ joint, label }: { joint: number; label: string }) {
  const { studio } = useServices();
  const isLocked = useStudio((state) => state.document?.rig.skeleton.stiffness[joint] === 1);
  const isEdited = useStudio((state) => state.document?.history.present.rig.stiffness[joint] !== undefined);
  // A helper joint is stiff by itself; unlocking it says otherwise.
  const unlocked = isEdited ? null : 0;
  const action = `${isLocked ? 'Unlock' : 'Lock'} ${label.toLowerCase()}`;
  return (
    <IconButton
      icon={isLocked ? Lock : LockOpen}
      label={action}
      className={isLocked ? 'row-action on' : 'row-action'}
      onPress={() => commitEdit(studio, action, (project) => setStiffness(project, joint, isLocked ? unlocked : 1))}
    />
  );
}
