import type { KeptSettings, LengthUnit, TimeUnit } from '../../../electron/contract.ts';
import { changeSetting } from '../../state/window/settings.ts';
import { Choice } from '../widgets/choice.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { navigationOf } from '../../tools/navigation.ts';
import { NAVIGATION_NOTES, NAVIGATIONS } from './key-maps.ts';
import { SettingRow } from './setting-row.tsx';

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
  const { studio } = useServices();
  const settings = useStudio((state) => state.session.settings);
  const { handleSize, lengths } = settings;
  return (
    <>
      <SettingRow name="navigation" label="Navigation" note={NAVIGATION_NOTES[navigationOf(settings)]}>
        <Choice
          label="Navigation"
          value={settings.navigation}
          options={NAVIGATIONS}
          onChange={(name) => changeSetting(studio, 'navigation', name)}
        />
      </SettingRow>
      <SettingRow
        name="scrolling"
        label="Scrolling"
        note="What the wheel does, and two fingers that scroll on a trackpad. A pinch zooms always."
      >
        <Choice
          label="Scrolling"
          value={settings.scrolling}
          options={SCROLLINGS}
          onChange={(way) => changeSetting(studio, 'scrolling', way)}
        />
      </SettingRow>
      <SettingRow name="handleSize" label="Handle size" note="The place where a handle can be grabbed grows with it.">
        <RangeSlider
          label="Handle size"
          value={handleSize}
          min={0.6}
          max={2}
          step={0.1}
          format={(value) => `${Math.round(100 * value)} %`}
          onInput={(value) => changeSetting(studio, 'handleSize', Math.round(10 * value) / 10)}
          onCommit={(value) => changeSetting(studio, 'handleSize', Math.round(10 * value) / 10)}
        />
      </SettingRow>
      <SettingRow name="lengths" label="Lengths" note="A length that is typed with another unit (5 in, 0.3 m) is understood too.">
        <Choice label="Lengths" value={lengths} options={LENGTHS} onChange={(unit) => changeSetting(studio, 'lengths', unit)} />
      </SettingRow>
      <SettingRow name="times" label="Times" note="How the timeline counts; the playhead stands on frames in either case.">
        <Choice label="Times" value={settings.times} options={TIMES} onChange={(unit) => changeSetting(studio, 'times', unit)} />
      </SettingRow>
      <SettingRow
        name="libraryStrength"
        label="Library strength"
        note="How far pulls follow the library when “Follow the library” is switched on."
      >
        <RangeSlider
          label="Library strength"
          value={settings.libraryStrength}
          min={0.1}
          max={1}
          step={0.05}
          format={(value) => `${Math.round(100 * value)} %`}
          onCommit={(value) => changeSetting(studio, 'libraryStrength', Math.round(20 * value) / 20)}
        />
      </SettingRow>
    </>
  );
}
