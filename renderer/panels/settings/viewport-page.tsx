import { changeSetting } from '../../state/settings.ts';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { SettingRow } from './setting-row.tsx';

/** What is set for the viewport. */
export function ViewportPage() {
  const { studio } = useServices();
  const { handleSize } = useStudio((state) => state.session.settings);
  return (
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
  );
}
