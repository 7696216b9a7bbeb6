import type { KeptSettings, LengthUnit, TimeUnit } from '../../../electron/contract.ts';
import { useStudio } from '../window-context.tsx';
import { navigationOf } from '../../tools/navigation.ts';
import { NAVIGATION_NOTES, NAVIGATIONS } from './key-maps.ts';
import { ChoiceRow, ShareRow } from './setting-row.tsx';

const LENGTHS: readonly { readonly value: LengthUnit; readonly label: string }[] = [
  { value: 'mm', label: 'Millimetres' },
  { value: 'cm', label: 'Centimetres' },
  { value: 'm', label: 'Metres' },
  { value: 'in', label: 'Inches' },
];

const SCROLLINGS: readonly { readonly value: NonNullable<KeptSettings['scrolling']>; readonly label: string }[] = [
  { value: 'zoom', label: 'Zooms' },
  { value: 'orbit', label: 'Orbits' },
  { value: 'pan', label: 'Pans' },
];

const TIMES: readonly { readonly value: TimeUnit; readonly label: string }[] = [
  { value: 'frames', label: 'Frames' },
  { value: 'seconds', label: 'Seconds' },
];

/** What is set for the viewport. */
export function ViewportPage() {
  const settings = useStudio((state) => state.session.settings);
  return (
    <>
      <ChoiceRow name="navigation" label="Navigation" note={NAVIGATION_NOTES[navigationOf(settings)]} options={NAVIGATIONS} />
      <ChoiceRow
        name="scrolling"
        label="Scrolling"
        note="What the wheel does, and two fingers that scroll on a trackpad. A pinch zooms always."
        options={SCROLLINGS}
      />
      <ShareRow
        name="handleSize"
        label="Handle size"
        note="The place where a handle can be grabbed grows with it."
        min={0.6}
        max={2}
        step={0.1}
        follows
      />
      <ChoiceRow
        name="lengths"
        label="Lengths"
        note="A length that is typed with another unit (5 in, 0.3 m) is understood too."
        options={LENGTHS}
      />
      <ChoiceRow
        name="times"
        label="Times"
        note="How the timeline counts; the playhead stands on frames in either case."
        options={TIMES}
      />
      <ShareRow
        name="libraryStrength"
        label="Library strength"
        note="How far pulls follow the library when “Follow the library” is switched on."
        min={0.1}
        max={1}
        step={0.05}
      />
    </>
  );
}
