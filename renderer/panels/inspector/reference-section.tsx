import { Footprints, ImageUp, PersonStanding, SkipBack, Trash2 } from 'lucide-react';
import type { ReferenceData } from '../../../core/document/project-data.ts';
import {
  isMoving,
  placeReference,
  previewReference,
  referenceOf,
  timeReference,
  toggleReference,
  type ReferencePlace,
} from '../../state/reference/edit-reference.ts';
import { frameAt, shownClip } from '../../state/timeline/clips.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { FrameInput } from '../widgets/frame-input.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { Section } from './section.tsx';

/** A day of frames: further than any film is moved. */
const FARTHEST = 1e6;

/** The picture or film behind the character: how much of it shows, how large it is and where, and when. */
export function ReferenceSection() {
  const { studio } = useServices();
  const reference = useStudio(referenceOf);
  const place = (
    label: string,
    hint: string,
    value: number,
    [min, max]: readonly [number, number],
    part: (to: number) => Partial<ReferencePlace>,
  ) => (
    <RangeSlider
      label={label}
      hint={hint}
      value={value}
      min={min}
      max={max}
      step={0.01}
      onInput={(to) => previewReference(studio, part(to))}
      onCommit={(to) => placeReference(studio, part(to))}
      onCancel={() => previewReference(studio, null)}
    />
  );
  return (
    <Section title="Reference" note={reference?.name ?? ''}>
      {reference && (
        <>
          <SwitchBox label="Shown" isOn={reference.isShown} onChange={() => toggleReference(studio)} />
          {isMoving(reference) && <ReferenceTiming reference={reference} />}
          {place('Opacity', 'How much of it shows.', reference.opacity, [0, 1], (opacity) => ({ opacity }))}
          {place('Size', 'Its height beside that of the view.', reference.size, [0.05, 4], (size) => ({ size }))}
          {place('Right', 'How far it is moved to the right, in heights of the view.', reference.offset[0], [-2, 2], (right) => ({
            offset: [right, reference.offset[1]],
          }))}
          {place('Up', 'How far it is moved up, in heights of the view.', reference.offset[1], [-2, 2], (up) => ({
            offset: [reference.offset[0], up],
          }))}
        </>
      )}
      <CommandTextButton
        id="view.reference.choose"
        text={reference ? 'Open another one…' : 'Open a picture or film…'}
        icon={ImageUp}
        className="wide"
      />
      {reference && <CommandTextButton id="pose.fromPicture" icon={PersonStanding} className="wide" />}
      {reference && isMoving(reference) && <CommandTextButton id="clip.fromFilm" icon={Footprints} className="wide" />}
      {reference && <CommandTextButton id="view.reference.remove" text="Remove" icon={Trash2} className="wide" />}
    </Section>
  );
}

/** When what moves begins, and how fast it goes. */
function ReferenceTiming({ reference }: { reference: ReferenceData }) {
  const { studio } = useServices();
  const clip = useStudio(shownClip);
  if (!clip) return null;
  return (
    <>
      <FrameInput
        label="First frame"
        hint="The frame of the clip at which it begins"
        frame={frameAt(clip, reference.at)}
        fps={clip.fps}
        min={-FARTHEST}
        max={FARTHEST}
        onCommit={(frame) => timeReference(studio, { at: frame / clip.fps })}
      />
      <CommandTextButton id="view.reference.here" text="Begin at the playhead" icon={SkipBack} className="wide" />
      <NumberInput
        label="Speed"
        hint="What its own speed is multiplied by"
        value={reference.speed}
        min={0.01}
        max={100}
        step={0.1}
        unit="×"
        decimals={2}
        onCommit={(speed) => timeReference(studio, { speed })}
      />
      {reference.files.length > 1 && (
        <NumberInput
          label="Pictures a second"
          hint="How many of its pictures show in a second, at a speed of 1"
          value={reference.fps}
          min={0.1}
          max={240}
          decimals={2}
          onCommit={(fps) => timeReference(studio, { fps })}
        />
      )}
    </>
  );
}
