import type { KeptSettings, SideColours, ThemeName } from '../../../electron/contract.ts';
import { changeSetting } from '../../state/window/settings.ts';
import { Choice } from '../widgets/choice.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { SettingRow } from './setting-row.tsx';

const THEMES: readonly { readonly value: ThemeName; readonly label: string }[] = [
  { value: 'system', label: 'Follow system' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'neutral', label: 'Neutral grey' },
];

const SIDES: readonly { readonly value: SideColours; readonly label: string }[] = [
  { value: 'blueRed', label: 'Blue and red' },
  { value: 'colourSafe', label: 'Light blue and dark orange' },
];

const MOTION: readonly { readonly value: NonNullable<KeptSettings['motion']>; readonly label: string }[] = [
  { value: 'system', label: 'Follow system' },
  { value: 'still', label: 'Nothing moves by itself' },
];

/** How the window looks. */
export function LookPage() {
  const { studio } = useServices();
  const settings = useStudio((state) => state.session.settings);
  return (
    <>
      <SettingRow name="scale" label="Interface scale">
        <RangeSlider
          label="Interface scale"
          value={settings.scale}
          min={0.8}
          max={2}
          step={0.1}
          format={(value) => `${Math.round(100 * value)} %`}
          onCommit={(value) => changeSetting(studio, 'scale', Math.round(10 * value) / 10)}
        />
      </SettingRow>
      <SettingRow name="theme" label="Theme" note="Neutral grey has no tint, for judging colours.">
        <Choice label="Theme" value={settings.theme} options={THEMES} onChange={(name) => changeSetting(studio, 'theme', name)} />
      </SettingRow>
      <SettingRow
        name="sides"
        label="Left and right"
        note="The second pair differs in lightness too, for colour-blind eyes. Handles are filled on their own side."
      >
        <Choice
          label="Left and right"
          value={settings.sides}
          options={SIDES}
          onChange={(name) => changeSetting(studio, 'sides', name)}
        />
      </SettingRow>
      <SettingRow name="motion" label="Motion" note="Still, the camera jumps to where it goes.">
        <Choice
          label="Motion"
          value={settings.motion}
          options={MOTION}
          onChange={(name) => changeSetting(studio, 'motion', name)}
        />
      </SettingRow>
    </>
  );
}
