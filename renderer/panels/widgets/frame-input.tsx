import { readFrame, showTime } from '../../state/window/times.ts';
import { useStudio } from '../window-context.tsx';
import { TypedField } from './typed-field.tsx';

interface FrameInputProps {
  /** As it is called where frames are shown. */
  readonly label: string;
  /** What the control does: its tooltip. */
  readonly hint?: string;
  readonly frame: number;
  readonly fps: number;
  readonly min: number;
  readonly max: number;
  readonly onCommit: (frame: number) => void;
}

/** A frame by its number, or by its seconds where times are shown so; the other way with its unit behind it (“12 f”, “0.5 s”). */
export function FrameInput({ label, hint, frame, fps, min, max, onCommit }: FrameInputProps) {
  const unit = useStudio((state) => state.session.settings.times);
  const shown = showTime(unit, frame, fps).replace(' s', '');
  return (
    <TypedField
      label={unit === 'frames' ? label : label.replace(/^Frame$/, 'Time').replace(' frame', '')}
      hint={hint}
      value={frame}
      shown={shown}
      read={(text) => readFrame(unit, text, fps)}
      step={1}
      min={min}
      max={max}
      sign={unit === 'frames' ? '' : 's'}
      onCommit={(wanted) => {
        const next = Math.round(wanted);
        if (next !== frame) onCommit(next);
      }}
    />
  );
}
