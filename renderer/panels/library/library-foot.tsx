import { changeSetting } from '../../state/window/settings.ts';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** How many poses are shown, and how large. */
export function LibraryFoot({ count }: { count: number }) {
  const { studio } = useServices();
  const cardSize = useStudio((state) => state.session.settings.cardSize);
  const resize = (size: number) => changeSetting(studio, 'cardSize', size);
  return (
    <div className="library-foot">
      <span className="faint">{count === 1 ? '1 pose' : `${count.toLocaleString('en')} poses`}</span>
      <RangeSlider
        label="Size"
        hint="How large the pictures are"
        value={cardSize}
        min={72}
        max={240}
        step={4}
        format={(size) => `${Math.round(size)} px`}
        onInput={resize}
        onCommit={resize}
      />
    </div>
  );
}
