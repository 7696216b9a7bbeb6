import { useLayoutEffect, useRef, useState } from 'react';
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';

interface RangeSliderProps {
  readonly label: string;
  /** What the control does: its tooltip. */
  readonly hint?: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Why it cannot be moved, or what to do before, shown over it; null (default): it can. */
  readonly disabledBecause?: string | null;
  /** How a value is shown; default: as a percentage. */
  readonly format?: (value: number) => string;
  /** Values that get a mark on the track. */
  readonly marks?: readonly number[];
  /** Called while the value moves. */
  readonly onInput?: (value: number) => void;
  /** Called once a gesture: at the end of a drag, or when the keyboard leaves the slider or presses Enter. */
  readonly onCommit: (value: number) => void;
  /** Called when Esc gives the gesture up. */
  readonly onCancel?: () => void;
}

const percent = (value: number): string => `${Math.round(100 * value)} %`;

/** A labelled slider that tells moving from settling. */
export function RangeSlider(props: RangeSliderProps) {
  const { label, hint, value, min, max, step, disabledBecause = null, marks = [], onInput, onCommit, onCancel } = props;
  const { format = percent } = props;
  const [moving, setMoving] = useState<number | null>(null);
  const isByPointer = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const shown = format(moving ?? value);
  // Told as it is shown: the library's own text has no unit.
  useLayoutEffect(() => input.current?.setAttribute('aria-valuetext', shown));
  const share = (at: number) => `${(100 * (at - min)) / (max - min)}%`;
  const settle = (at: number) => {
    isByPointer.current = false;
    setMoving(null);
    onCommit(at);
  };
  const settleIfMoving = () => {
    if (moving !== null) settle(moving);
  };
  return (
    <div
      role="presentation"
      className="slider-keys"
      title={disabledBecause ?? hint}
      onPointerDownCapture={() => {
        isByPointer.current = true;
      }}
      onKeyDownCapture={(event) => {
        isByPointer.current = false;
        if (event.key === 'Enter') settleIfMoving();
        if (event.key !== 'Escape' || moving === null) return;
        setMoving(null);
        onCancel?.();
      }}
    >
      <Slider
        className="slider"
        value={moving ?? value}
        minValue={min}
        maxValue={max}
        step={step}
        isDisabled={disabledBecause !== null}
        onChange={(next) => {
          setMoving(next);
          onInput?.(next);
        }}
        onChangeEnd={(next) => {
          if (isByPointer.current) settle(next);
        }}
      >
        <Label>{label}</Label>
        <SliderTrack className="slider-track">
          {marks.map((mark) => (
            <span key={mark} className="mark" style={{ left: share(mark) }} aria-hidden />
          ))}
          {/* What was typed beside it may lie beyond its ends. */}
          <span className="fill" style={{ width: share(Math.min(Math.max(moving ?? value, min), max)) }} aria-hidden />
          <SliderThumb inputRef={input} className="thumb" onBlur={settleIfMoving} />
        </SliderTrack>
        <SliderOutput className="numbers">{shown}</SliderOutput>
      </Slider>
    </div>
  );
}
