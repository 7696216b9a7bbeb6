import { NumberInput } from '../widgets/number-input.tsx';
import { useStudio } from '../window-context.tsx';

interface FrameInputProps {
  readonly label: 'Frame' | 'Length';
  readonly frame: number;
  readonly fps: number;
  readonly min: number;
  readonly max: number;
  readonly onCommit: (frame: number) => void;
}

/** A frame by its number, or by its seconds where times are shown so; then the frame nearest to them is meant. */
export function FrameInput({ label, frame, fps, min, max, onCommit }: FrameInputProps) {
  const unit = useStudio((state) => state.session.settings.times);
  if (unit === 'frames') return <NumberInput label={label} value={frame} min={min} max={max} decimals={0} onCommit={onCommit} />;
  return (
    <NumberInput
      label={label === 'Frame' ? 'Time' : label}
      value={frame / fps}
      min={min / fps}
      max={max / fps}
      decimals={2}
      unit="s"
      onCommit={(seconds) => onCommit(Math.min(Math.max(Math.round(seconds * fps), min), max))}
    />
  );
}
