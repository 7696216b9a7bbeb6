// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { RangeSlider } from '../../../../renderer/panels/widgets/range-slider.tsx';
import { openStudio } from '../../state/open-studio.ts';
import { show } from '../show.tsx';

let remove = (): void => undefined;

afterEach(() => remove());

test.each([
  [0.5, '50%'],
  [2, '100%'],
  [-1.5, '0%'],
])('a value of %d fills %s of a slider from -0.3 to 1.3, also where it lies beyond its ends', async (value, width) => {
  const { studio } = await openStudio();
  const slider = (
    <RangeSlider label="Blend" value={value} min={-0.3} max={1.3} step={0.01} format={String} onCommit={() => undefined} />
  );
  remove = await show(studio, slider);
  expect(document.querySelector<HTMLElement>('.fill')!.style.width).toBe(width);
});
