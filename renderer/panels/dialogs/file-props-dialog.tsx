import { useState } from 'react';
import type { OfferedProp } from '../../state/window/notices-and-dialogs.ts';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { DialogFrame } from './dialog-frame.tsx';

interface FilePropsDialogProps {
  readonly props: readonly OfferedProp[];
  readonly onAnswer: (chosen: readonly number[] | null) => void;
}

/** Asks which of the props in a character's file become props of the scene. */
export function FilePropsDialog({ props, onAnswer }: FilePropsDialogProps) {
  const [chosen, setChosen] = useState<readonly number[]>(props.flatMap(({ isLikely }, i) => (isLikely ? [i] : [])));
  return (
    <DialogFrame
      title="Which parts are props?"
      width="narrow"
      onClose={() => onAnswer(null)}
      actions={
        <DialogActions
          label={chosen.length === 0 ? 'Leave all' : chosen.length === 1 ? 'Take out 1 prop' : `Take out ${chosen.length} props`}
          autoFocus
          onPress={() => onAnswer(chosen)}
          onCancel={() => onAnswer(null)}
        />
      }
    >
      <p className="soft">
        A prop can be moved, put down and handed on. It stays where it is, carried by what it hangs from. The rest stays part of
        the character.
      </p>
      <div className="file-props" role="group" aria-label="Props in the file">
        {props.map(({ name, on }, i) => (
          <SwitchBox
            key={i}
            label={`${name} (${on})`}
            isOn={chosen.includes(i)}
            onChange={(isOn) => setChosen(isOn ? [...chosen, i].sort((a, b) => a - b) : chosen.filter((each) => each !== i))}
          />
        ))}
      </div>
    </DialogFrame>
  );
}
