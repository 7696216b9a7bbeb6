import { useState } from 'react';
import { putOntoOthers, takersOf } from '../../state/scene/clip-onto-others.ts';
import { shownClip } from '../../state/timeline/clips.ts';
import { LengthInput } from '../widgets/length-input.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { DialogFrame } from './dialog-frame.tsx';

/** Frames by which one may be later than the one before. */
const MOST_FRAMES = 1000;

/** Asks who else does what the character does in the clip on the timeline, and how much later each. */
export function OntoOthersDialog({ onClose }: { readonly onClose: () => void }) {
  const { studio } = useServices();
  const [offered] = useState(() => takersOf(studio.getState()));
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const [frames, setFrames] = useState(0);
  const [isRow, setRow] = useState(false);
  const [left, setLeft] = useState(1);
  const [behind, setBehind] = useState(0);
  const loops = useStudio((state) => shownClip(state)?.loop ?? false);
  const chosen = offered.flatMap(({ id }) => (without.has(id) ? [] : [id]));
  return (
    <DialogFrame
      title="Put clip on other characters"
      width="narrow"
      onClose={onClose}
      actions={
        <DialogActions
          label={`Put on ${chosen.length === 1 ? '1 character' : `${chosen.length} characters`}`}
          disabledBecause={chosen.length > 0 ? null : 'Tick at least one character.'}
          onPress={() => {
            onClose();
            void putOntoOthers(studio, chosen, { frames, ...(isRow && { beside: [left, behind] }) });
          }}
          onCancel={onClose}
        />
      }
    >
      <div className="people" role="group" aria-label="Characters">
        {offered.map(({ id, name }) => (
          <SwitchBox
            key={id}
            label={name}
            isOn={!without.has(id)}
            onChange={(isOn) => setWithout(new Set(isOn ? [...without].filter((each) => each !== id) : [...without, id]))}
          />
        ))}
      </div>
      <NumberInput
        label="Frames later, each"
        hint="How much later each of them begins than the one before; 0: all at the same time"
        value={frames}
        min={0}
        max={MOST_FRAMES}
        decimals={0}
        onCommit={setFrames}
      />
      <SwitchBox label="Stand them in a row" isOn={isRow} onChange={setRow} />
      {isRow && (
        <>
          <LengthInput
            label="To the left, each"
            hint="How far each stands to the left of the one before; less than 0 is to the right"
            value={left}
            onCommit={setLeft}
          />
          <LengthInput
            label="Behind, each"
            hint="How far each stands behind the one before; less than 0 is ahead"
            value={behind}
            onCommit={setBehind}
          />
        </>
      )}
      <p className="soft">
        They do the same {isRow ? 'beside it' : 'where they stand'}, in place of what they did in this clip.{' '}
        {loops ? 'The loop stays as long as it is.' : 'The clip becomes as long as that takes.'}
      </p>
    </DialogFrame>
  );
}
