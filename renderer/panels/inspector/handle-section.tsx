import { setPin } from '../../../core/document/edits/posing.ts';
import type { HandleName, PinSettings } from '../../../core/humanoid/body/handles.ts';
import { commitEdit } from '../../state/editing.ts';
import { inWords } from '../../state/joint-labels.ts';
import { isBendHandle } from '../../state/selection.ts';
import { NumberInput } from '../widgets/number-input.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { Section } from './section.tsx';

const NOT_PINNED: PinSettings = { translation: false, rotation: false, weight: 1 };

/** Whether the selected handle stays where it is while others are pulled. */
export function HandleSection({ handle }: { handle: HandleName }) {
  const { studio } = useServices();
  const pinned = useStudio((state) => state.document?.history.present.pins[handle]);
  const pin = pinned ?? NOT_PINNED;
  const label = inWords(handle);
  const change = (next: Partial<PinSettings>) =>
    commitEdit(studio, `Pin of ${label.toLowerCase()}`, (project) => setPin(project, handle, { ...pin, ...next }));
  if (isBendHandle(handle)) {
    return (
      <Section title={label} note="handle">
        <p className="soft">Pull it to choose which way the limb bends. Its hand or foot stays where it is.</p>
      </Section>
    );
  }
  return (
    <Section title={label} note="handle">
      <SwitchBox label="Stay in place" isOn={pin.translation} onChange={(translation) => change({ translation })} />
      <SwitchBox label="Keep its direction" isOn={pin.rotation} onChange={(rotation) => change({ rotation })} />
      <NumberInput
        label="Weight"
        value={pin.weight}
        min={0.01}
        max={100}
        decimals={2}
        isDisabled={!pinned}
        onCommit={(weight) => change({ weight })}
      />
    </Section>
  );
}
