import { ImageUp, PersonStanding, Trash2 } from 'lucide-react';
import { placeReference, referenceOf, toggleReference } from '../../state/window/reference-image.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { Section } from './section.tsx';

const percent = (value: number): string => `${Math.round(100 * value)} %`;

/** The picture behind the character: how much of it shows, how large it is and where. */
export function ReferenceSection() {
  const { studio } = useServices();
  const reference = useStudio(referenceOf);
  const place = (
    label: string,
    hint: string,
    value: number,
    [min, max]: readonly [number, number],
    set: (to: number) => void,
  ) => (
    <RangeSlider
      label={label}
      hint={hint}
      value={value}
      min={min}
      max={max}
      step={0.01}
      format={percent}
      onInput={set}
      onCommit={set}
      onCancel={() => set(value)}
    />
  );
  return (
    <Section title="Reference image" note={reference?.name ?? ''}>
      {reference && (
        <>
          <SwitchBox label="Shown" isOn={reference.isShown} onChange={() => toggleReference(studio)} />
          {place('Opacity', 'How much of the picture shows.', reference.opacity, [0, 1], (opacity) =>
            placeReference(studio, { opacity }),
          )}
          {place('Size', 'Its height beside that of the view.', reference.size, [0.05, 4], (size) =>
            placeReference(studio, { size }),
          )}
          {place('Right', 'How far it is moved to the right, in heights of the view.', reference.offset[0], [-2, 2], (right) =>
            placeReference(studio, { offset: [right, reference.offset[1]] }),
          )}
          {place('Up', 'How far it is moved up, in heights of the view.', reference.offset[1], [-2, 2], (up) =>
            placeReference(studio, { offset: [reference.offset[0], up] }),
          )}
        </>
      )}
      <CommandTextButton
        id="view.reference.choose"
        text={reference ? 'Open another picture…' : 'Open a picture…'}
        icon={ImageUp}
        className="wide"
      />
      {reference && <CommandTextButton id="pose.fromPicture" icon={PersonStanding} className="wide" />}
      {reference && <CommandTextButton id="view.reference.remove" text="Remove" icon={Trash2} className="wide" />}
    </Section>
  );
}
