import type { KeptSettings, SideColours, ThemeName } from '../../../electron/contract.ts';
import { ChoiceRow, ShareRow } from './setting-row.tsx';

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
  return (
    <>
      <ShareRow name="scale" label="Interface scale" min={0.8} max={2} step={0.1} />
      <ChoiceRow name="theme" label="Theme" note="Neutral grey has no tint, for judging colours." options={THEMES} />
      <ChoiceRow
        name="sides"
        label="Left and right"
        note="The second pair differs in lightness too, for colour-blind eyes. Handles are filled on their own side."
        options={SIDES}
      />
      <ChoiceRow name="motion" label="Motion" note="Still, the camera jumps to where it goes." options={MOTION} />
    </>
  );
}
