import type { LengthUnit } from '../../../electron/contract.ts';
import { changeSetting } from '../../state/settings.ts';
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
    </>
  );
}
