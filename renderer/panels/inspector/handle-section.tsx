import { handleKind, type HandleName } from '../../../core/humanoid/body/handles.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { boneUnder, changePin, isPinned, pinOf, pinOn } from '../../state/posing/pins.ts';
import { isBendHandle } from '../../state/selection.ts';
import { NumberInput } from '../widgets/number-input.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { PlaceFields } from './place-fields.tsx';
import { Section } from './section.tsx';

/** Where the selected handle is, and whether it is pinned there while others are pulled. */
export function HandleSection({ handle }: { handle: HandleName }) {
  const { studio } = useServices();
  const pinned = useStudio((state) => isPinned(state, handle));
  const pin = useStudio((state) => pinOf(state, handle));
  const under = useStudio((state) => boneUnder(state, handle));
  const label = inWords(handle);
  if (isBendHandle(handle)) {
    return (
      <Section title={label} note="handle">
        <PlaceFields handle={handle} />
        <p className="soft">Pull it to aim the limb’s bend: its hand or foot stays. A place that is typed brings it there.</p>
      </Section>
    );
  }
  if (handleKind(handle) === 'local') {
    return (
      <Section title={label} note="handle">
        <PlaceFields handle={handle} />
        <p className="soft">Pull it to rotate its own joints. The rest of the body stays where it is.</p>
      </Section>
    );
  }
  if (pin.ik === 0) {
    return (
      <Section title={label} note="handle">
        <p className="soft">Its limb is in FK: rings rotate its joints, and it goes along with the body.</p>
      </Section>
    );
  }
  return (
    <Section title={label} note="handle">
      <PlaceFields handle={handle} />
      <SwitchBox
        label="Pin its place"
        isOn={pin.translation}
        onChange={(translation) => changePin(studio, handle, { translation })}
      />
      {pin.translation && under && (
        <SwitchBox
          label={`Go along with the ${inWords(under).toLowerCase()}`}
          isOn={pin.on !== undefined}
          onChange={(goes) => pinOn(studio, handle, goes ? under : null)}
        />
      )}
      <SwitchBox label="Pin its direction" isOn={pin.rotation} onChange={(rotation) => changePin(studio, handle, { rotation })} />
      <NumberInput
        label="Weight"
        value={pin.weight}
        min={0.01}
        max={100}
        decimals={2}
        disabledBecause={pinned ? null : 'Pin its place or its direction first.'}
        onCommit={(weight) => changePin(studio, handle, { weight })}
      />
    </Section>
  );
}
