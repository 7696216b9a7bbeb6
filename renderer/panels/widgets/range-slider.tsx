import { useState } from 'react';
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';

interface RangeSliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly isDisabled?: boolean;
  readonly format: (value: number) => string;
  /** Values that get a mark on the track. */
  readonly marks?: readonly number[];
  /** Called while the thumb moves. */
  readonly onInput?: (value: number) => void;
  /** Called once at the end of a drag or after a key. */
  readonly onCommit: (value: number) => void;
}

/** A labelled slider that tells moving from settling. */
export function RangeSlider(props: RangeSliderProps) {
  const { label, value, min, max, step, isDisabled = false, format, marks = [], onInput, onCommit } = props;
  const [moving, setMoving] = useState<number | null>(null);
  const share = (at: number) => `${(100 * (at - min)) / (max - min)}%`;
  return (
    <Slider
      className="slider"
      value={moving ?? value}
      minValue={min}
      maxValue={max}
      step={step}
      isDisabled={isDisabled}
      onChange={(next) => {
        setMoving(next);
        onInput?.(next);
      }}
      onChangeEnd={(next) => {
        setMoving(null);
        onCommit(next);
      }}
    >
      <Label>{label}</Label>
      <SliderTrack className="slider-track">
        {marks.map((mark) => (
          <span key={mark} className="mark" style={{ left: share(mark) }} aria-hidden />
        ))}
        <span className="fill" style={{ width: share(moving ?? value) }} aria-hidden />
        <SliderThumb className="thumb" />
      </SliderTrack>
      <SliderOutput className="numbers">{format(moving ?? value)}</SliderOutput>
    </Slider>
  );
}
