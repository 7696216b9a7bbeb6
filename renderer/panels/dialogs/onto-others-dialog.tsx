import { useState } from 'react';
import { Button } from 'react-aria-components';
import { putOntoOthers, takersOf } from '../../state/scene/clip-onto-others.ts';
import { shownClip } from '../../state/timeline/clips.ts';
import { WordButton } from '../widgets/button.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { DialogFrame } from './dialog-frame.tsx';

/** Frames by which one may be later than the one before. */
const MOST_FRAMES = 1000;

/** Asks who else does what the character does in the clip on the timeline, and how much later each. */
export function OntoOthersDialog({ onClose }: { readonly onClose: () => void }) {
  const { studio } = useServices();
  const [offered] = useState(() => takersOf(studio.getState()));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [frames, setFrames] = useState(0);
  const loops = useStudio((state) => shownClip(state)?.loop ?? false);
  const chosen = offered.flatMap(({ id }) => (left.has(id) ? [] : [id]));
  return (
    <DialogFrame
      title="Put clip on other characters"
      width="narrow"
      onClose={onClose}
      actions={
        <>
          <Button className="button" onPress={onClose}>
            Cancel
          </Button>
          <WordButton
            className="primary"
            disabledBecause={chosen.length > 0 ? null : 'Tick at least one character.'}
            onPress={() => {
              onClose();
              void putOntoOthers(studio, chosen, frames);
            }}
          >
            Put on {chosen.length === 1 ? '1 character' : `${chosen.length} characters`}
          </WordButton>
        </>
      }
    >
      <div className="people" role="group" aria-label="Characters">
        {offered.map(({ id, name }) => (
          <SwitchBox
            key={id}
            label={name}
            isOn={!left.has(id)}
            onChange={(isOn) => setLeft(new Set(isOn ? [...left].filter((each) => each !== id) : [...left, id]))}
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
      <p className="soft">
        They do the same where they stand, in place of what they did in this clip.{' '}
        {loops ? 'The loop stays as long as it is.' : 'The clip becomes as long as that takes.'}
      </p>
    </DialogFrame>
  );
}
